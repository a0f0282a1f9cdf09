import { quantileOf } from '../../domain/quantile-of.ts';
import type { Tally } from '../../domain/tally.ts';

/** How far some amounts move. Units: tenths of a percent, as `describePercent` rounds them, without a sign. */
export interface Spread {
  readonly least: number;
  readonly most: number;
  /** The SKU of the amount that moves furthest; of several the first. */
  readonly furthest: string;
  /** At least seven of ten are between these. */
  readonly from: number;
  readonly to: number;
}

interface Distance {
  readonly tenths: number;
  readonly sku: string;
}

/** Which parts of the distances, in their order, lie before `from` and up to `to`. */
const FROM = 0.1;
const TO = 0.8;

/** Further ones are counted together, so that the room for them does not grow with their number. */
const MAX_TENTHS = 10_000;

/** How far any number of amounts move: the smallest and the largest distance exactly, and where most of them are. */
export class SpreadTally implements Tally<Distance, Spread> {
  readonly #counts = new Map<number, number>();
  #count = 0;
  #least = Number.POSITIVE_INFINITY;
  #most = Number.NEGATIVE_INFINITY;
  #furthest = '';

  add({ tenths, sku }: Distance): void {
    this.#count++;
    if (tenths <= MAX_TENTHS) this.#counts.set(tenths, (this.#counts.get(tenths) ?? 0) + 1);
    if (tenths < this.#least) this.#least = tenths;
    if (tenths > this.#most) [this.#most, this.#furthest] = [tenths, sku];
  }

  result(): Spread {
    return {
      least: this.#least,
      most: this.#most,
      furthest: this.#furthest,
      from: this.#quantile(FROM),
      to: this.#quantile(TO),
    };
  }

  /** The distance that this share of all of them does not go beyond; the largest one if it is among the furthest. */
  #quantile(share: number): number {
    return quantileOf(this.#counts, { total: this.#count, share }) ?? this.#most;
  }
}
