import type { Quota } from './read-quota.ts';
import type { Permit } from './request-queue.ts';
import { MAX_PAUSE_MS } from './retries.ts';

/** The pace that the service advertises, until it expires. */
export function createAdvertisedPace() {
  let perSecond = Number.POSITIVE_INFINITY;
  let until = Number.NEGATIVE_INFINITY;
  let advertisedBy = -1;
  /** The longest reset time seen, used as the window if the service names none. */
  let maxResetMs = 0;
  return {
    /** Infinite if nothing is advertised. Units: requests per second. */
    perSecond: (now: number) => (now < until ? perSecond : Number.POSITIVE_INFINITY),
    until: () => until,
    /**
     * Takes what the answer to a request advertised, at `now` and with `underWay` requests sent after that one; `undefined` if a later
     * request was answered before.
     */
    note: (
      { index, ratePerSecond }: Permit,
      quota: Quota,
      { now, underWay }: { readonly now: number; readonly underWay: number },
    ): QuotaPace | undefined => {
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

interface QuotaPace {
  /** Units: requests per second. */
  readonly perSecond: number | undefined;
  /** Nothing may be sent for so long. */
  readonly closeMs: number | undefined;
}

/** Whole seconds are too coarse to divide by below this. */
const COARSE_MS = 2000;
/** Quotas with a longer reset are not spread out: a run has to end. */
const MAX_SPREAD_MS = 120_000;
/** Windows of a second begin when they like; a little is left over for that. */
const SHARE = 0.99;
/** A reset in "0 seconds" is up to one away. */
const SHORTEST_CLOSE_MS = 250;

interface Situation {
  /** Requests sent after the one whose answer gave the quota, which does not count them. */
  readonly underWay: number;
  /** The pace of late. */
  readonly perSecond: number;
}

/** The pace at which what remains of a quota lasts until there is more, so that nothing is refused. */
export function quotaPace(
  { remaining, resetMs, limit, windowMs }: Quota,
  { underWay, perSecond }: Situation,
): QuotaPace {
  const isCoarse = resetMs <= COARSE_MS;
  const rest = isCoarse ? remaining : remaining - underWay;
  if (rest <= 0) return { perSecond: undefined, closeMs: closeFor() };
  if (resetMs > MAX_SPREAD_MS) return { perSecond: undefined, closeMs: undefined };
  if (!isCoarse) return { perSecond: (rest * 1000) / resetMs, closeMs: undefined };
  if (limit === undefined || windowMs === undefined) return { perSecond: undefined, closeMs: undefined };
  return { perSecond: (SHARE * limit * 1000) / windowMs, closeMs: undefined };

  /** A whole second may be much more than is left of the window, and there is a better guess: how long ago this pace began it. */
  function closeFor(): number | undefined {
    const sinceFirstMs = limit === undefined ? Number.NaN : ((limit - 1) * 1000) / perSecond;
    const leftMs = (windowMs ?? Number.NaN) - sinceFirstMs;
    if (isCoarse && leftMs > 0) return Math.min(resetMs, leftMs);
    return resetMs > MAX_PAUSE_MS ? undefined : Math.max(SHORTEST_CLOSE_MS, resetMs);
  }
}
