/** Requests that were let through, by the clock of the service. */
export interface Phase {
  readonly count: number;
  /** Milliseconds from the first to the last. */
  readonly spanMs: number;
  /** The most that came within any second. */
  readonly busiestSecond: number;
}

export interface ServiceStats {
  readonly reads: Phase;
  readonly writes: Phase;
  readonly all: Phase;
  /** Those of the reads that asked for one SKU. */
  readonly lookups: number;
  /** Answered 429; they are in no phase. */
  readonly refused: number;
}

/** Sums up the times of requests, in milliseconds and in order. */
export function summarise(times: readonly number[]): Phase {
  let busiestSecond = 0;
  let tail = 0;
  for (const [index, time] of times.entries()) {
    while (time - (times[tail] ?? time) >= 1000) tail++;
    busiestSecond = Math.max(busiestSecond, index - tail + 1);
  }
  return { count: times.length, spanMs: (times.at(-1) ?? 0) - (times[0] ?? 0), busiestSecond };
}

/** Requests per second between the first and the last of a phase. */
export function rateOf({ count, spanMs }: Pick<Phase, 'count' | 'spanMs'>): number {
  return (count - 1) / (spanMs / 1000);
}
