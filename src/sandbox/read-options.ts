import { type Faults, parseFaults } from './faults.ts';
import type { GoneCursors } from './gone-cursors.ts';
import type { NullStyle } from './parse-nullable.ts';
import { SandboxError } from './sandbox-error.ts';

/** The settings of a sandbox that have a default. */
export interface SandboxSettings {
  /** The one key that is accepted. Default `sandbox-key`. */
  readonly apiKey?: string;
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
  /** Whether `requests` is filled. Default true. */
  readonly keepsRequests?: boolean;
}

/**
 * Fills in defaults and checks what a person may have written.
 *
 * Errors: `SandboxError` `invalid_option` for a key that can't be used, `invalid_faults` for faults.
 */
export function readOptions(raw: SandboxSettings): Required<SandboxSettings> {
  const { apiKey = 'sandbox-key', port = 0, speed = 1, seed = 1, keepsRequests = true } = raw;
  const { now = Date.now, nulls = 'empty', goneCursors = 'refused' } = raw;
  if (!/^[\x21-\x39\x3b-\x7e]+$/.test(apiKey))
    throw new SandboxError('invalid_option', 'Cannot use apiKey: it must be visible ASCII without ":"');
  const faults = parseFaults(raw.faults ?? {});
  return { apiKey, port, speed, now, seed, nulls, goneCursors, faults, keepsRequests };
}
