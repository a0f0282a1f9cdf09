import { hashText } from '../domain/hash-text.ts';
import type { Tally } from '../domain/lists.ts';
import { findRepeated } from '../domain/lists.ts';
import { beginOf, type Row, requestedKey, targetKey } from '../domain/row.ts';
import {
  type DuplicatePolicy,
  type DuplicateVerdict,
  settleDuplicates,
} from '../domain/settle-duplicates.ts';

const FIRST_CAPACITY = 1024;
/** In place of the requested values of a row that can't be read. */
const UNREADABLE = -1;

/** The verdict on each readable row, by line. */
export type DuplicateVerdicts = ReadonlyMap<number, DuplicateVerdict<{ readonly line: number }>>;

/** A row that may be for the same listing as another. */
interface Suspect {
  readonly key: number;
  readonly line: number;
  readonly requested: number;
  readonly begins: number;
}

/**
 * Finds rows for the same listings without keeping them: 28 bytes for each, by hashes of 53 bits. Unrelated rows share a hash
 * once in several hundred sheets of five million rows; so this is for display, and nothing that is sent depends on it.
 */
export class DuplicateFinder implements Tally<Row, DuplicateVerdicts> {
  readonly #policy: DuplicatePolicy;
  #count = 0;
  #keys = new Float64Array(FIRST_CAPACITY);
  #requested = new Float64Array(FIRST_CAPACITY);
  #begins = new Float64Array(FIRST_CAPACITY);
  #lines = new Uint32Array(FIRST_CAPACITY);

  constructor(policy: DuplicatePolicy) {
    this.#policy = policy;
  }

  add(row: Row): void {
    const key = targetKey(row);
    if (key === undefined) return;
    if (this.#count === this.#keys.length) this.#grow();
    this.#keys[this.#count] = hashText(key);
    this.#requested[this.#count] = row.kind === 'row' ? hashText(requestedKey(row)) : UNREADABLE;
    this.#begins[this.#count] = beginOf(row);
    this.#lines[this.#count] = row.line;
    this.#count++;
  }

  result(): DuplicateVerdicts {
    const verdicts = settleDuplicates(this.#suspects(), {
      keyOf: ({ key }) => String(key),
      requestedOf: ({ requested }) => (requested === UNREADABLE ? undefined : String(requested)),
      beginOf: ({ begins }) => begins,
      policy: this.#policy,
    });
    const readable = [...verdicts].filter(([{ requested }]) => requested !== UNREADABLE);
    return new Map(readable.map(([{ line }, verdict]) => [line, verdict]));
  }

  #suspects(): readonly Suspect[] {
    const repeated = findRepeated(this.#keys.slice(0, this.#count).sort());
    const suspects: Suspect[] = [];
    for (let index = 0; index < this.#count; index++) {
      const key = this.#keys[index] ?? 0;
      if (!repeated.has(key)) continue;
      const [requested, begins] = [this.#requested[index] ?? 0, this.#begins[index] ?? 0];
      suspects.push({ key, line: this.#lines[index] ?? 0, requested, begins });
    }
    return suspects;
  }

  #grow(): void {
    const capacity = this.#keys.length * 2;
    this.#keys = enlarged(new Float64Array(capacity), this.#keys);
    this.#requested = enlarged(new Float64Array(capacity), this.#requested);
    this.#begins = enlarged(new Float64Array(capacity), this.#begins);
    this.#lines = enlarged(new Uint32Array(capacity), this.#lines);
  }
}

function enlarged<T extends Float64Array | Uint32Array>(larger: T, smaller: ArrayLike<number>): T {
  larger.set(smaller);
  return larger;
}
