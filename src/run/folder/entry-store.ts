import { NumberList } from '../../domain/lists.ts';
import type { PlanEntry, Update } from '../../domain/stages.ts';
import { atOnce, inSlices } from '../disk/in-slices.ts';
import { type LineBlock, type Spool, toLineBlocks } from '../disk/spool.ts';
import { toEntryLine } from './plan-schema.ts';

/**
 * How a plan of a million rows is kept in bounded memory.
 *
 * A plan is read many times: to write plan.ndjson, to send its updates, to count its outcomes and to write every file
 * that a run ends with. Up to `MAX_IN_MEMORY` entries are simply held. If more are expected, all of them go to a temporary
 * file in the run folder, each as its line of plan.ndjson. If more come without being expected, the held ones move there. Writing
 * the plan then copies blocks of bytes, and an entry comes back as its line has it: an update whole, any other one as the outcome
 * that it became when it was planned (`CarriedOver`), since no later step needs more of it.
 *
 * In memory remain one number per update, its position among the entries, and the few entries that were replaced after planning.
 * Only entries that are not updates are ever replaced.
 *
 * Compact objects would not help: a text that was cut out of the sheet keeps its whole chunk in memory.
 * How an update was settled is not kept here, since its plan never changes once it is on disk.
 */

/** At most this many entries are held in memory. */
const MAX_IN_MEMORY = 50_000;

interface StoreOptions {
  /** Opens a temporary file. */
  readonly openSpool: () => Spool;
  /** Number of entries that will come at least. */
  readonly expected: number;
  readonly maxInMemory?: number;
}

type Numbered<T> = readonly [n: number, item: T];

/**
 * The entries of a plan in the order of the sheet, however many there are.
 *
 * Errors: `DiskError`.
 */
export class EntryStore {
  readonly #openSpool: StoreOptions['openSpool'];
  readonly #expected: number;
  readonly #maxInMemory: number;
  /** All entries, while they are few. */
  #held: PlanEntry[] = [];
  /** The lines of all entries, once they are many. */
  #lines: Spool | undefined;
  /** Entries that were replaced, by position. */
  readonly #replaced = new Map<number, PlanEntry>();
  /** The positions of the updates. */
  readonly #updates = new NumberList();
  #count = 0;

  constructor({ openSpool, expected, maxInMemory = MAX_IN_MEMORY }: StoreOptions) {
    this.#openSpool = openSpool;
    this.#expected = expected;
    this.#maxInMemory = maxInMemory;
  }

  get count(): number {
    return this.#count;
  }

  /** Number of updates among the entries. */
  get updateCount(): number {
    return this.#updates.count;
  }

  append(entry: PlanEntry): void {
    const n = this.#count++;
    if (entry.kind === 'update') this.#updates.push(n);
    if (this.#lines) {
      this.#lines.append(toEntryLine(entry));
      return;
    }
    this.#held.push(entry);
    if (Math.max(this.#held.length, this.#expected) > this.#maxInMemory) this.#spill();
  }

  /** `n`: position from 0. Neither the old nor the new entry may be an update. */
  replace(n: number, entry: PlanEntry): void {
    this.#replaced.set(n, entry);
  }

  /** All entries, or those at the given positions, in order. */
  *entries(positions?: Float64Array): Generator<Numbered<PlanEntry>> {
    if (!this.#lines) {
      for (const n of positions ?? this.#held.keys())
        yield [n, this.#replaced.get(n) ?? (this.#held[n] as PlanEntry)];
      return;
    }
    let at = 0;
    for (const line of this.#lines.lines(positions)) {
      const n = positions?.[at] ?? at;
      at++;
      yield [n, this.#replaced.get(n) ?? JSON.parse(line)];
    }
  }

  updates(): Iterable<Numbered<Update>> {
    return this.entries(this.#updates.values()) as Iterable<Numbered<Update>>;
  }

  /** The entries as lines of the plan. */
  planLines(): Iterable<LineBlock> {
    if (this.#lines && this.#replaced.size === 0) return this.#lines.blocks();
    return toLineBlocks(this.#planLines());
  }

  /** Removes the file. Only entries that were held in memory can be read afterwards. */
  async close(): Promise<void> {
    const lines = this.#lines;
    this.#lines = undefined;
    if (lines) await inSlices(lines.remove());
  }

  *#planLines(): Generator<string> {
    let n = 0;
    for (const kept of this.#lines?.lines() ?? this.#held) {
      const entry = this.#replaced.get(n++) ?? kept;
      yield typeof entry === 'string' ? entry : toEntryLine(entry);
    }
  }

  #spill(): void {
    const lines = this.#openSpool();
    try {
      for (const entry of this.#held) lines.append(toEntryLine(entry));
    } catch (error) {
      // The entries are still held, and other files need the room.
      atOnce(lines.remove());
      throw error;
    }
    this.#held = [];
    this.#lines = lines;
  }
}
