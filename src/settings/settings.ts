import { PLATFORMS } from '../domain/listing.ts';
import { DRIFT_POLICIES, ROW_RULES, type RowRule, RUN_RULES, type RunRule } from '../plan/guard-rules.ts';
import { RESOLVE_MODES } from '../resolve/choose-lookup.ts';
import { DATE_ORDERS } from '../sheet/dates.ts';
import type { Condition } from '../sheet/row-filter.ts';
import * as lists from './parse-lists.ts';
import * as parse from './parse-setting.ts';
import { define, defineText } from './setting.ts';

/** How to talk to the service. */
export const SERVICE_SETTINGS = {
  baseUrl: define('--base-url <URL>', {
    about: 'address of the service, https://…',
    parse: parse.baseUrl,
    required: 'https://your-service.example/v1',
  }),
  rate: define('--rate <N|auto>', {
    about: 'at most this many requests per second in all; auto: find out how many the service accepts',
    parse: parse.wordOr(
      'auto',
      parse.decimalNumber({ from: 0.01, to: 100_000, what: 'a number of requests per second' }),
    ),
    fallback: 10,
  }),
  concurrency: define('concurrency <N|auto>', {
    about: 'requests in flight at once; auto: as many as the rate needs, at most 256',
    parse: parse.wordOr('auto', parse.wholeNumber({ from: 1, to: 256, what: 'a whole number' })),
    fallback: 'auto',
  }),
  timeout: define('timeout <SECONDS>', {
    about: 'time limit of each attempt at a request, in seconds',
    parse: parse.decimalNumber({ from: 0.1, to: 3600, what: 'a number of seconds' }),
    fallback: 30,
  }),
  retries: define('retries <N>', {
    about: 'further attempts at a request after the first one',
    parse: parse.wholeNumber({ from: 0, to: 100, what: 'a whole number' }),
    fallback: 5,
  }),
} as const;

/** Which file the sheet is, and what becomes of it. A run's own files are read without it. */
export const FILE_SETTINGS = {
  newest: define('--newest', {
    about: 'read the newest file that matches SHEET, a pattern in quotes such as "drop/costs-*.csv"',
    parse: parse.yes,
    layout: true,
  }),
  maxAge: define('--max-age <AGE>', {
    about: 'a sheet that was modified longer ago than this stops the run: 90m, 30h, 7d (default: no limit)',
    parse: parse.timeSpan({ from: '1s', to: '3650d' }),
    layout: true,
  }),
  settle: define('--settle <TIME>', {
    about: 'wait until the file has been unchanged for this long: 10s, 2m (default: do not wait)',
    parse: parse.timeSpan({ from: '0s', to: '1h' }),
    layout: true,
  }),
  doneTo: defineText('--done-to <DIR>', {
    about: 'move the file to this folder after a run that ends with exit code 0 or 3 (default: leave it)',
    layout: true,
  }),
} as const;

