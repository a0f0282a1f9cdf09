import type { Permit } from './permit.ts';
import { type QuotaPace, quotaPace } from './quota-pace.ts';
import type { Quota } from './read-quota.ts';

/** The pace that the service advertises, until it expires. */
interface AdvertisedPace {
  /** Infinite if nothing is advertised. Units: requests per second. */
  readonly perSecond: (now: number) => number;
  readonly until: () => number;
  /** Takes what the answer to a request advertised; `undefined` if a later request was answered before. */
  note(given: Permit, quota: Quota, situation: Situation): QuotaPace | undefined;
}

interface Situation {
  readonly now: number;
  /** Requests sent after the one that was answered. */
  readonly underWay: number;
}

export function createAdvertisedPace(): AdvertisedPace {
  let perSecond = Number.POSITIVE_INFINITY;
  let until = Number.NEGATIVE_INFINITY;
  let advertisedBy = -1;
  /** The longest reset time seen, used as the window if the service names none. */
  let maxResetMs = 0;
  return {
    perSecond: (now) => (now < until ? perSecond : Number.POSITIVE_INFINITY),
    until: () => until,
    note: ({ index, ratePerSecond }, quota, { now, underWay }) => {
      // Answers may come out of order; the one to the latest request is the one that counts.
      if (index < advertisedBy) return undefined;
      advertisedBy = index;
      maxResetMs = Math.max(maxResetMs, quota.resetMs);
      const windowMs = quota.windowMs ?? (maxResetMs > 0 ? wholeSeconds(maxResetMs) : undefined);
      const pace = quotaPace({ ...quota, windowMs }, { underWay, perSecond: ratePerSecond });
      perSecond = pace.perSecond ?? Number.POSITIVE_INFINITY;
      until = pace.perSecond === undefined ? Number.NEGATIVE_INFINITY : now + quota.resetMs;
      return pace;
    },
  };
}

/** A reset given as a time of day has a fraction from rounding. */
function wholeSeconds(ms: number): number {
  return Math.max(1, Math.floor(ms / 1000)) * 1000;
}
