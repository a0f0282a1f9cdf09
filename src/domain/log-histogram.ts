/** Per natural logarithm: a bin is a tenth of a percent wide. */
const BINS = 1000;

/** The median of any number of positive figures, within a tenth of a percent, in a room that does not grow with them. */
export class LogHistogram {
  readonly #bins = new Map<number, number>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Figures of 0 and below are left out. */
  add(figure: number): void {
    if (figure <= 0) return;
    const bin = Math.round(Math.log(figure) * BINS);
    this.#bins.set(bin, (this.#bins.get(bin) ?? 0) + 1);
    this.#count++;
  }

  /** `undefined` without figures; of an even number of them the lower one in the middle. */
  median(): number | undefined {
    return this.quantile(0.5);
  }

  /** The figure that this share of all of them does not go beyond. */
  quantile(share: number): number | undefined {
    const place = Math.max(1, Math.ceil(this.#count * share));
    let passed = 0;
    for (const [bin, count] of [...this.#bins].sort(([one], [other]) => one - other)) {
      passed += count;
      if (passed >= place) return Math.exp(bin / BINS);
    }
    return undefined;
  }
}