/** How to read a sheet. */
export const READING_SETTINGS = {
  encoding: define('--encoding <NAME>', {
    about: 'utf-8, windows-1252, cp850, … (default: detected)',
    parse: parse.encoding,
    layout: true,
  }),
  delimiter: define('--delimiter <CHAR>', {
    about:
      'separator of the cells: comma, semicolon, tab, pipe or a character (default: detected; of an export, comma)',
    parse: parse.delimiter,
    layout: true,
  }),
  quote: define('quote <double|single|none>', {
    about: 'quotation mark around cells; none: quotes are ordinary characters (default: detected)',
    parse: parse.quote,
    layout: true,
  }),
  headerRow: define('--header-row <LINE|none>', {
    about: 'line of the header; none: the sheet has no header, use --map (default: detected)',
    parse: parse.wordOr('none', parse.line),
    layout: true,
  }),
  map: define('--map <FIELD=HEADER,…>', {
    about:
      'which column holds which field, by header or letter: sku=Material,cost=E; "cost=" for a field without a column (default: by the headers)',
    parse: lists.columnMap,
    byEntry: lists.layOver,
  }),
  leaveOut: define('--leave-out <HEADER,…>', {
    about:
      'columns that are left out on purpose, so that a run that nobody watches does not stop because of them',
    parse: lists.leftOut,
    layout: true,
  }),
  currencies: define('currencies <FIELD>', {
    about: 'the currencies in a column of amounts that has several, which check --save-mapping keeps',
    parse: lists.fieldCurrencies,
    layout: true,
  }),
  notes: define('--notes <TEXT>', {
    about: 'a line above or below the rows that changes no amount, so that it stops no run (sheet_note)',
    parse: lists.settledNotes,
    byEntry: lists.layOver,
    layout: true,
  }),
  decimal: define('--decimal <.|,>', {
    about: 'decimal sign of the amounts (default: detected for each column; of an export, ".")',
    parse: parse.oneOf('.', ','),
  }),
  dateOrder: define('--date-order <dmy|mdy|ymd>', {
    about: 'order of day, month and year in dates such as 01/02/2026 (default: detected)',
    parse: parse.oneOf(...DATE_ORDERS),
  }),
  asOf: define('--as-of <DATE>', {
    about: 'the day for which valid_from and valid_to are read, such as 2026-12-31 (default: today)',
    parse: parse.day,
    from: 'flag',
  }),
  money: define('--money <major|cents>', {
    about: 'unit of the amounts: 12.99, or 1299',
    parse: parse.oneOf('major', 'cents'),
    fallback: 'major',
  }),
  round: define('--round <HOW>', {
    about:
      'how to round amounts finer than a cent: error, half-up, half-even, up, down (default: half-up for cost, else error)',
    parse: parse.oneOf('error', 'half-up', 'half-even', 'up', 'down'),
  }),
  units: define('--units <WORD=N,…>', {
    about:
      'how many pieces a unit in the column "unit" has: DZ=12,CS=24; "=1" for blank cells (default: words for one piece)',
    parse: lists.unitSizes,
    byEntry: lists.layOver,
  }),
  costPer: define('--cost-per <N>', {
    about: 'every cost is for N pieces, if the sheet itself does not say so',
    parse: parse.wholeNumber({ from: 1, to: 999_999_999, what: 'a number of pieces' }),
    fallbackText: '1',
  }),
  clearToken: define('clear-token <TEXT>', {
    about: 'the cell that clears a field',
    parse: parse.clearToken,
    fallback: 'null',
  }),
  skuPad: define('sku-pad <N>', {
    about: 'pad SKUs that are only digits with leading zeros to N digits',
    parse: parse.wholeNumber({ from: 1, to: 64, what: 'a number of digits' }),
  }),
  where: define('--where <HEADER=VALUE,…>', {
    about:
      'only these rows count: warehouse=MAIN,status!=ended; "HEADER=" for blank cells; may be given several times',
    parse: lists.conditions,
    byEntry: lists.layOverConditions,
    fallback: [] as readonly Condition[],
    fallbackText: 'all',
    layout: true,
  }),
  job: defineText('--job <NAME>', {
    about:
      "a name for this sheet that stays the same from run to run (default: the file's name without its date)",
    from: 'flag',
  }),
  duplicates: define('--duplicates <error|first|last>', {
    about: 'what to do with rows for the same listing that disagree',
    parse: parse.oneOf('error', 'first', 'last'),
    fallback: 'error',
  }),
} as const;

/** Which listings of the account there are, for a run or an export. */
export const FILTER_SETTINGS = {
  platform: define('--platform <NAME>', {
    about: `only listings of this platform: ${PLATFORMS.join(', ')}`,
    parse: parse.oneOf(...PLATFORMS),
  }),
  channel: defineText('--channel <ID>', { about: 'only listings of this channel' }),
  status: define('--status <active|inactive>', {
    about: 'only listings with this status',
    parse: parse.oneOf('active', 'inactive'),
  }),
} as const;

/** Which listings a row refers to. */
export const MATCH_SETTINGS = {
  currency: define('--currency <CODE>', {
    about: 'currency of rows without one',
    parse: parse.currency,
  }),
  ...FILTER_SETTINGS,
  match: define('--match <one|all>', {
    about: 'a SKU with several listings: one makes the row ambiguous, all updates them all',
    parse: parse.oneOf('one', 'all'),
    fallback: 'one',
  }),
} as const;

/** How far a run may go. */
export const GUARD_SETTINGS = {
  maxChange: define('--max-change <PCT>', {
    about: 'block a row in which an amount changes by more than this percentage',
    parse: parse.percentage,
    fallback: 50,
  }),
  maxUpdates: define('--max-updates <N|PCT%>', {
    about: 'more updates than this stop the run before the first one (default: no limit)',
    parse: parse.countOrPercent,
  }),
  maxClears: define('--max-clears <N|PCT%>', {
    about: 'the same for cleared fields; a percentage applies from 10 rows up',
    parse: parse.countOrPercent,
    fallback: { kind: 'percent', percent: 10 },
    fallbackText: '10%',
  }),
  maxInvalid: define('--max-invalid <PCT>', {
    about: 'more invalid rows than this stop the run, from 10 rows up',
    parse: parse.percentage,
    fallback: 10,
  }),
  maxMissing: define('--max-missing <PCT>', {
    about: 'the same for SKUs that have no listing (default: no limit)',
    parse: parse.percentage,
  }),
  minRows: define('--min-rows <PCT>', {
    about: 'fewer SKUs than this share of the usual number stop the run, once the job has run before',
    parse: parse.percentage,
    fallback: 70,
  }),
  drift: define('--drift <overwrite|hold|stop>', {
    about: 'what to do if somebody else changed a field since sheet and service last agreed on it',
    parse: parse.oneOf(...DRIFT_POLICIES),
    fallback: 'overwrite',
  }),
  holdOver: define('--hold-over <PCT>', {
    about:
      'hold rows in which an amount changes by more than this percentage for a person to approve, and send the rest (default: hold none)',
    parse: parse.percentage,
  }),
  fee: define('fee <AMOUNT>', {
    about:
      'what a sale of a unit costs besides, such as 0.30, which below_cost adds to the cost; a column "fee" overrides it (default: nothing)',
    parse: parse.feeAmount,
  }),
  feePercent: define('fee-percent <PCT>', {
    about: 'likewise, in percent of the price; a column "fee_percent" overrides it (default: nothing)',
    parse: parse.feeShare,
  }),
  missing: define('--missing <attention|ok>', {
    about: 'whether SKUs without a listing need attention; ok: they are expected',
    parse: parse.oneOf('attention', 'ok'),
    fallback: 'attention',
  }),
  allow: define('--allow <RULE,…>', {
    from: 'flag',
    about: 'guard rules to skip in this run',
    parse: lists.listOf(...ROW_RULES, ...RUN_RULES),
    fallback: new Set<RowRule | RunRule>(),
    fallbackText: 'none',
    once: true,
  }),
} as const;

