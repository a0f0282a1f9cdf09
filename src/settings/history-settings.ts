import { FIELDS } from '../domain/fields.ts';
import { nonBlank, oneOf, wholeNumber, yes } from './parse-setting.ts';
import { since } from './parse-since.ts';
import { define } from './setting.ts';
import { HISTORY_PLACE, READING_SETTINGS } from './settings.ts';

/** The settings of `history`, which talks to no service. */
export const HISTORY_SETTINGS = {
  history: { ...HISTORY_PLACE, about: 'where the history is' },
  job: { ...READING_SETTINGS.job, about: 'only runs of this job (default: all jobs)' },
  since: define('--since <TIME>', {
    about: 'list, sku: only what is from then on: 2026-11-01, 2026-11-01T02:15 (UTC), 24h, 7d',
    parse: since,
    flagOnly: true,
  }),
  failed: define('--failed', {
    about: 'list: only runs that failed, were killed or have not ended',
    parse: yes,
    fallback: false,
    flagOnly: true,
  }),
  field: define('--field <FIELD>', {
    about: 'sku: only this field',
    parse: oneOf(...FIELDS),
    flagOnly: true,
  }),
  html: define('--html <FILE>', {
    about: 'list, --all: write a page about ninety nights to this file',
    parse: nonBlank,
    flagOnly: true,
  }),
  nights: define('--nights <N>', {
    about: 'chronic: at least this many runs in a row',
    parse: wholeNumber({ from: 1, to: 10_000, what: 'a number of runs' }),
    fallback: 3,
    flagOnly: true,
  }),
} as const;
