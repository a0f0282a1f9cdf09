import { type Faults, parseFaults } from './faults.ts';
import { type GoneCursors, goneCursorStyles } from './gone-cursors.ts';
import { type NullStyle, nullStyles } from './parse-nullable.ts';
import { SandboxError } from './sandbox-error.ts';

/** The settings of a sandbox that have a default. */
export interface SandboxSettings {
  /** The one key that is accepted. Default `sandbox-key`. */
  readonly apiKey?: string;
  /** `127.0.0.1` (default), `::1` or `localhost`, which is taken as 127.0.0.1. */
  readonly host?: string;
  /** Default 0, any free port. */
  readonly port?: number;
  /** How many times as fast as `now` the sandbox's own clock runs, on which manual prices become due. Default 1. */
  readonly speed?: number;
  /** Epoch milliseconds, default `Date.now`. Also the time of the rate limit and the log, without `speed`. */
  readonly now?: () => number;
  /** Decides every delay of a manual price and every random fault. Default 1. */
  readonly seed?: number;
  /** How a null is written in an update. Default `empty`. */
  readonly nulls?: NullStyle;
  /** What a page after a listing that was removed is. Default `refused`. */
  readonly goneCursors?: GoneCursors;
  readonly faults?: Faults;
  /** How many of the latest requests to keep in `requests`. Default 100 000; 0 keeps none. */
  readonly keepRequests?: number;
}

const loopbackHosts: ReadonlyMap<string, string> = new Map([
  ['127.0.0.1', '127.0.0.1'],
  // Not looked up: a hosts file may send the name anywhere.
  ['localhost', '127.0.0.1'],
  ['::1', '::1'],
]);

/**
 * Fills in defaults and checks the rest.
 *
 * Errors: `SandboxError` `invalid_option` for the first setting that can't be used, `invalid_faults` for faults.
 */
export function readOptions(raw: SandboxSettings): Required<SandboxSettings> {
  const { apiKey = 'sandbox-key', host = '127.0.0.1', port = 0, speed = 1, seed = 1 } = raw;
  const { now = Date.now, nulls = 'empty', goneCursors = 'refused', keepRequests = 100_000 } = raw;
  const address = loopbackHosts.get(host);
  if (address === undefined) {
    throw refuse(
      'host',
      host,
      'it must be 127.0.0.1, ::1 or localhost, the sandbox serves this computer only',
    );
  }
  check(/^[\x21-\x39\x3b-\x7e]+$/.test(apiKey), 'apiKey', '(hidden)', 'it must be visible ASCII without ":"');
  check(isWhole(port) && port <= 65_535, 'port', port, 'it must be 0 to 65535');
  check(Number.isFinite(speed) && speed > 0, 'speed', speed, 'it must be above 0');
  check(isWhole(seed), 'seed', seed, 'it must be a whole number of 0 or more');
  check(isWhole(keepRequests), 'keepRequests', keepRequests, 'it must be a whole number of 0 or more');
  check(nullStyles.includes(nulls), 'nulls', nulls, `it must be one of ${nullStyles.join(', ')}`);
  check(
    goneCursorStyles.includes(goneCursors),
    'goneCursors',
    goneCursors,
    `it must be one of ${goneCursorStyles.join(', ')}`,
  );
  const faults = parseFaults(raw.faults ?? {});
  return { apiKey, host: address, port, speed, now, seed, nulls, goneCursors, faults, keepRequests };
}

function isWhole(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0;
}

function check(holds: boolean, option: string, value: unknown, expected: string): void {
  if (!holds) throw refuse(option, value, expected);
}

function refuse(option: string, value: unknown, expected: string): SandboxError {
  return new SandboxError('invalid_option', `Cannot use ${option} "${String(value)}": ${expected}`);
}
