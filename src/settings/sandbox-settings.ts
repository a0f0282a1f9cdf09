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
  faults: define('--faults <FILE>', {
    about: 'a JSON file of faults, instead of those above; docs/sandbox.md describes it',
    parse: parse.nonBlank,
  }),
} as const;
