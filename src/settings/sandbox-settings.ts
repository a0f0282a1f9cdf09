import * as parse from './parse-setting.ts';
import { define } from './setting.ts';

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
  catalogue: define('--catalogue <FILE>', {
    about: 'serve the account in this JSON file instead',
    parse: parse.nonBlank,
  }),
  sheet: define('--sheet <FILE>', {
    about: 'write a price sheet with a few changes for some of the listings to this new file, to try out',
    parse: parse.nonBlank,
  }),
  save: define('--save <FILE>', {
    about: 'save the account to this JSON file when the service stops',
    parse: parse.nonBlank,
  }),
} as const;

/** How a local service behaves where the documented interface leaves it open. */
export const BEHAVIOUR_SETTINGS = {
  port: define('--port <N>', {
    about: 'port on 127.0.0.1; 0: any free port',
    parse: parse.wholeNumber({ from: 0, to: 65_535, what: 'a port' }),
    fallbackText: 'that of a .env that --write-env has written, else 0',
  }),
  key: define('--key <TEXT>', {
    about: 'the API key that the service accepts; not a secret',
    parse: parse.nonBlank,
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
  log: define('--log <FILE>', {
    about: 'append every request to this file, one JSON object per line',
    parse: parse.nonBlank,
  }),
} as const;

/** How a local service misbehaves. */
export const FAULT_SETTINGS = {
  latency: define('--latency <MS>', {
    about: 'milliseconds to wait before each answer: 50, or a range such as 20-200',
    parse: parse.range,
  }),
  rateLimit: define('--rate-limit <N>', {
    about: 'answer 429 to more than N requests per second',
    parse: parse.decimalNumber({ from: 0.1, to: 1_000_000, what: 'a number of requests per second' }),
  }),
  limitKind: define('--limit-kind <KIND>', {
    about: 'how --rate-limit counts: bucket (a token bucket, full at the start), fixed-window, sliding-log',
    parse: parse.oneOf('bucket', 'fixed-window', 'sliding-log'),
    fallback: 'bucket',
  }),
  limitBurst: define('--limit-burst <N>', {
    about: 'capacity of the bucket in requests (default: one second of --rate-limit)',
    parse: parse.wholeNumber({ from: 1, to: 1_000_000, what: 'a whole number' }),
  }),
  limitWindow: define('--limit-window <SECONDS>', {
    about: 'length of the fixed window or the sliding log (default: 1)',
    parse: parse.decimalNumber({ from: 0.1, to: 86_400, what: 'a number of seconds' }),
  }),
  limitHeaders: define('--limit-headers <STYLE>', {
    about:
      'headers that advertise the limit: none, draft (RateLimit), separate (RateLimit-Limit, …), x (X-RateLimit-…)',
    parse: parse.oneOf('none', 'draft', 'separate', 'x'),
    fallback: 'none',
  }),
  retryAfter: define('--retry-after <yes|no>', {
    about: 'whether a 429 has a Retry-After header',
    parse: parse.oneOf('yes', 'no'),
    fallback: 'yes',
  }),
  errorRate: define('--error-rate <PCT>', {
    about: 'percentage of requests answered with 500',
    parse: parse.share,
    fallback: 0,
  }),
  resetBefore: define('--reset-before <PCT>', {
    about: 'percentage of connections reset before the request takes effect',
    parse: parse.share,
    fallback: 0,
  }),
  resetAfter: define('--reset-after <PCT>', {
    about: 'percentage of connections reset after the request took effect',
    parse: parse.share,
    fallback: 0,
  }),
  errorBody: define('--error-body <SHAPE>', {
    about: 'body of error answers: nested, flat, html, empty',
    parse: parse.oneOf('nested', 'flat', 'html', 'empty'),
    fallback: 'nested',
  }),
  faults: define('--faults <FILE>', {
    about: 'a JSON file of faults, instead of those above; docs/sandbox.md describes it',
    parse: parse.nonBlank,
  }),
} as const;
