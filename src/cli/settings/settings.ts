import { PLATFORMS } from '../../domain/listing.ts';
import { ROW_RULES, type RowRule, RUN_RULES, type RunRule } from '../../plan/limits.ts';
import { RESOLVE_MODES } from '../../resolve/choose-lookup.ts';
import * as parse from './parse-setting.ts';
import { define } from './setting.ts';
import { showWebhook, WEBHOOK } from './webhook.ts';

/** How to talk to the service. */
export const SERVICE_SETTINGS = {
  baseUrl: define({
    flag: 'base-url',
    argument: 'URL',
    about: 'address of the service, https://…',
    parse: parse.baseUrl,
    env: 'PRICESHEET_BASE_URL',
    required: true,
  }),
  rate: define({
    flag: 'rate',
    argument: 'N|auto',
    about: 'requests per second, over all requests; auto: as many as the service turns out to take',
    parse: parse.rate,
    env: 'PRICESHEET_RATE',
    fallback: 10,
  }),
  concurrency: define({
    flag: 'concurrency',
    argument: 'N',
    about: 'requests in flight at once',
    parse: parse.wholeNumber({ from: 1, to: 256, what: 'a whole number' }),
    fallback: 8,
  }),
  timeout: define({
    flag: 'timeout',
    argument: 'SECONDS',
    about: 'for each attempt at a request',
    parse: parse.decimalNumber({ from: 0.1, to: 3600, what: 'a number of seconds' }),
    fallback: 30,
  }),
  retries: define({
    flag: 'retries',
    argument: 'N',
    about: 'further attempts at a request after the first',
    parse: parse.wholeNumber({ from: 0, to: 100, what: 'a whole number' }),
    fallback: 5,
  }),
} as const;

/** How to read a sheet. */
export const READING_SETTINGS = {
  encoding: define({
    flag: 'encoding',
    argument: 'NAME',
    about: 'utf-8, windows-1252, cp850, … (default: told from the file)',
    parse: parse.encoding,
    layout: true,
  }),
  delimiter: define({
    flag: 'delimiter',
    argument: 'CHAR',
    about: 'between the cells: comma, semicolon, tab, pipe or a character (default: told from the file)',
    parse: parse.delimiter,
    layout: true,
  }),
  quote: define({
    flag: 'quote',
    argument: 'double|single|none',
    about: 'around cells; none: quotes are ordinary characters (default: told from the file)',
    parse: parse.quote,
    layout: true,
  }),
  headerRow: define({
    flag: 'header-row',
    argument: 'LINE|none',
    about: 'line of the header; none: there is none, see --map (default: told from the file)',
    parse: parse.headerRow,
    layout: true,
  }),
  map: define({
    flag: 'map',
    argument: 'FIELD=HEADER,…',
    about:
      'which column is which, by header or letter: sku=Material,cost=E; a field without a header has none (default: told from the headers)',
    parse: parse.columnMap,
    byEntry: true,
  }),
  decimal: define({
    flag: 'decimal',
    argument: '.|,',
    about: 'decimal sign of the amounts (default: told from each column)',
    parse: parse.oneOf('.', ','),
  }),
  money: define({
    flag: 'money',
    argument: 'major|cents',
    about: 'what amounts are in: 12.99, or 1299',
    parse: parse.oneOf('major', 'cents'),
    fallback: 'major',
  }),
  round: define({
    flag: 'round',
    argument: 'HOW',
    about:
      'amounts finer than a cent: error, half-up, half-even, up, down (default: half-up for cost, else error)',
    parse: parse.oneOf('error', 'half-up', 'half-even', 'up', 'down'),
  }),
  clearToken: define({
    flag: 'clear-token',
    argument: 'TEXT',
    about: 'the cell that clears a field',
    parse: parse.clearToken,
    fallback: 'null',
  }),
  skuPad: define({
    flag: 'sku-pad',
    argument: 'N',
    about: 'fill up SKUs of digits alone with zeros to so many digits',
    parse: parse.wholeNumber({ from: 1, to: 64, what: 'a number of digits' }),
  }),
  job: define({
    flag: 'job',
    argument: 'NAME',
    about: "what this sheet is called from run to run (default: the file's name without its date)",
    parse: parse.nonBlank,
    flagOnly: true,
  }),
  duplicates: define({
    flag: 'duplicates',
    argument: 'error|first|last',
    about: 'several rows for one listing that disagree',
    parse: parse.oneOf('error', 'first', 'last'),
    fallback: 'error',
  }),
} as const;

/** Which listings a row means. */
export const MATCH_SETTINGS = {
  currency: define({
    flag: 'currency',
    argument: 'CODE',
    about: 'currency of rows that name none',
    parse: parse.currency,
    env: 'PRICESHEET_CURRENCY',
  }),
  platform: define({
    flag: 'platform',
    argument: 'NAME',
    about: `only match listings of this platform: ${PLATFORMS.join(', ')}`,
    parse: parse.oneOf(...PLATFORMS),
  }),
  channel: define({
    flag: 'channel',
    argument: 'ID',
    about: 'only match listings of this channel',
    parse: parse.nonBlank,
  }),
  status: define({
    flag: 'status',
    argument: 'active|inactive',
    about: 'only match listings with this status',
    parse: parse.oneOf('active', 'inactive'),
  }),
  skuIgnoreCase: define({
    flag: 'sku-ignore-case',
    about: 'a SKU also means the one listing whose SKU differs in case only',
    parse: parse.yes,
    fallback: false,
  }),
  match: define({
    flag: 'match',
    argument: 'one|all',
    about: 'a SKU with several listings: an error for the row, or update them all',
    parse: parse.oneOf('one', 'all'),
    fallback: 'one',
  }),
} as const;

