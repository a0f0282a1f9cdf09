import type { Tally } from '../../domain/lists.ts';

/** The few largest of many; of equals, the earlier ones. */
export class Largest<T> implements Tally<T, readonly T[]> {
  readonly #most: number;
  readonly #sizeOf: (item: T) => number;
  /** The largest ones first, as soon as they are put in order. */
  #items: { readonly item: T; readonly size: number }[] = [];
  #least = Number.NEGATIVE_INFINITY;

  constructor(most: number, sizeOf: (item: T) => number) {
    this.#most = most;
    this.#sizeOf = sizeOf;
  }

  add(item: T): void {
    const size = this.#sizeOf(item);
    if (this.#items.length >= this.#most && size <= this.#least) return;
    this.#items.push({ item, size });
    if (this.#items.length >= 2 * this.#most) this.#cut();
  }

  /** Sorting keeps the order of equals. */
  #cut(): void {
    this.#items.sort((one, other) => other.size - one.size);
    this.#items = this.#items.slice(0, this.#most);
    this.#least = this.#items.at(-1)?.size ?? Number.NEGATIVE_INFINITY;
  }

  result(): readonly T[] {
    this.#cut();
    return this.#items.map(({ item }) => item);
  }
}
