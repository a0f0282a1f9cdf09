import { define } from './setting.ts';
import { GUARD_SETTINGS, RUN_SETTINGS, SERVICE_SETTINGS, TELL_SETTINGS } from './settings.ts';

/** An undo is a run of its own, with a folder of its own. */
export const UNDO_RUN_SETTINGS = {
  ...RUN_SETTINGS,
  out: define({
    ...RUN_SETTINGS.out,
    about: 'the folder of the undo itself (default: runs/<UTC time>-undo-<name of the run>)',
  }),
} as const;

/** It asks no guard rule of a sheet, since it only gives back what was there before. */
export const UNDO_GUARD_SETTINGS = {
  allow: define({ ...GUARD_SETTINGS.allow, about: 'other_key: the run may have been made with another key' }),
} as const;

/** What can be set for `undo`: it reads no sheet. */
export const UNDO_SETTINGS = {
  ...SERVICE_SETTINGS,
  ...UNDO_RUN_SETTINGS,
  ...UNDO_GUARD_SETTINGS,
  ...TELL_SETTINGS,
};
