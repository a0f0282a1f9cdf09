import { NumberList } from '../../domain/lists.ts';
import { predictOutcome } from '../../domain/predict-outcome.ts';
import type { PlanEntry, Update } from '../../domain/stages.ts';
import { atOnce, inSlices, type Steps } from '../disk/in-slices.ts';
import { type LineBlock, linesOf, type Spool, toLineBlocks } from '../disk/spool.ts';
import { carry, parseOwnEntry, priceOfEntry } from './carry-entry.ts';
import { toEntryLine } from './plan-schema.ts';

/**
 * How a plan of a million rows is kept in bounded memory.
 *
 * A plan is read many times: to write plan.ndjson, to send its updates, to count its outcomes and to write every file
 * that a run ends with. Up to `MAX_IN_MEMORY` entries are simply held. If more are expected, all of them go to two temporary
 * files in the run folder. If more come without being expected, the held ones move there:
 *
 * - `entries` has every entry as its line of plan.ndjson. Writing the plan then copies blocks of bytes, and an entry that is
 *   not an update comes back as the outcome that its line records (`CarriedOver`): its status, reason and message were decided
 *   when it was planned, and no later step needs more of it.
 * - `updates` has every update once more, whole: sending needs what its line leaves out. Held updates are not sent.
 *
 * In memory remain one number per update, its position among the entries, by which the two files are read side by side; and
 * the few entries that were replaced after planning. Only entries that are not updates are ever replaced, so `updates` is
 * only appended to.
 *
 * Compact objects would not help: a text that was cut out of the sheet keeps its whole chunk in memory.
 * How an update was settled is not kept here, since its plan never changes once it is on disk.
 */

/** At most this many entries are held in memory. */
const MAX_IN_MEMORY = 50_000;

interface StoreOptions {
  /** Opens a temporary file. */
  readonly openSpool: (name: 'entries' | 'updates') => Spool;
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
  #lines: ReturnType<typeof openEntryLines> | undefined;
  /** Entries that were replaced, by position. */
  readonly #replaced = new Map<number, PlanEntry>();
  #count = 0;
  #updateCount = 0;

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
    return this.#updateCount;
  }

  append(entry: PlanEntry): void {
    const n = this.#count++;
    if (entry.kind === 'update') this.#updateCount++;
    if (this.#lines) {
      this.#lines.append(n, entry);
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
    const updates = this.#lines.updates(positions);
    let update = updates.next();
    let at = 0;
    for (const line of this.#lines.entries(positions)) {
      const n = positions?.[at] ?? at;
      at++;
      if (!update.done && update.value[0] === n) {
        yield update.value;
        update = updates.next();
      } else yield [n, this.#replaced.get(n) ?? carryOwn(line)];
    }
  }

  *updates(): Generator<Numbered<Update>> {
    if (this.#lines) yield* this.#lines.updates();
    else for (const [n, entry] of this.#held.entries()) if (entry.kind === 'update') yield [n, entry];
  }

  /** The entries as lines of the plan. */
  *planLines(): Generator<LineBlock> {
    if (!this.#lines) {
      yield* toLineBlocks(toPlanLines(this.entries()));
      return;
    }
    const replaced = [...this.#replaced].sort(([one], [other]) => one - other);
    let [first, next] = [0, 0];
    for (const block of this.#lines.blocks()) {
      const end = first + block.count;
      const from = next;
      while ((replaced[next]?.[0] ?? end) < end) next++;
      if (next === from) yield block;
      else yield* replaceLines(block, replaced.slice(from, next), first);
      first = end;
    }
  }

  /** Removes the files. Only entries that were held in memory can be read afterwards. */
  async close(): Promise<void> {
    const lines = this.#lines;
    this.#lines = undefined;
    if (lines) await inSlices(lines.remove());
  }

  #spill(): void {
    const lines = openEntryLines(this.#openSpool);
    try {
      for (const [n, entry] of this.#held.entries()) lines.append(n, entry);
    } catch (error) {
      // The entries are still held, and other files need the room.
      atOnce(lines.remove());
      throw error;
    }
    this.#held = [];
    this.#lines = lines;
  }
}

/** Rows that wait are no updates for this run, and what would become of their price is counted all the same. */
function carryOwn(line: string): PlanEntry {
  const entry = parseOwnEntry(line);
  const carried = carry(entry);
  return entry.status === 'held' ? { ...carried, price: priceOfEntry(entry) } : carried;
}

/** The two files of entries. */
function openEntryLines(openSpool: StoreOptions['openSpool']) {
  const [entries, updates] = [openSpool('entries'), openSpool('updates')];
  /** The positions of the updates among the entries. */
  const places = new NumberList();
  function* readUpdates(positions?: Float64Array): Generator<Numbered<Update>> {
    const all = places.values();
    const numbers = positions && findAmong(all, positions);
    let at = 0;
    for (const line of updates.lines(numbers)) {
      const number = numbers ? (numbers[at] ?? 0) : at;
      yield [all[number] ?? 0, JSON.parse(line)];
      at++;
    }
  }
  return {
    append: (n: number, entry: PlanEntry): void => {
      entries.append(toPlanLine(n, entry));
      if (entry.kind !== 'update') return;
      places.push(n);
      updates.append(JSON.stringify(entry));
    },
    /** Lines of the plan. */
    entries: entries.lines,
    blocks: entries.blocks,
    /** All updates, or those at the given positions among the entries. */
    updates: readUpdates,
    *remove(): Steps {
      yield* entries.remove();
      yield* updates.remove();
    },
  };
}

/** The indices of the places that are among the positions; both are in order. */
function findAmong(places: Float64Array, positions: Float64Array): Float64Array {
  const found = new NumberList();
  let at = 0;
  for (const position of positions) {
    while ((places[at] ?? Number.POSITIVE_INFINITY) < position) at++;
    if (places[at] === position) found.push(at);
  }
  return found.values();
}

/** `first`: the position of the block's first entry. */
function replaceLines(
  block: LineBlock,
  replaced: readonly Numbered<PlanEntry>[],
  first: number,
): Iterable<LineBlock> {
  const lines = [...linesOf(block)];
  for (const [n, entry] of replaced) lines[n - first] = toPlanLine(n, entry);
  return toLineBlocks(lines);
}

function* toPlanLines(entries: Iterable<Numbered<PlanEntry>>): Generator<string> {
  for (const [n, entry] of entries) yield toPlanLine(n, entry);
}

function toPlanLine(n: number, entry: PlanEntry): string {
  return toEntryLine(n, predictOutcome(entry));
}
