import type { Freshness, Rereading } from '../domain/ports.ts';
import type { Outcome, Update } from '../domain/stages.ts';

/** What became of an update, and what ended the run before it could be sent to its end. */
export interface Settled {
  readonly outcome: Outcome;
  readonly stop?: unknown;
}

/** An update was settled while it waited for its turn: what was read of its listing kept it from being sent. */
export class OvertakenError extends Error {
  readonly settled: Settled;

  constructor(settled: Settled) {
    super(settled.outcome.message);
    this.settled = settled;
  }
}

/** Waiting for the rate limit alone does not cause a second read. Units: milliseconds. */
const PATIENCE_MS = 5000;

/**
 * Watches over the reading that an update rests on while it waits for its turn: a service that asks for a pause may make it wait
 * for minutes.
 *
 * Each time it comes too late the patience doubles. Otherwise a pace that is slower than the span would let it wait for ever.
 */
export function watchFreshness(
  { resolved: { listing } }: Update,
  rereading: Rereading,
  look: () => Promise<Settled | undefined>,
): Freshness {
  let patienceMs = PATIENCE_MS;
  return {
    isStale: () => rereading.isStale(listing, patienceMs),
    renew: async () => {
      patienceMs *= 2;
      const settled = await look();
      if (settled) throw new OvertakenError(settled);
    },
  };
}
