export interface TokenBucket {
  /** Takes a token; false when there is none. */
  take(): boolean;
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
  };
}
