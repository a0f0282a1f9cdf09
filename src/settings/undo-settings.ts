import { FIELDS } from '../domain/fields.ts';
import * as parse from './parse-setting.ts';
import { since } from './parse-since.ts';
import { define } from './setting.ts';
import { GUARD_SETTINGS, NOTIFY_SETTINGS, RUN_SETTINGS, SERVICE_SETTINGS } from './settings.ts';

/** An undo is a separate run with its own folder. */
export const UNDO_RUN_SETTINGS = {
  ...RUN_SETTINGS,
  out: {
    ...RUN_SETTINGS.out,
    about: 'the folder of the undo itself (default: runs/<UTC time>-undo-<name of the run>)',
  },
} as const;

/** What several runs did is taken back at once, by the history. */
export const UNDO_SINCE_SETTINGS = {
  since: define('--since <TIME>', {
    about:
      'take back all runs since then instead of a single one: 2026-11-20, 2026-11-20T02:00 (UTC), 36h, 7d',
    parse: since,
    flagOnly: true,
    once: true,
  }),
  sku: define('--sku <SKU>', {
    about: 'with --since: only what they did to this SKU',
    parse: parse.nonBlank,
    flagOnly: true,
    once: true,
  }),
  field: define('--field <FIELD>', {
    about: `with --since: only what they did to this field: ${FIELDS.join(', ')}`,
    parse: parse.oneOf(...FIELDS),
    flagOnly: true,
    once: true,
  }),
} as const;

/** An undo only restores what was there before, so no guard rule applies to it. */
export const UNDO_GUARD_SETTINGS = {
  allow: { ...GUARD_SETTINGS.allow, about: 'other_key: accept a run that was made with another key' },
} as const;

/** The settings of `undo`, which reads no sheet. */
export const UNDO_SETTINGS = {
  ...SERVICE_SETTINGS,
  ...UNDO_RUN_SETTINGS,
  ...UNDO_SINCE_SETTINGS,
  ...UNDO_GUARD_SETTINGS,
  ...NOTIFY_SETTINGS,
};
