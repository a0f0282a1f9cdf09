import { hashShort } from '../domain/hash-text.ts';
import type { Sku } from '../domain/listing.ts';

/** Enough for the probes of the widest scan. */
const SIZE = 512;

/** The step that leaves gaps of at most three sizes, however often it is made: the golden ratio. */
const STEP = (Math.sqrt(5) - 1) / 2;

/**
 * Some SKUs from all over a sheet, those with the lowest hashes. The first few of them are from all over it too: where its order is
 * something like the account's, that spreads best.
 */
export class SkuSample {
  /** In the order of the sheet. */
  #kept = new Map<Sku, number>();
  #highest = Number.POSITIVE_INFINITY;

  add(sku: Sku): void {
    const hash = hashShort(sku);
    if (hash > this.#highest) return;
    this.#kept.set(sku, hash);
    if (this.#kept.size >= 2 * SIZE) this.#cut();
  }

  result(): readonly Sku[] {
    this.#cut();
    const skus = [...this.#kept.keys()];
    const steps = skus.map((_, n) => skus[Math.floor(((n + 1) * STEP * skus.length) % skus.length)]);
    return [...new Set(steps)].flatMap((sku) => sku ?? []);
  }

  #cut(): void {
    const hashes = [...this.#kept.values()].sort((a, b) => a - b);
    this.#highest = hashes[SIZE - 1] ?? this.#highest;
    this.#kept = new Map([...this.#kept].filter(([, hash]) => hash <= this.#highest));
  }
}
