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

/** The item of a key, which is made if there is none yet. */
export function itemOf<K, V>(items: Map<K, V>, key: K, make: () => V): V {
  let item = items.get(key);
  if (item === undefined) {
    item = make();
    items.set(key, item);
  }
  return item;
}

/** Counts a key, once or several times. */
export function countIn<K>(counts: Map<K, number>, key: K, times = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + times);
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

/** `one, two and three`. */
export function joinWith(word: 'and' | 'or', names: readonly string[]): string {
  const others = names.slice(0, -1).join(', ');
  return names.length > 1 ? `${others} ${word} ${names.at(-1)}` : names.join('');
}

/** The first few of them, and how many more there are: `one, two and 3 more`. */
export function listSome(names: readonly string[], max: number): string {
  const shown = names.slice(0, max).join(', ');
  return names.length > max ? `${shown} and ${names.length - max} more` : shown;
}

/** Names with commas between, and `\,` for a comma in one. */
export function splitNames(text: string): readonly string[] {
  return text.split(/(?<!\\),/).map((name) => name.replaceAll('\\,', ',').trim());
}

/** As `splitNames` reads them. */
export function joinNames(names: readonly string[]): string {
  return names.map((name) => name.replaceAll(',', '\\,')).join(',');
}
