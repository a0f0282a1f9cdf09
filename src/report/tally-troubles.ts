import { type Outcome, rowOf } from '../domain/stages.ts';
import type { Status } from '../domain/status.ts';

/** Rows that need attention for the same reason. */
export interface TroubleGroup {
  readonly status: Status;
  /** The first one, where there are several. */
  readonly reason: string;
  readonly total: number;
  /** The first few. */
  readonly first: readonly Outcome[];
}

/** What needs attention in a run. */
export interface Troubles {
  readonly total: number;
  /** The first few of all. */
  readonly first: readonly Outcome[];
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
  readonly #first: Outcome[] = [];
  readonly #groups = new Map<string, Group>();
  /** What is told of the row at hand. */
  readonly #told = { line: -1, messages: new Set<string>() };

  /** A row with several listings that all have the same trouble is told once. */
  see(outcome: Outcome): void {
    const { line } = rowOf(outcome.entry);
    if (this.#told.line !== line) this.#told.messages.clear();
    this.#told.line = line;
    if (this.#told.messages.has(outcome.message)) return;
    this.#told.messages.add(outcome.message);
    this.#total++;
    if (this.#first.length < MOST_SHOWN) this.#first.push(outcome);
    const group = this.#groupOf(outcome);
    group.total++;
    if (group.first.length < MOST_EXAMPLES) group.first.push(outcome);
  }

  #groupOf({ status, reason: all }: Outcome): Group {
    const [reason = ''] = all.split(';', 1);
    const key = `${status} ${reason}`;
    const found = this.#groups.get(key) ?? this.#others(status);
    if (found) return found;
    const group = { status, reason, total: 0, first: [] };
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

interface Group {
  readonly status: Status;
  readonly reason: string;
  total: number;
  readonly first: Outcome[];
}
