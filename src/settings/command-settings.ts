import { FIELDS, type Field } from '../domain/fields.ts';
import { SCHEDULERS } from '../report/screen/schedule/nightly-job.ts';
import { fields } from './parse-lists.ts';
import * as parse from './parse-setting.ts';
import { define, defineText } from './setting.ts';
import {
  GUARD_SETTINGS,
  HISTORY_PLACE,
  MATCH_SETTINGS,
  NOTIFY_SETTINGS,
  READING_SETTINGS,
  RUN_SETTINGS,
  SERVICE_SETTINGS,
} from './settings.ts';

/** The settings of commands other than `sync` and `diff`: what they share with these, in the words of the command, and their own. */

/** An apply is a separate run with its own folder. */
export const APPLY_RUN_SETTINGS = {
  ...RUN_SETTINGS,
  out: {
    ...RUN_SETTINGS.out,
    about: 'the folder of the apply itself (default: runs/<UTC time>-apply-<name of the run>)',
  },
} as const;

/** The guard rules were checked when the plan was made; a rule that stopped it can still be allowed. */
export const APPLY_GUARD_SETTINGS = {
  missing: GUARD_SETTINGS.missing,
  allow: { ...GUARD_SETTINGS.allow, about: 'guard rules to skip that stopped the plan' },
} as const;

/** Sending only what a person approved. Neither is for the commands that follow from the run: what it did not send is in its plan as held. */
export const APPROVAL_SETTINGS = {
  only: defineText('--only <FILE>', {
    about:
      'send only what this review file approves: the review.csv of the run, with yes in its column approve',
    once: true,
  }),
  approvalAge: define('--approval-age <AGE>', {
    about: 'refuse a review file that was last changed longer ago than this: 30m, 24h, 3d',
    parse: parse.timeSpan({ from: '1m', to: '366d' }),
    fallback: 24 * 3_600_000,
    fallbackText: '24h',
    once: true,
  }),
} as const;

