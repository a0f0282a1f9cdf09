import { type Outcome, rowOf } from '../domain/stages.ts';
import type { Status } from '../domain/status.ts';

/** Rows that need attention for the same reason. */
export interface TroubleGroup {
  readonly status: Status;
  /** The first one, where there are several. */
  readonly reason: string;
  readonly total: number;
  /** The first few. */
  readonly first: readonly Trouble[];
}

/** A row that needs attention. */
export interface Trouble {
  readonly outcome: Outcome;
  /** Listings of the row that have the same trouble; told once, and each of them counted. */
  readonly entries: number;
}

/** What needs attention in a run. Units: lines of results.csv. */
export interface Troubles {
  readonly total: number;
  /** The first few of all. */
  readonly first: readonly Trouble[];
  /** The largest first; of those that are equally large the one that came first. */
  readonly groups: readonly TroubleGroup[];
}

/** How many of all, and of each group, are kept to be shown. */
const MOST_SHOWN = 20;
export const MOST_EXAMPLES = 4;

/** There are fewer than that; a service that makes up its own holds no more all the same. */
const MOST_GROUPS = 200;

/** Sees what needs attention one by one, in order, and holds on to a few of each kind. */
export class TroubleTally {
  #total = 0;
  readonly #first: Counted[] = [];
  readonly #groups = new Map<string, Group>();
  /** What is told of the row at hand. */
  readonly #told = { line: -1, troubles: new Map<string, Counted>() };

  /** A row with several listings that all have the same trouble is told once, and counted as often as results.csv has it. */
  see(outcome: Outcome): void {
    const group = this.#groupOf(outcome);
    this.#total++;
    group.total++;
    const told = this.#toldOf(outcome);
    const known = told.get(outcome.message);
    if (known) {
      known.entries++;
      return;
    }
    const trouble = { outcome, entries: 1 };
    told.set(outcome.message, trouble);
    if (this.#first.length < MOST_SHOWN) this.#first.push(trouble);
    if (group.first.length < MOST_EXAMPLES) group.first.push(trouble);
  }

  #toldOf({ entry }: Outcome): Map<string, Counted> {
    const { line } = rowOf(entry);
    if (this.#told.line !== line) this.#told.troubles.clear();
    this.#told.line = line;
    return this.#told.troubles;
  }

  #groupOf({ status, reason: all }: Outcome): Group {
    const [reason = ''] = all.split(';', 1);
    const key = `${status} ${reason}`;
    const found = this.#groups.get(key) ?? this.#others(status);
    if (found) return found;
    const group: Group = { status, reason, total: 0, first: [] };
    this.#groups.set(key, group);
    return group;
  }

  #others(status: Status): Group | undefined {
    if (this.#groups.size < MOST_GROUPS) return undefined;
    return [...this.#groups.values()].find((group) => group.status === status);
  }

  finish(): Troubles {
    return {
      total: this.#total,
      first: this.#first,
      groups: [...this.#groups.values()].sort((one, other) => other.total - one.total),
    };
  }
}

interface Counted {
  readonly outcome: Outcome;
  entries: number;
}

interface Group {
  readonly status: Status;
  readonly reason: string;
  total: number;
  readonly first: Counted[];
}
