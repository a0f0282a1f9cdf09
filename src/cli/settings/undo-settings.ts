import { GUARD_SETTINGS, NOTIFY_SETTINGS, RUN_SETTINGS, SERVICE_SETTINGS } from './settings.ts';

/** An undo is a separate run with its own folder. */
export const UNDO_RUN_SETTINGS = {
  ...RUN_SETTINGS,
  out: {
    ...RUN_SETTINGS.out,
    about: 'the folder of the undo itself (default: runs/<UTC time>-undo-<name of the run>)',
  },
} as const;

/** An undo only restores what was there before, so no guard rule applies to it. */
export const UNDO_GUARD_SETTINGS = {
  allow: { ...GUARD_SETTINGS.allow, about: 'other_key: accept a run that was made with another key' },
} as const;

/** The settings of `undo`, which reads no sheet. */
export const UNDO_SETTINGS = {
  ...SERVICE_SETTINGS,
  ...UNDO_RUN_SETTINGS,
  ...UNDO_GUARD_SETTINGS,
  ...NOTIFY_SETTINGS,
};