/** How far a run may go. */
export const GUARD_SETTINGS = {
  maxChange: define({
    flag: 'max-change',
    argument: 'PCT',
    about: 'an amount that moves by more is blocked (row)',
    parse: parse.percentage,
    fallback: 50,
  }),
  maxUpdates: define({
    flag: 'max-updates',
    argument: 'N|PCT%',
    about: 'more updates than that stop the run before the first (default: no limit)',
    parse: parse.countOrPercent,
  }),
  maxClears: define({
    flag: 'max-clears',
    argument: 'N|PCT%',
    about: 'likewise for cleared fields; a percentage counts from 10 rows up',
    parse: parse.countOrPercent,
    fallback: { kind: 'percent', percent: 10 },
    fallbackText: '10%',
  }),
  maxInvalid: define({
    flag: 'max-invalid',
    argument: 'PCT',
    about: 'more invalid rows than that stop the run, from 10 rows up',
    parse: parse.percentage,
    fallback: 10,
  }),
  maxMissing: define({
    flag: 'max-missing',
    argument: 'PCT',
    about: 'likewise for SKUs that are not listed (default: no limit)',
    parse: parse.percentage,
  }),
  missing: define({
    flag: 'missing',
    argument: 'attention|ok',
    about: 'ok: SKUs that are not listed are expected',
    parse: parse.oneOf('attention', 'ok'),
    fallback: 'attention',
  }),
  allow: define({
    flag: 'allow',
    argument: 'RULE,…',
    about: 'guard rules to let pass, for this run',
    parse: parse.listOf(...ROW_RULES, ...RUN_RULES),
    fallback: new Set<RowRule | RunRule>(),
    fallbackText: 'none',
    once: true,
  }),
} as const;

/** How to run. */
export const RUN_SETTINGS = {
  resolve: define({
    flag: 'resolve',
    argument: 'auto|sku|scan',
    about: 'look each SKU up, or page through the account; auto: whichever takes fewer requests',
    parse: parse.oneOf(...RESOLVE_MODES),
    fallback: 'auto',
  }),
  nullAs: define({
    flag: 'null-as',
    argument: 'empty|null',
    about: 'how a cleared field is written in the query string',
    parse: parse.oneOf('empty', 'null'),
    env: 'PRICESHEET_NULL_AS',
    fallback: 'empty',
  }),
  reread: define({
    flag: 'reread',
    argument: 'AGE|0|off',
    about:
      'listings that were read longer ago are read again before they are updated: 30s, 5m, 1h; 0: always, off: never',
    parse: parse.age,
    fallback: 300_000,
    fallbackText: '5m',
  }),
  maxFailures: define({
    flag: 'max-failures',
    argument: 'N|PCT%',
    about: 'so many failed lookups or updates stop the run',
    parse: parse.countOrPercent,
    fallback: { kind: 'count', count: 20 },
    fallbackText: '20',
  }),
  waitLock: define({
    flag: 'wait-lock',
    argument: 'SECONDS',
    about: 'how long to wait for another run on the same account to end',
    parse: parse.decimalNumber({ from: 0, to: 86_400, what: 'a number of seconds' }),
    fallback: 0,
  }),
  out: define({
    flag: 'out',
    argument: 'DIR',
    about: 'the run folder (default: runs/<UTC time>-<sheet name>)',
    parse: parse.nonBlank,
    env: 'PRICESHEET_OUT',
    once: true,
  }),
} as const;

/** Who else is told how a run ended. */
export const TELL_SETTINGS = {
  metrics: define({
    flag: 'metrics',
    argument: 'FILE',
    about: 'keep how the last run went in this file, for Prometheus to collect',
    parse: parse.nonBlank,
    env: 'PRICESHEET_METRICS',
  }),
  webhook: define({
    flag: 'webhook',
    argument: 'URL',
    about:
      'post a message there when a job begins to fail, still fails, or is well again; better set by its variable',
    parse: parse.webhook,
    env: WEBHOOK,
    show: showWebhook,
  }),
  webhookFormat: define({
    flag: 'webhook-format',
    argument: 'json|slack',
    about: 'what is posted there (default: slack for hooks.slack.com, else json)',
    parse: parse.oneOf('json', 'slack'),
    env: 'PRICESHEET_WEBHOOK_FORMAT',
  }),
} as const;

/** Which part of the sheet a run is over. The files that it leaves are whole again, so they are read without it. */
export const SHARD_SETTINGS = {
  shard: define({
    flag: 'shard',
    argument: 'I/N',
    about:
      'only the part I of N of the rows, so that N runs share the sheet; --rate is for all of them together',
    parse: parse.shard,
    layout: true,
    flagOnly: true,
  }),
} as const;

/** Every setting that a flag, an environment variable or the config file can give, by the name the code knows it by. */
export const SETTINGS = {
  ...SERVICE_SETTINGS,
  ...READING_SETTINGS,
  ...MATCH_SETTINGS,
  ...GUARD_SETTINGS,
  ...RUN_SETTINGS,
  ...TELL_SETTINGS,
  ...SHARD_SETTINGS,
};
