import { inFlightAt } from './request-gate.ts';

/** Finds out whether the limit on requests in flight keeps the rate down. */
export interface ConcurrencyMonitor {
  /** A request goes out. `waited`: the pace held it up. */
  note(request: { readonly waited: boolean; readonly inFlight: number }): void;
  /**
   * How many in flight would be enough, if the bound held most requests up; 0 if the rate to reach is unknown. Units: requests
   * per second.
   */
  wanted(pace: {
    readonly roundTripMs: number | undefined;
    readonly maxPerSecond: number | undefined;
  }): number | undefined;
}

/** Fewer requests prove nothing: the first ones are never paced. */
const FEWEST = 50;
const MAX_OF_THEM = 0.5;

/**
 * A request that the pace doesn't hold up, though as many are in flight as may be, was held up by that bound. `concurrency`
 * in flight make no more than `concurrency` in a round trip, so a rate takes as many as it sends in one, and one more.
 */
export function createConcurrencyMonitor(concurrency: number): ConcurrencyMonitor {
  let sent = 0;
  let held = 0;
  return {
    note: ({ waited, inFlight }) => {
      sent++;
      if (!waited && inFlight >= concurrency) held++;
    },
    wanted: ({ roundTripMs, maxPerSecond }) => {
      if (sent < FEWEST || held < sent * MAX_OF_THEM || roundTripMs === undefined) return undefined;
      if (maxPerSecond === undefined) return 0;
      const wanted = inFlightAt({ perSecond: maxPerSecond, roundTripMs });
      return wanted > concurrency ? wanted : undefined;
    },
  };
}
