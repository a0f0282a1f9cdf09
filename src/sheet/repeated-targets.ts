import { type Row, type Target, targetKey, wishesKey } from '../domain/row.ts';
import {
  type DuplicatePolicy,
  type DuplicateVerdict,
  settleDuplicates,
} from '../domain/settle-duplicates.ts';
import { hashText } from './hash-text.ts';

/**
 * Finds the rows that speak of the same thing as another row without holding on to the others: 16 bytes for each row, and the
 * rows themselves only where their hash is that of another row.
 *
 * A sheet is read three times, or twice where nothing repeats: `see` takes every row of the first reading; where `any` says so,
 * `hold` takes every row of the second, and `settle` says what the rows of the third are.
 * What is held may have its hash in common and nothing else; since it is settled by what it says, what comes out is exactly what
 * settling all rows at once would say.
 */
export class RepeatedTargets {
  readonly #targets = new HashList();
  readonly #skus = new HashList();
  #repeated: ReadonlySet<number> | undefined;
  readonly #held: Row[] = [];

  /** Takes a row of the first reading. */
  see(row: Row): void {
    const target = targetOf(row);
    if (!target) return;
    const hash = hashTarget(target);
    this.#targets.push(hash);
    if (row.kind !== 'row' || !wishesAnything(row.wishes)) return;
    this.#skus.push(isSkuAlone(target) ? hash : hashText(target.sku));
  }

  /** Whether some rows may speak of the same thing. From here on no row is seen any more. */
  get any(): boolean {
    this.#repeated ??= this.#targets.repeated();
    return this.#repeated.size > 0;
  }

  /** Among rows that wish something. By hashes of 53 bits: one too few in one of ten thousand sheets of a million rows. */
  get distinctSkus(): number {
    return this.#skus.countDistinct();
  }

  /** Takes a row of the second reading. */
  hold(row: Row): void {
    const target = this.any ? targetOf(row) : undefined;
    if (target && this.#repeated?.has(hashTarget(target))) this.#held.push(row);
  }

  /** What `settleDuplicates` says of the rows that can be read, by the line on which they start. */
  settle(policy: DuplicatePolicy): ReadonlyMap<number, DuplicateVerdict<Row>> {
    const verdicts = settleDuplicates(this.#held, {
      keyOf: (row) => {
        const target = targetOf(row);
        return target && targetKey(target);
      },
      wishesOf: (row) => (row.kind === 'row' ? wishesKey(row) : undefined),
      policy,
    });
    const readable = [...verdicts].filter(([{ kind }]) => kind === 'row');
    return new Map(readable.map(([{ line }, verdict]) => [line, verdict]));
  }
}

/** What a row speaks of, where it counts beside others. */
function targetOf(row: Row): Target | undefined {
  return row.kind === 'row' || row.kind === 'invalid' ? row.target : undefined;
}

function wishesAnything(wishes: object): boolean {
  for (const _ in wishes) return true;
  return false;
}

/** Targets with equal keys have equal hashes. */
function hashTarget(target: Target): number {
  return hashText(isSkuAlone(target) ? target.sku : targetKey(target));
}

/** Most sheets name nothing else, and the key of a SKU alone is put together in vain. */
function isSkuAlone({ listingId, platform, channel }: Target): boolean {
  return !listingId && !platform && !channel;
}

const FIRST_CAPACITY = 1024;

/** Hashes in a row, 8 bytes each. */
class HashList {
  #values = new Float64Array(FIRST_CAPACITY);
  #count = 0;
  #isSorted = true;

  push(hash: number): void {
    if (this.#count === this.#values.length) {
      const larger = new Float64Array(this.#count * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#count++] = hash;
    this.#isSorted = false;
  }

  /** The hashes that are there more than once. */
  repeated(): ReadonlySet<number> {
    const values = this.#sorted();
    const repeated = new Set<number>();
    for (let index = 1; index < values.length; index++) {
      const value = values[index];
      if (value !== undefined && value === values[index - 1]) repeated.add(value);
    }
    return repeated;
  }

  countDistinct(): number {
    const values = this.#sorted();
    let count = Math.min(1, values.length);
    for (let index = 1; index < values.length; index++) if (values[index] !== values[index - 1]) count++;
    return count;
  }

  #sorted(): Float64Array {
    const values = this.#values.subarray(0, this.#count);
    if (!this.#isSorted) values.sort();
    this.#isSorted = true;
    return values;
  }
}
