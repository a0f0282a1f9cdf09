import { foreseeOutcome } from '../domain/foresee-outcome.ts';
import type { PlanEntry, Update } from '../domain/stages.ts';
import { carry, parseOwnEntry, toEntryLine } from './plan-file.ts';
import type { Spool } from './spool.ts';

/** So many entries are held as they are; more go to the disk. */
const MOST_IN_MEMORY = 20_000;

interface StoreOptions {
  /** Opens a file for what is too much to be held. */
  readonly openSpool: (name: 'entries' | 'updates') => Spool;
  readonly mostInMemory?: number;
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
  readonly #mostInMemory: number;
  /** All of them, as long as they are few. */
  #held: PlanEntry[] = [];
  #lines: ReturnType<typeof openEntryLines> | undefined;
  /** Entries that were put in place of others later on. */
  readonly #replaced = new Map<number, PlanEntry>();
  #count = 0;
  #updateCount = 0;

  constructor({ openSpool, mostInMemory = MOST_IN_MEMORY }: StoreOptions) {
    this.#openSpool = openSpool;
    this.#mostInMemory = mostInMemory;
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
    if (this.#held.length > this.#mostInMemory) this.#spill();
  }

  /** `n`: position from 0. The entry there and the one in its place are no updates. */
  replace(n: number, entry: PlanEntry): void {
    this.#replaced.set(n, entry);
  }

  /** All of them, or those at some positions, which are given in order. */
  *entries(positions?: Float64Array): Generator<Numbered<PlanEntry>> {
    const updates = this.updates();
    let update = updates.next();
    let next = 0;
    for (const [n, item] of this.#items()) {
      while (!update.done && update.value[0] < n) update = updates.next();
      if (positions && positions[next] !== n) continue;
      next++;
      if (!update.done && update.value[0] === n) yield update.value;
      else yield [n, this.#replaced.get(n) ?? (typeof item === 'string' ? carry(parseOwnEntry(item)) : item)];
    }
  }

  *updates(): Generator<Numbered<Update>> {
    if (this.#lines) yield* this.#lines.updates();
    else for (const [n, entry] of this.#held.entries()) if (entry.kind === 'update') yield [n, entry];
  }

  /** A line of the plan for each. */
  *planLines(): Generator<string> {
    for (const [n, item] of this.#items()) {
      const entry = this.#replaced.get(n) ?? item;
      yield typeof entry === 'string' ? entry : toPlanLine(n, entry);
    }
  }

  /** Nothing can be read from it afterwards that was not held in memory. */
  close(): void {
    this.#lines?.remove();
    this.#lines = undefined;
  }

  *#items(): Generator<Numbered<PlanEntry | string>> {
    let n = 0;
    for (const item of this.#lines?.entries() ?? this.#held) yield [n++, item];
  }

  #spill(): void {
    const lines = openEntryLines(this.#openSpool);
    for (const [n, entry] of this.#held.entries()) lines.append(n, entry);
    this.#held = [];
    this.#lines = lines;
  }
}

/** Entries on disk: what is held of a row in memory may hold on to the piece of the sheet that it was read from. */
function openEntryLines(openSpool: StoreOptions['openSpool']) {
  const [entries, updates] = [openSpool('entries'), openSpool('updates')];
  function* readUpdates(): Generator<Numbered<Update>> {
    for (const line of updates.lines()) yield JSON.parse(line);
  }
  return {
    append: (n: number, entry: PlanEntry): void => {
      entries.append(toPlanLine(n, entry));
      if (entry.kind === 'update') updates.append(JSON.stringify([n, entry]));
    },
    /** Lines of the plan. */
    entries: () => entries.lines(),
    updates: readUpdates,
    remove: (): void => {
      entries.remove();
      updates.remove();
    },
  };
}

function toPlanLine(n: number, entry: PlanEntry): string {
  return toEntryLine(n, foreseeOutcome(entry));
}
