/** The number of bins to a factor of e: amounts within 5 % of each other share one. */
const BINS_PER_FOLD = 20;
/** More than the bins of any amount that a number holds exactly. */
const MAX_BINS = 1024;

/** Pairs of amounts that are about the same, and their number. Units: natural logarithms of cents. */
export interface Cell {
  readonly x: number;
  readonly y: number;
  readonly count: number;
}

/** Counts pairs of amounts by their size, so that millions of them take no more room than some thousands. */
export class JointHistogram {
  readonly #counts = new Map<number, number>();

  /** *Units*: cents, above 0. */
  add(x: number, y: number): void {
    const key = binOf(x) * MAX_BINS + binOf(y);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  cells(): readonly Cell[] {
    return [...this.#counts].map(([key, count]) => ({
      x: Math.floor(key / MAX_BINS) / BINS_PER_FOLD,
      y: (key % MAX_BINS) / BINS_PER_FOLD,
      count,
    }));
  }
}

function binOf(amount: number): number {
  return Math.round(Math.log(amount) * BINS_PER_FOLD);
}
