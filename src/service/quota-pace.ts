import { MAX_PAUSE_MS } from './decide-retry.ts';
import type { Quota } from './read-quota.ts';

export interface QuotaPace {
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
