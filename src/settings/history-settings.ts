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

/** What `pricesheet history` does: a word, what follows it (three dots: several or none), what it means, and the options it takes. */
export const HISTORY_ACTIONS = [
  { name: 'list', words: [], about: 'runs (default)', flags: ['job', 'since', 'failed', 'html', 'all'] },
  { name: 'show', words: ['RUN'], about: 'one run in full', flags: ['job'] },
  { name: 'sku', words: ['SKU'], about: 'what changed it, and when', flags: ['job', 'since', 'field'] },
  { name: 'chronic', words: [], about: 'what is wrong again and again', flags: ['job', 'nights'] },
  { name: 'rebuild', words: ['FOLDER...'], about: 'add runs from their folders', flags: [] },
  {
    name: 'prune',
    words: ['FOLDER...'],
    about: 'delete run folders by rules, never the history',
    flags: ['job', 'keepLast', 'keepWithin', 'dryRun'],
  },
] as const;

export type HistoryAction = (typeof HISTORY_ACTIONS)[number];

/** For help: `list: runs (default); show RUN: one run in full; …`. */
export function describeActions(): string {
  const lines = HISTORY_ACTIONS.map(({ name, words, about }) => `${[name, ...words].join(' ')}: ${about}`);
  return lines.join('; ');
}