/** Of commands that only read it too. */
export const HISTORY_PLACE = defineText('--history <DIR|off>', {
  about: 'where the history of all runs is kept; off: keep none, and compare with none',
  fallback: 'runs/.history',
});

/** How to run. */
export const RUN_SETTINGS = {
  resolve: define('--resolve <auto|sku|scan>', {
    about: 'look each SKU up, or page through the account (scan); auto: whichever takes fewer requests',
    parse: parse.oneOf(...RESOLVE_MODES),
    fallback: 'auto',
  }),
  nullAs: define('null-as <empty|null>', {
    about: 'how a cleared field is written in the query string',
    parse: parse.oneOf('empty', 'null'),
    fallback: 'empty',
  }),
  reread: define('reread <AGE|0|off>', {
    about:
      'read a listing again before its update if it was read longer ago than this: 30s, 5m, 1h; 0: always, off: never',
    parse: parse.wordOr('off', parse.timeSpan({ from: '0s', to: '24h' })),
    fallback: 300_000,
    fallbackText: '5m',
  }),
  followUp: define('--follow-up', {
    about: 'after the last update, wait up to 5 minutes for manual prices to show in their listings',
    parse: parse.yes,
    fallbackText: 'on without a terminal',
    negative: 'do not wait for manual prices',
  }),
  maxFailures: define('max-failures <N|PCT%>', {
    about: 'stop the run after this many failed lookups or updates',
    parse: parse.countOrPercent,
    fallback: { kind: 'count', count: 20 },
    fallbackText: '20',
  }),
  attention: define('--attention <new|all|ok>', {
    about: 'which rows make exit code 3: rows that did not need attention last time, all, or none',
    parse: parse.oneOf('new', 'all', 'ok'),
    fallback: 'all',
  }),
  history: HISTORY_PLACE,
  waitLock: define('wait-lock <SECONDS>', {
    about: 'how many seconds to wait until another run on the same account ends',
    parse: parse.decimalNumber({ from: 0, to: 86_400, what: 'a number of seconds' }),
    fallback: 0,
  }),
  out: defineText('--out <DIR>', {
    about: 'the run folder (default: runs/<UTC time>-<name>)',
    from: 'environment',
    once: true,
  }),
  events: defineText('--events <FILE>', {
    about: 'write events to this file during the run, one JSON document a line (default: nowhere)',
    once: true,
    from: 'flag',
  }),
} as const;

/** Who else is notified of how a run ended. */
export const NOTIFY_SETTINGS = {
  metrics: defineText('metrics <FILE>', {
    about: 'write the outcome of the last run of each job to this file, for Prometheus',
  }),
  webhook: define('webhook <URL>', {
    about:
      'post a message there when a job starts to fail, still fails or recovers; a secret, so better set by the variable',
    parse: parse.webhook,
    show: parse.showWebhook,
  }),
  webhookFormat: define('webhook-format <json|slack>', {
    about: 'format of these messages (default: slack for hooks.slack.com, else json)',
    parse: parse.oneOf('json', 'slack'),
  }),
} as const;

/** What `sync` and `diff` read. */
export const SYNC_SETTINGS = {
  ...SERVICE_SETTINGS,
  ...FILE_SETTINGS,
  ...READING_SETTINGS,
  ...MATCH_SETTINGS,
  ...GUARD_SETTINGS,
  ...RUN_SETTINGS,
  ...NOTIFY_SETTINGS,
};

/** Every setting that a config file or an environment variable can give, and flags of `sync`, by its name in the code. */
export const SETTINGS = {
  ...SYNC_SETTINGS,
  approvalAge: define('approval-age <AGE>', {
    about: 'refuse a review file that was last changed longer ago than this: 30m, 24h, 3d',
    parse: parse.timeSpan({ from: '1m', to: '366d' }),
    fallback: 24 * 3_600_000,
    fallbackText: '24h',
  }),
  strategyNames: define('strategy-names', {
    about: 'write the names of strategies into an export instead of their ids, where a name is unambiguous',
    parse: parse.yes,
    fallback: false,
  }),
} as const;
