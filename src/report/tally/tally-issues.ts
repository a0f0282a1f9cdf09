import { countIn } from '../../domain/lists.ts';
import { type Reason, type Reasons, splitReasons } from '../../domain/reasons.ts';
import type { Status } from '../../domain/status.ts';

/** A line of results.csv that needs attention. */
export interface IssueLine {
  readonly line: number;
  readonly sku: string;
  readonly status: Status;
  /** Codes, with semicolons between them. */
  readonly reason: Reasons;
  readonly message: string;
  /** It was to set a minimum, maximum or manual price where there is none, by which `max_change` compares it with the current price. */
  readonly setsFirstPrice?: boolean | undefined;
}

/** A row that needs attention. */
export interface Issue extends IssueLine {
  /** Listings of the row with the same issue: shown once, counted each. */
  readonly entries: number;
}

/** Rows that need attention for the same reason. */
export interface IssueGroup {
  readonly status: Status;
  /** The first one, where there are several. */
  readonly reason: Reasons;
  readonly total: number;
  /** How many of the rows have further reasons, in the order in which these were met. */
  readonly also: ReadonlyMap<Reason, number>;
  /** How many of them were to set a first price. */
  readonly firstPrices: number;
  /** The first few. */
  readonly first: readonly Issue[];
}

/** How many of all, and of each group, are kept to be shown. */
const MAX_SHOWN = 20;
const MAX_EXAMPLES = 4;

/** A bound for services that invent reasons. */
const MAX_GROUPS = 200;

/** The run was stopped before its end: by which guard rules, or by what. */
export type IssueStop =
  | { readonly rules: readonly string[]; readonly code?: string; readonly message?: string }
  | undefined;

/** Rules that are against the amounts as a whole, the one that names the cause first. */
const SLIPS = ['scale_slip', 'implausible_column'];

/** Counts the rows that need attention, and keeps a few examples of each kind. */
export class IssueTally {
  readonly #stop: IssueStop;
  readonly #slippedBy: string;
  readonly #counts = {
    /** Issues in the groups: all but those with one common cause. */
    grouped: 0,
    /** Blocked by max_change because all amounts are off: no advice to let them pass one by one. */
    slipped: 0,
    /** Not sent because the run was stopped. */
    skippedByStop: 0,
    /** Failed by the very fault that stopped the run. */
    failedByStop: 0,
  };
  readonly #first: Counted[] = [];
  readonly #groups = new Map<string, Group>();
  /** The issues already counted for the current row. */
  readonly #counted = { line: -1, issues: new Map<string, Counted>() };

  constructor(stop?: IssueStop) {
    this.#stop = stop;
    this.#slippedBy = SLIPS.find((rule) => stop?.rules.includes(rule)) ?? '';
  }

  add(seen: IssueLine): void {
    const { status, reason } = seen;
    if (this.#stop && status === 'skipped') this.#counts.skippedByStop++;
    else if (status === 'failed' && repeatsStop(seen.message, this.#stop)) this.#counts.failedByStop++;
    else if (this.#slippedBy !== '' && status === 'blocked' && splitReasons(reason).includes('max_change'))
      this.#counts.slipped++;
    else this.#addOwn(seen);
  }

  /** A row with several listings that all have the same issue is shown once, and counted for each line of results.csv. */
  #addOwn(seen: IssueLine): void {
    const group = this.#groupOf(seen);
    this.#counts.grouped++;
    group.total++;
    for (const reason of splitReasons(seen.reason).slice(1)) countIn(group.also, reason);
    if (seen.setsFirstPrice) group.firstPrices++;
    const issues = this.#issuesOfRow(seen);
    const known = issues.get(seen.message);
    if (known) {
      known.entries++;
      return;
    }
    const issue = { ...seen, entries: 1 };
    issues.set(seen.message, issue);
    if (this.#first.length < MAX_SHOWN) this.#first.push(issue);
    if (group.first.length < MAX_EXAMPLES) group.first.push(issue);
  }

  #issuesOfRow({ line }: IssueLine): Map<string, Counted> {
    if (this.#counted.line !== line) this.#counted.issues.clear();
    this.#counted.line = line;
    return this.#counted.issues;
  }

  #groupOf({ status, reason: all }: IssueLine): Group {
    const [reason = ''] = splitReasons(all);
    const key = `${status} ${reason}`;
    const found = this.#groups.get(key) ?? this.#others(status);
    if (found) return found;
    const group: Group = { status, reason, total: 0, also: new Map(), firstPrices: 0, first: [] };
    this.#groups.set(key, group);
    return group;
  }

  #others(status: Status): Group | undefined {
    if (this.#groups.size < MAX_GROUPS) return undefined;
    return [...this.#groups.values()].find((group) => group.status === status);
  }

  result() {
    const { grouped, slipped, skippedByStop, failedByStop } = this.#counts;
    const first: readonly Issue[] = this.#first;
    const groups: readonly IssueGroup[] = [...this.#groups.values()].sort(
      (one, other) => severityRank(one.status) - severityRank(other.status) || other.total - one.total,
    );
    return {
      ...this.#counts,
      /** The rule that found the amounts off. */
      slippedBy: this.#slippedBy,
      total: grouped + slipped + skippedByStop + failedByStop,
      /** The first few of all. */
      first,
      /** The most severe first, then the largest, then the earliest. */
      groups,
    } as const;
  }
}

interface Counted extends IssueLine {
  entries: number;
}

interface Group extends Pick<IssueGroup, 'status' | 'reason'> {
  total: number;
  readonly also: Map<Reason, number>;
  firstPrices: number;
  readonly first: Counted[];
}

/**
 * Statuses whose listings may hold unintended values come first, then what stopped the run: the rows that nothing else is wrong with; then amounts
 * that were not to be sent.
 */
const WORST: readonly Status[] = ['unconfirmed', 'failed', 'conflict', 'skipped', 'blocked'];

/** The most severe has the lowest rank; all others share the last. */
export function severityRank(status: Status): number {
  const rank = WORST.indexOf(status);
  return rank === -1 ? WORST.length : rank;
}

interface Cause {
  readonly code?: string;
  readonly message?: string;
}

/**
 * Whether a message says nothing but what ended the run: a service that is down fails each row that was under way by the same fault,
 * and a fault that is repeated row by row looks like several.
 *
 * Shape: `GET /listings: no connection to the service: …, after 6 attempts`, also behind what came of it
 */
export function repeatsStop(text: string, stop: Cause | undefined): boolean {
  const said = stop?.code === 'service' ? (stop.message ?? '') : '';
  const fault = text.replace(/, after \d+ attempts?$/, '');
  const [, behind = ''] = /^[^:]*: (?:[A-Z]+ \/\S*: )?(.*)$/s.exec(fault) ?? [];
  return [fault, behind].some((each) => each !== '' && said.includes(each));
}
