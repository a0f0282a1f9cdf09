/** Chance that comes out the same for the same seed, with the shapes that prices, costs and stocks have. */
export interface Chance {
  /** From `low` up to `high`. */
  readonly between: (low: number, high: number) => number;
  /** Whole, from `low` up to and with `high`. */
  readonly whole: (low: number, high: number) => number;
  /** Around 0, with a standard deviation of 1. */
  readonly normal: () => number;
  /** A factor around 1: its logarithm has this standard deviation. */
  readonly factor: (spread: number) => number;
  readonly pick: <T>(choices: readonly [T, ...T[]]) => T;
  readonly happens: (probability: number) => boolean;
}

/** *Source*: mulberry32 by Tommy Ettinger, which is in the public domain; Box and Muller for `normal`. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + (high - low) * next();
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return {
    between,
    whole: (low, high) => Math.floor(between(low, high + 1)),
    normal,
    factor: (spread) => Math.exp(normal() * spread),
    pick: (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0],
    happens: (probability) => next() < probability,
  };
}
