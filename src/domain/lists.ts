/** Groups items by a key, in the order in which the keys come. */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** The numbers that are there more than once, among numbers in ascending order. */
export function findRepeated(sorted: Float64Array): ReadonlySet<number> {
  const repeated = new Set<number>();
  for (let index = 1; index < sorted.length; index++) {
    const number = sorted[index] ?? 0;
    if (number === sorted[index - 1]) repeated.add(number);
  }
  return repeated;
}

/** The items in their order, `size` at a time. */
export function* inBatches<T>(items: Iterable<T>, size: number): Generator<readonly T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** `count` of them, with about as many others between them. */
export function pickEvenly<T>(items: readonly T[], count: number): readonly T[] {
  if (count >= items.length) return items;
  return Array.from(
    { length: Math.max(0, count) },
    (_, at) => items[Math.floor(((at + 1) * items.length) / (count + 1))] as T,
  );
}

const FIRST_CAPACITY = 1024;

/** Many numbers at eight bytes each. */
export class NumberList {
  #numbers = new Float64Array(FIRST_CAPACITY);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  push(number: number): void {
    if (this.#count === this.#numbers.length) {
      const larger = new Float64Array(this.#numbers.length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#count++] = number;
  }

  /** Each in the order in which it was pushed. */
  values(): Float64Array {
    return this.#numbers.subarray(0, this.#count);
  }
}

/** Takes items one by one, in order, and keeps only what its result needs, so that a sheet is never held in memory as a whole. */
export interface Tally<T, R> {
  add(item: T): void;
  /** To be read once every item was added. */
  result(): R;
}

/** The figure in the middle, of an even number of them the lower one; `undefined` if there are none. */
export function medianOf(figures: readonly number[]): number | undefined {
  const sorted = [...figures].sort((one, other) => one - other);
  return sorted[(sorted.length - 1) >> 1];
}

interface Place {
  /** How many figures there are, figures that are in no bin and beyond them all included. */
  readonly total: number;
  readonly share: number;
}

/** The bin that this share of all figures does not go beyond; `undefined` if it is beyond the bins. `counts`: figures by bin. */
export function quantileOf(counts: ReadonlyMap<number, number>, { total, share }: Place): number | undefined {
  const place = Math.max(1, Math.ceil(total * share));
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
    else this.#put(Math.round(Math.log(figure) * BINS), 1);
  }

  #put(bin: number, times: number): void {
    this.#bins.set(bin, (this.#bins.get(bin) ?? 0) + times);
  }

  /** `undefined` without figures; of an even number of them the lower one in the middle. */
  median(): number | undefined {
    this.#put(0, this.#ones);
    this.#ones = 0;
    const middle = quantileOf(this.#bins, { total: this.#count, share: 0.5 });
    return middle === undefined ? undefined : Math.exp(middle / BINS);
  }
}
