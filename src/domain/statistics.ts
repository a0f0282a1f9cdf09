import { countIn } from './lists.ts';

/** The figure in the middle, of an even number of them the lower one; `undefined` if there are none. */
export function medianOf(figures: readonly number[]): number | undefined {
  const sorted = [...figures].sort((one, other) => one - other);
  return sorted[(sorted.length - 1) >> 1];
}

/**
 * The bin of the figure in the middle, likewise; `undefined` if it is beyond the bins. `counts`: figures by bin; `total`: how many figures there
 * are, figures that are in no bin and beyond them all included.
 */
export function medianBinOf(counts: ReadonlyMap<number, number>, total: number): number | undefined {
  const place = Math.max(1, Math.ceil(total / 2));
  let passed = 0;
  for (const [bin, count] of [...counts].sort(([one], [other]) => one - other)) {
    passed += count;
    if (passed >= place) return bin;
  }
  return undefined;
}

/** Per natural logarithm: a bin is a tenth of a percent wide. */
const BINS = 1000;

/** The median of any number of positive figures, within a tenth of a percent, in a room that does not grow with them. */
export class LogHistogram {
  readonly #bins = new Map<number, number>();
  /** Figures of exactly 1: most of the ratios between two nights. */
  #ones = 0;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Figures of 0 and below are left out. */
  add(figure: number): void {
    if (figure <= 0) return;
    this.#count++;
    if (figure === 1) this.#ones++;
    else countIn(this.#bins, Math.round(Math.log(figure) * BINS));
  }

  /** `undefined` without figures; of an even number of them the lower one in the middle. */
  median(): number | undefined {
    countIn(this.#bins, 0, this.#ones);
    this.#ones = 0;
    const middle = medianBinOf(this.#bins, this.#count);
    return middle === undefined ? undefined : Math.exp(middle / BINS);
  }
}
