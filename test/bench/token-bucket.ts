export interface TokenBucket {
  /** Takes a token; false when there is none. */
  take(): boolean;
  /** Whole seconds until there is a token again, at least 1: what Retry-After says. */
  secondsToNext(): number;
}

/** A bucket that is full at first. Units: `now` in milliseconds. */
export function createTokenBucket({
  perSecond,
  burst,
  now,
}: {
  readonly perSecond: number;
  readonly burst: number;
  readonly now: () => number;
}): TokenBucket {
  let tokens = burst;
  let filledAt = now();
  return {
    take: () => {
      const time = now();
      tokens = Math.min(burst, tokens + ((time - filledAt) / 1000) * perSecond);
      filledAt = time;
      if (tokens < 1) return false;
      tokens--;
      return true;
    },
    secondsToNext: () => Math.max(1, Math.ceil((1 - tokens) / perSecond)),
  };
}
