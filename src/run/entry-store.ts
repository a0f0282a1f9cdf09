import { foreseeOutcome } from '../domain/foresee-outcome.ts';
import type { PlanEntry, Update } from '../domain/stages.ts';
import { carry, parseOwnEntry, toEntryLine } from './plan-file.ts';
import type { Spool } from './spool.ts';

/** So many entries are held as they are; more go to the disk. */
const MOST_IN_MEMORY = 20_000;

interface StoreOptions {
  /** Opens the file for what is too much to be held. */
  readonly openSpool: () => Spool;
  readonly mostInMemory?: number;
}

/** Stands in no JSON text: behind it comes what of an update its line in the plan does not say. */
const SEPARATOR = '\t';

/**
 * The entries of a plan in the order of the sheet, as many as there may be. Those that are too many to be held in memory
 * are kept on disk as the lines they are in the plan, and come back as far as these tell: an update whole, and every other
 * one as the outcome that it is.
 *
 * Errors: `DiskError`.
 */
export class EntryStore {
  readonly #openSpool: () => Spool;
  readonly #mostInMemory: number;
  #held: PlanEntry[] = [];
  #spool: Spool | undefined;
  /** Entries that were put in place of others later on. */
  readonly #replaced = new Map<number, PlanEntry>();
  #count = 0;
  #updates = 0;

  constructor({ openSpool, mostInMemory = MOST_IN_MEMORY }: StoreOptions) {
    this.#openSpool = openSpool;
    this.#mostInMemory = mostInMemory;
  }

  get count(): number {
    return this.#count;
  }

  /** How many of the entries are updates. */
  get updateCount(): number {
    return this.#updates;
  }

  append(entry: PlanEntry): void {
    const n = this.#count++;
    if (entry.kind === 'update') this.#updates++;
    if (this.#spool) {
      this.#spool.append(toSpoolLine(n, entry));
      return;
    }
    this.#held.push(entry);
    if (this.#held.length > this.#mostInMemory) this.#spill();
  }

  /** `n`: position from 0. The entry there and the one in its place are no updates. */
  replace(n: number, entry: PlanEntry): void {
    this.#replaced.set(n, entry);
  }

  /** All of them, or those at some positions, which are given in order. */
  *entries(positions?: Float64Array): Generator<readonly [n: number, entry: PlanEntry]> {
    let next = 0;
    for (const [n, item] of this.#items()) {
      if (positions && positions[next] !== n) continue;
      next++;
      yield [n, this.#replaced.get(n) ?? (typeof item === 'string' ? fromSpoolLine(item) : item)];
    }
  }

  *updates(): Generator<readonly [n: number, update: Update]> {
    for (const [n, item] of this.#items()) {
      if (typeof item === 'string' && !item.includes(SEPARATOR)) continue;
      const entry = typeof item === 'string' ? fromSpoolLine(item) : item;
      if (entry.kind === 'update') yield [n, entry];
    }
  }

  /** A line of the plan for each. */
  *planLines(): Generator<string> {
    for (const [n, item] of this.#items()) {
      const entry = this.#replaced.get(n) ?? item;
      yield typeof entry === 'string' ? planPart(entry) : toPlanLine(n, entry);
    }
  }

  /** Nothing can be read from it afterwards that was not held in memory. */
  close(): void {
    this.#spool?.remove();
    this.#spool = undefined;
  }

  *#items(): Generator<readonly [n: number, item: PlanEntry | string]> {
    let n = 0;
    for (const item of this.#spool?.lines() ?? this.#held) yield [n++, item];
  }

  #spill(): void {
    const spool = this.#openSpool();
    for (const [n, entry] of this.#held.entries()) spool.append(toSpoolLine(n, entry));
    this.#held = [];
    this.#spool = spool;
  }
}

function toSpoolLine(n: number, entry: PlanEntry): string {
  const line = toPlanLine(n, entry);
  return entry.kind === 'update' ? `${line}${SEPARATOR}${JSON.stringify(entry)}` : line;
}

function toPlanLine(n: number, entry: PlanEntry): string {
  return toEntryLine(n, foreseeOutcome(entry));
}

function planPart(line: string): string {
  const end = line.indexOf(SEPARATOR);
  return end < 0 ? line : line.slice(0, end);
}

function fromSpoolLine(line: string): PlanEntry {
  const end = line.indexOf(SEPARATOR);
  return end < 0 ? carry(parseOwnEntry(line)) : (JSON.parse(line.slice(end + 1)) as Update);
}
