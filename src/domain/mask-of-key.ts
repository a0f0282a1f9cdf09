import type { Redact, Secret } from './secret.ts';

/** A key that is shorter may be a mere word, as keys of a sandbox are: SKUs may hold it too, and are no secret. Units: characters. */
const SHORTEST_MASKED = 8;

/** Masks a key in sheets; `undefined` if it is too short to be distinguished from words. */
export function maskOfKey(key: Secret): Redact | undefined {
  return key.reveal().length < SHORTEST_MASKED ? undefined : key.redact;
}
