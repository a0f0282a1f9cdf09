import { FIELDS, type Field } from '../domain/fields.ts';
import { fields, listOf, skus } from './parse-lists.ts';
import * as parse from './parse-setting.ts';
import { byFlag, define, defineText } from './setting.ts';
import {
  FILE_SETTINGS,
  FILTER_SETTINGS,
  GUARD_SETTINGS,
  HISTORY_PLACE,
  MATCH_SETTINGS,
  NOTIFY_SETTINGS,
  READING_SETTINGS,
  RUN_SETTINGS,
  SERVICE_SETTINGS,
  SETTINGS,
} from './settings.ts';

/** The settings of commands other than `sync` and `diff`: what they share with these, in the words of the command, and their own. */

/** Where the other settings come from, of every command. */
export const SOURCE_SETTINGS = byFlag({
  config: defineText('--config <FILE>', { about: 'the config file (default: pricesheet.json)' }),
  envFile: defineText('--dotenv <FILE>', { about: 'a file of environment variables (default: .env)' }),
});

/** The settings of `apply`, which reads no sheet. */
export const APPLY_SETTINGS = {
  ...SERVICE_SETTINGS,
  ...RUN_SETTINGS,
  missing: GUARD_SETTINGS.missing,
  // The guard rules were checked when the plan was made; a rule that stopped it can still be allowed.
  allow: GUARD_SETTINGS.allow,
  // It is not for the commands that follow from the run: what it did not send is in its plan as held.
  ...byFlag({
    only: defineText('--only <FILE>', {
      about:
        'send only what this review file approves: the review.csv of the run, with yes in its column approve',
      once: true,
    }),
  }),
  approvalAge: SETTINGS.approvalAge,
  ...NOTIFY_SETTINGS,
};

const field = { about: `only this field: ${FIELDS.join(', ')}`, parse: parse.oneOf(...FIELDS) } as const;

/** The settings of `undo`, which reads no sheet. */
export const UNDO_SETTINGS = {
  ...SERVICE_SETTINGS,
  ...RUN_SETTINGS,
  // What several runs did is taken back at once, by the history.
  ...byFlag({
    since: define('--since <TIME>', {
      about:
        'take back all runs since then instead of a single one: 2026-11-20, 2026-11-20T02:00 (UTC), 36h, 7d',
      parse: parse.since,
      once: true,
    }),
    sku: define('--sku <SKU,…>', {
      about: 'with --since: only what they did to these SKUs',
      parse: skus,
      once: true,
    }),
    field: define('--field <FIELD>', { ...field, about: `with --since: ${field.about}`, once: true }),
  }),
  // It only restores what was there before, so no guard rule applies to it.
  allow: {
    ...GUARD_SETTINGS.allow,
    about: 'other_key: accept a run that was made with another key; an undo asks no other guard rule',
    parse: listOf('other_key'),
  },
  ...NOTIFY_SETTINGS,
};

/** Of which job `latest` is the newest run; a run that is named needs none. */
export const LATEST_JOB = {
  job: {
    ...READING_SETTINGS.job,
    about: 'whose latest run "latest" means, if there are several jobs',
  },
} as const;

/** Of commands that have no other settings of runs. */
export const LATEST_SETTINGS = {
  ...LATEST_JOB,
  history: HISTORY_PLACE,
} as const;

const { required: _required, ...baseUrl } = SERVICE_SETTINGS.baseUrl;

/** What `init` asks for, where nothing says it. The key itself is no flag: others could read it in the list of processes. */
export const INIT_SETTINGS = { baseUrl } as const;

/** Which columns there are, and how they are written. */
export const COLUMN_SETTINGS = { ...READING_SETTINGS, currency: MATCH_SETTINGS.currency } as const;
export const CHECK_SETTINGS = {
  newest: FILE_SETTINGS.newest,
  maxAge: FILE_SETTINGS.maxAge,
  ...COLUMN_SETTINGS,
} as const;

const { delimiter, decimal, money, clearToken } = READING_SETTINGS;

/** Which listings are exported, and how the sheet is written, in the same settings that read it. */
export const EXPORT_SETTINGS = {
  ...SERVICE_SETTINGS,
  ...FILTER_SETTINGS,
  ...byFlag({
    sku: defineText('--sku <SKU>', { about: 'only listings of this SKU' }),
    fields: define('--fields <FIELD,…>', {
      about: `only these fields: ${FIELDS.join(', ')}`,
      parse: fields,
      fallback: new Set<Field>(FIELDS),
      fallbackText: 'all',
    }),
    out: defineText('--out <FILE>', { about: 'the sheet (default: standard output)', once: true }),
  }),
  strategyNames: SETTINGS.strategyNames,
  delimiter,
  decimal,
  money,
  clearToken,
};