/** The settings of `apply`, which reads no sheet. */
export const APPLY_SETTINGS = {
  ...SERVICE_SETTINGS,
  ...APPLY_RUN_SETTINGS,
  ...APPLY_GUARD_SETTINGS,
  ...APPROVAL_SETTINGS,
  ...NOTIFY_SETTINGS,
};

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
    parse: parse.since,
    once: true,
  }),
  sku: defineText('--sku <SKU>', {
    about: 'with --since: only what they did to this SKU',
    once: true,
  }),
  field: define('--field <FIELD>', {
    about: `with --since: only what they did to this field: ${FIELDS.join(', ')}`,
    parse: parse.oneOf(...FIELDS),
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

/** Of which job `latest` is the newest run; a run that is named needs none. */
export const LATEST_JOB = {
  job: {
    ...READING_SETTINGS.job,
    about: 'whose latest run "latest" means, where there are several jobs',
  },
} as const;

/** Of commands that have no other settings of runs. */
export const LATEST_SETTINGS = {
  ...LATEST_JOB,
  history: { ...HISTORY_PLACE, about: 'where the history is that "latest" is found in' },
} as const;

const { required: _required, ...address } = SERVICE_SETTINGS.baseUrl;

/** What `init` asks for, where no flag says it. The key itself is no flag: others could read it in the list of processes. */
export const INIT_SETTINGS = {
  baseUrl: address,
  keyFile: defineText('--key-file <FILE>', {
    about: 'a file that holds the key of the account (default: PRICESHEET_API_KEY, or asked at a terminal)',
  }),
  schedule: define('--schedule <cron|systemd|task>', {
    about:
      'what is to run it every night: cron, a systemd timer, the Windows Task Scheduler (default: what this machine has)',
    parse: parse.oneOf(...SCHEDULERS),
  }),
} as const;

/** Which listings are exported. */
export const EXPORT_FILTERS = {
  platform: {
    ...MATCH_SETTINGS.platform,
    about: MATCH_SETTINGS.platform.about.replace('match', 'export'),
  },
  channel: { ...MATCH_SETTINGS.channel, about: 'only export listings of this channel' },
  status: { ...MATCH_SETTINGS.status, about: 'only export listings with this status' },
  sku: defineText('--sku <SKU>', { about: 'only export listings of this SKU' }),
} as const;

/** How the sheet is written, in the same settings that read it. */
export const EXPORT_SHAPE = {
  fields: define('--fields <FIELD,…>', {
    about: `only these fields: ${FIELDS.join(', ')}`,
    parse: fields,
    fallback: new Set<Field>(FIELDS),
    fallbackText: 'all',
  }),
  strategyNames: define('--strategy-names', {
    about: 'write the names of strategies instead of their ids, where a name is unambiguous',
    parse: parse.yes,
    fallback: false,
  }),
  delimiter: {
    ...READING_SETTINGS.delimiter,
    about: 'separator of the cells: comma, semicolon, tab, pipe or a character (default: comma)',
  },
  decimal: {
    ...READING_SETTINGS.decimal,
    about: 'decimal sign of the amounts (default: .; with a comma, semicolons separate the cells)',
  },
  money: READING_SETTINGS.money,
  clearToken: {
    ...READING_SETTINGS.clearToken,
    about: 'the cell that clears a field; no exported cell holds it',
  },
  out: defineText('--out <FILE>', {
    about: 'the sheet (default: standard output)',
    once: true,
  }),
} as const;

export const EXPORT_SETTINGS = { ...SERVICE_SETTINGS, ...EXPORT_FILTERS, ...EXPORT_SHAPE };

/** The settings of `history`, which talks to no service. */
export const HISTORY_SETTINGS = {
  history: { ...HISTORY_PLACE, about: 'where the history is' },
  job: { ...READING_SETTINGS.job, about: 'only runs of this job (default: all jobs)' },
  since: define('--since <TIME>', {
    about: 'list, sku: only what is from then on: 2026-11-01, 2026-11-01T02:15 (UTC), 24h, 7d',
    parse: parse.since,
  }),
  failed: define('--failed', {
    about:
      'list: only runs that failed, were killed or have not ended; with --all: only accounts that need a look',
    parse: parse.yes,
    fallback: false,
  }),
  field: define('--field <FIELD>', {
    about: 'sku: only this field',
    parse: parse.oneOf(...FIELDS),
  }),
  html: defineText('--html <FILE>', { about: 'list, --all: write a page about ninety nights to this file' }),
  nights: define('--nights <N>', {
    about: 'chronic: at least this many runs in a row',
    parse: parse.wholeNumber({ from: 1, to: 10_000, what: 'a number of runs' }),
    fallback: 3,
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
    flags: ['job', 'since', 'failed', 'html', 'all'],
    ofAll: ['job', 'failed', 'html', 'all'],
  },
  { name: 'show', words: ['RUN'], about: 'one run in full', flags: ['job'] },
  {
    name: 'sku',
    words: ['SKU'],
    about: 'what changed it, and when',
    flags: ['job', 'since', 'field'],
  },
  {
    name: 'chronic',
    words: [],
    about: 'what is wrong again and again',
    flags: ['job', 'nights'],
  },
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
export const KEEP_SETTINGS = {
  keepLast: define('--keep-last <N>', {
    about: 'prune: keep the last N runs of each job',
    parse: parse.wholeNumber({ from: 1, to: 9999, what: 'a whole number' }),
  }),
  keepWithin: define('--keep-within <SPAN>', {
    about: 'prune: keep all runs that began within this time before the last one: 12h, 30d, 8w',
    parse: parse.timeSpan({ from: '1h', to: '9999w' }),
  }),
} as const;

/** The account that a local service serves. These are flags only. */
export const ACCOUNT_SETTINGS = {
  listings: define('--listings <N>', {
    about: 'make up an account with N listings',
    parse: parse.wholeNumber({ from: 0, to: 5_000_000, what: 'a whole number' }),
    fallback: 1000,
  }),
  seed: define('--seed <S>', {
    about: 'random seed: the same seed gives the same account and the same faults',
    parse: parse.wholeNumber({ from: 0, to: 2 ** 31, what: 'a whole number' }),
    fallback: 1,
  }),
  catalogue: defineText('--catalogue <FILE>', { about: 'serve the account in this JSON file instead' }),
  sheet: defineText('--sheet <FILE>', {
    about: 'write a price sheet with a few changes for some of the listings to this new file, to try out',
  }),
  save: defineText('--save <FILE>', { about: 'save the account to this JSON file when the service stops' }),
} as const;

/** How a local service behaves where the documented interface leaves it open. */
export const BEHAVIOUR_SETTINGS = {
  port: define('--port <N>', {
    about: 'port on 127.0.0.1; 0: any free port',
    parse: parse.wholeNumber({ from: 0, to: 65_535, what: 'a port' }),
    fallbackText: 'that of a .env that --write-env has written, else 0',
  }),
  key: defineText('--key <TEXT>', {
    about: 'the API key that the service accepts; not a secret',
    fallback: 'sandbox-key',
  }),
  speed: define('--speed <X>', {
    about:
      'speed of its clock: at 1 a manual price takes effect after 30 s to 3 min, at 10 after a tenth of that',
    parse: parse.decimalNumber({ from: 0.01, to: 1_000_000, what: 'a factor' }),
    fallback: 1,
  }),
  nulls: define('--nulls <STYLE>', {
    about:
      'what clears a field in an update: empty, null, both; or ignore, zero: what an empty value does instead',
    parse: parse.oneOf('empty', 'null', 'both', 'ignore', 'zero'),
    fallback: 'empty',
  }),
  log: defineText('--log <FILE>', { about: 'append every request to this file, one JSON object per line' }),
} as const;

/** How a local service misbehaves; a file says more than these flags. */
export const FAULT_SETTINGS = {
  latency: define('--latency <MS>', {
    about: 'milliseconds to wait before each answer: 50, or a range such as 20-200',
    parse: parse.range,
  }),
  rateLimit: define('--rate-limit <N>', {
    about: 'answer 429 to more than N requests per second',
    parse: parse.decimalNumber({ from: 0.1, to: 1_000_000, what: 'a number of requests per second' }),
  }),
  errorRate: define('--error-rate <PCT>', {
    about: 'percentage of requests answered with 500',
    parse: parse.share,
    fallback: 0,
  }),
  resetAfter: define('--reset-after <PCT>', {
    about: 'percentage of connections reset after the request took effect',
    parse: parse.share,
    fallback: 0,
  }),
  faults: defineText('--faults <FILE>', {
    about: 'a JSON file of faults, instead of those above; docs/sandbox.md describes it',
  }),
} as const;
