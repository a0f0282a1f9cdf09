import { RUN_SETTINGS, SERVICE_SETTINGS } from './settings.ts';

/** What `undo` can be told: it reads no sheet and asks no guard. */
export const UNDO_SETTINGS = { ...SERVICE_SETTINGS, ...RUN_SETTINGS };