/** The settings of `history`, which talks to no service. */
export const HISTORY_SETTINGS = {
  history: HISTORY_PLACE,
  ...byFlag({
    job: { ...READING_SETTINGS.job, about: 'only runs of this job (default: all jobs)' },
    since: define('--since <TIME>', {
      about: 'list, sku: only what happened since then: 2026-11-01, 2026-11-01T02:15 (UTC), 24h, 7d',
      parse: parse.since,
    }),
    failed: define('--failed', {
      about:
        'list: only runs that failed, were killed or have not ended; with --all: only jobs whose last run did, or that had none',
      parse: parse.yes,
      fallback: false,
    }),
    field: define('--field <FIELD>', { ...field, about: 'sku: only this field' }),
    html: defineText('--html <FILE>', {
      about: 'with --all: write a page about ninety nights of them all to this file',
    }),
    nights: define('--nights <N>', {
      about: 'chronic: at least this many runs in a row',
      parse: parse.wholeNumber({ from: 1, to: 10_000, what: 'a number of runs' }),
      fallback: 3,
    }),
  }),
} as const;

/**
 * What `pricesheet history` does: a word, what follows it (three dots: several or none), what it means, the options it takes, and those of
 * them that it takes with --all.
 */
export const HISTORY_ACTIONS = [
  {
    name: 'list',
    words: [],
    about: 'runs (default)',
    flags: ['job', 'since', 'failed', 'all'],
    ofAll: ['job', 'failed', 'html', 'all'],
  },
  { name: 'show', words: ['RUN'], about: 'one run in full', flags: ['job'] },
  { name: 'sku', words: ['SKU'], about: 'what changed it, and when', flags: ['job', 'since', 'field'] },
  { name: 'chronic', words: [], about: 'recurring problems', flags: ['job', 'nights'] },
  { name: 'rebuild', words: ['FOLDER...'], about: 'add runs from their folders', flags: [] },
  {
    name: 'prune',
    words: ['FOLDER...'],
    about: 'delete run folders by rules, never the history',
    flags: ['job', 'keepLast', 'keepWithin', 'dryRun', 'all'],
    ofAll: ['job', 'keepLast', 'keepWithin', 'dryRun', 'all'],
  },
] as const;

export type HistoryAction = (typeof HISTORY_ACTIONS)[number];

/** For help: `list: runs (default); show RUN: one run in full; …`. */
export function describeActions(): string {
  const lines = HISTORY_ACTIONS.map(({ name, words, about }) => `${[name, ...words].join(' ')}: ${about}`);
  return lines.join('; ');
}

/** Which run folders `history prune` keeps. They are given each time: a config file deletes nothing. */
export const KEEP_SETTINGS = byFlag({
  keepLast: define('--keep-last <N>', {
    about: 'prune: keep the last N runs of each job',
    parse: parse.wholeNumber({ from: 1, to: 9999, what: 'a whole number' }),
  }),
  keepWithin: define('--keep-within <SPAN>', {
    about: 'prune: keep all runs that began within this time before the last one: 12h, 30d, 8w',
    parse: parse.timeSpan({ from: '1h', to: '9999w' }),
  }),
});

/** The account that a local service serves, and how it behaves. */
export const SANDBOX_SETTINGS = byFlag({
  listings: define('--listings <N>', {
    about: 'make up an account with N listings',
    parse: parse.wholeNumber({ from: 0, to: 5_000_000, what: 'a whole number' }),
    fallback: 1000,
  }),
  account: defineText('--account <FILE>', {
    about:
      'keep the account in this JSON file: it is served if it is there, and saved when the service stops',
  }),
  sheet: defineText('--sheet <FILE>', {
    about: 'write a price sheet with a few changes for some of the listings to this new file, to try out',
  }),
  port: define('--port <N>', {
    about: 'port on 127.0.0.1; 0: any free port',
    parse: parse.wholeNumber({ from: 0, to: 65_535, what: 'a port' }),
    fallbackText: '0; 4010 with --write-env',
  }),
  faults: defineText('--faults <FILE>', {
    about: 'how slow, busy or unreliable it is, as JSON: docs/sandbox.md says what the file may have',
  }),
});
