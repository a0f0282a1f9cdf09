import type { Faults } from './faults.ts';
import { parseFaults } from './faults.ts';
import { type GoneCursors, goneCursorStyles } from './gone-cursors.ts';
import { type NullStyle, nullStyles } from './parse-nullable.ts';
import { SandboxError } from './sandbox-error.ts';

/** The settings of a sandbox that have a default, unchecked. `SandboxOptions` has their meanings and defaults. */
interface RawSettings {
  readonly apiKey?: string;
  readonly host?: string;
  readonly port?: number;
  readonly speed?: number;
  readonly now?: () => number;
  readonly seed?: number;
  readonly nulls?: NullStyle;
  readonly goneCursors?: GoneCursors;
  readonly faults?: Faults;
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
export function readOptions(raw: RawSettings): Required<RawSettings> {
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
