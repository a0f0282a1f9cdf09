import { foreseeOutcome } from '../../domain/foresee-outcome.ts';
import { NumberList } from '../../domain/number-list.ts';
import type { PlanEntry, Update } from '../../domain/stages.ts';
import { type LineBlock, linesOf, toLineBlocks } from '../disk/line-block.ts';
import type { Spool } from '../disk/spool.ts';
import { carryAsItIs, parseOwnEntry, toEntryLine } from './plan-file.ts';

/** So many entries are held as they are; more go to the disk. */
const MAX_IN_MEMORY = 20_000;

interface StoreOptions {
  /** Opens a file for what is too much to be held. */
  readonly openSpool: (name: 'entries' | 'updates') => Spool;
  readonly maxInMemory?: number;
}

type Numbered<T> = readonly [n: number, item: T];

/**
 * The entries of a plan in the order of the sheet, as many as there may be. Those that are too many to be held in memory
 * are kept on disk as the lines they are in the plan, and come back as far as these tell, as the outcomes that they are.
 * Updates are kept beside them whole.
 *
 * Errors: `DiskError`.
 */
export class EntryStore {
  readonly #openSpool: StoreOptions['openSpool'];
  readonly #maxInMemory: number;
  /** All of them, as long as they are few. */
  #held: PlanEntry[] = [];
  #lines: ReturnType<typeof openEntryLines> | undefined;
  /** Entries that were put in place of others later on. */
  readonly #replaced = new Map<number, PlanEntry>();
  #count = 0;
  #updateCount = 0;

  constructor({ openSpool, maxInMemory = MAX_IN_MEMORY }: StoreOptions) {
    this.#openSpool = openSpool;
    this.#maxInMemory = maxInMemory;
  }

  get count(): number {
    return this.#count;
  }

  /** How many of the entries are updates. */
  get updateCount(): number {
    return this.#updateCount;
  }

  append(entry: PlanEntry): void {
    const n = this.#count++;
    if (entry.kind === 'update') this.#updateCount++;
    if (this.#lines) this.#lines.append(n, entry);
    else this.#held.push(entry);
    if (this.#held.length > this.#maxInMemory) this.#spill();
  }

  /** `n`: position from 0. The entry there and the one in its place are no updates. */
  replace(n: number, entry: PlanEntry): void {
    this.#replaced.set(n, entry);
  }

  /** All of them, or those at some positions, which are given in order. */
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
      } else yield [n, this.#replaced.get(n) ?? carryAsItIs(parseOwnEntry(line))];
    }
  }

  *updates(): Generator<Numbered<Update>> {
    if (this.#lines) yield* this.#lines.updates();
    else for (const [n, entry] of this.#held.entries()) if (entry.kind === 'update') yield [n, entry];
  }

  /** A line of the plan for each. */
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
      yield next === from ? block : replaceLines(block, replaced.slice(from, next), first);
      first = end;
    }
  }

  /** Nothing can be read from it afterwards that was not held in memory. */
  close(): void {
    this.#lines?.remove();
    this.#lines = undefined;
  }

  #spill(): void {
    const lines = openEntryLines(this.#openSpool);
    try {
      for (const [n, entry] of this.#held.entries()) lines.append(n, entry);
    } catch (error) {
      // They are held as before, and other files need the room.
      lines.remove();
      throw error;
    }
    this.#held = [];
    this.#lines = lines;
  }
}

/** Entries on disk: what is held of a row in memory may hold on to the piece of the sheet that it was read from. */
function openEntryLines(openSpool: StoreOptions['openSpool']) {
  const [entries, updates] = [openSpool('entries'), openSpool('updates')];
  /** Where the updates stand among the entries. */
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
    /** All of them, or those at some positions among the entries. */
    updates: readUpdates,
    remove: (): void => {
      entries.remove();
      updates.remove();
    },
  };
}

/** Which of the places, counted from 0, are among the positions; both are in order. */
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
  { count, text }: LineBlock<Buffer>,
  replaced: readonly Numbered<PlanEntry>[],
  first: number,
): LineBlock {
  const lines = [...linesOf(text)];
  for (const [n, entry] of replaced) lines[n - first] = toPlanLine(n, entry);
  return { count, text: `${lines.join('\n')}\n` };
}

function* toPlanLines(entries: Iterable<Numbered<PlanEntry>>): Generator<string> {
  for (const [n, entry] of entries) yield toPlanLine(n, entry);
}

function toPlanLine(n: number, entry: PlanEntry): string {
  return toEntryLine(n, foreseeOutcome(entry));
}
