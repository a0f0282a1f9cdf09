import { define } from './setting.ts';
import { RUN_SETTINGS, SERVICE_SETTINGS, TELL_SETTINGS } from './settings.ts';

/** An undo is a run of its own, with a folder of its own. */
export const UNDO_RUN_SETTINGS = {
  ...RUN_SETTINGS,
  out: define({
    ...RUN_SETTINGS.out,
    about: 'the folder of the undo itself (default: runs/<UTC time>-undo-<name of the run>)',
  }),
} as const;

/** What `undo` can be told: it reads no sheet and asks no guard. */
export const UNDO_SETTINGS = { ...SERVICE_SETTINGS, ...UNDO_RUN_SETTINGS, ...TELL_SETTINGS };
