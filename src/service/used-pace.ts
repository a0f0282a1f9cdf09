interface UsedPace {
  /** A request goes out. */
  leave(now: number): void;
  /** Infinite before the first whole second. */
  readonly perSecond: () => number;
}

/** The pace that requests came to in the last second in which any were sent. */
export function createUsedPace(): UsedPace {
  let second = { from: Number.NEGATIVE_INFINITY, left: 0 };
  let perSecond = Number.POSITIVE_INFINITY;
  return {
    leave: (now) => {
      second.left++;
      const ms = now - second.from;
      if (ms < 1000) return;
      if (ms < 3000) perSecond = (second.left * 1000) / ms;
      second = { from: now, left: 0 };
    },
    perSecond: () => perSecond,
  };
}
