/** Where the sandbox gets its time from. Units: epoch milliseconds. */
export interface Clock {
  now(): number;
}

/**
 * Makes a clock that starts at `now()` and runs `speed` times as fast. `speed` 1 is `now` itself; with 60 a manual price that takes
 * three minutes is reflected after three seconds.
 */
export function createClock({ now, speed }: { readonly now: () => number; readonly speed: number }): Clock {
  const start = now();
  return { now: () => start + (now() - start) * speed };
}
