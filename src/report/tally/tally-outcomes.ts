import { computableBounds, MAY_ARRIVE } from '../../domain/effects.ts';
import { isMoneyField } from '../../domain/fields.ts';
import type { FollowUp, FollowUpCounts } from '../../domain/follow-up.ts';
import { baselineOf, priceOutcomeOf } from '../../domain/judge-price.ts';
import { countIn, NumberList, type Tally } from '../../domain/lists.ts';
import { type Reason, splitReasons } from '../../domain/reasons.ts';
import {
  type Change,
  changesOf,
  isMade,
  listingOf,
  type Outcome,
  type PlanEntry,
  rowOf,
  skuOf,
  type Update,
} from '../../domain/stages.ts';
import { needsAttention, STATUSES, type Status } from '../../domain/status.ts';
import { clip, printable } from '../text/printable.ts';
import { count } from '../text/words.ts';
import { ChangeTally } from './tally-changes.ts';
import { type IssueLine, type IssueStop, IssueTally } from './tally-issues.ts';
import { PriceTally } from './tally-prices.ts';

export interface ChangeLine {
  readonly outcome: Outcome;
  readonly change: Change;
}

/** The outcomes of a run, summed up. */
export type Digest = ReturnType<OutcomeTally['result']>;

interface TallyOptions {
  /** SKUs that are not listed are expected. */
  readonly missingIsOk: boolean;
  readonly stop?: IssueStop;
}

/** How many changes are shown one by one; all of them are in the files. */
const MAX_SHOWN = 20;

/** Counts the outcomes of a run, in order, and keeps the few that are shown. */
export class OutcomeTally {
  readonly #options: TallyOptions;
  readonly #byStatus = Object.fromEntries(STATUSES.map((status) => [status, 0])) as Record<Status, number>;
  readonly #byReason = new Map<Reason, number>();
  readonly #noted = new Map<Reason, Noted>();
  readonly #attention = new NumberList();
  readonly #changes = new ChangeTally();
  /** Of updates that go out, and of rows that wait for a person. */
  readonly #prices = { going: new PriceTally(), held: new PriceTally() };
  readonly #currencies = new Set<string>();
  readonly #firstChanges: ChangeLine[] = [];
  readonly #issues: IssueTally;
  readonly #issuesOfUpdates: IssueTally;
  readonly #ownIssues: IssueTally;
  #followUp: Record<keyof FollowUpCounts, number> | undefined;
  #lastArrival = '';
  readonly #counts = {
    /** Lines of results.csv, so a row with several listings counts once for each. */
    outcomes: 0,
    /** Outcomes that are updates, and those of them that did not end as `updated`. */
    updates: 0,
    open: 0,
    /** Updates that this run has made, or may have. */
    own: 0,
    /** `updated`, but not by this run: by another run or by hand. */
    alreadyCorrect: 0,
    /** Updates that the run before was to send and did not, and that are none of this run. */
    leftBefore: 0,
    /** Listings that an undo restored except for a strategy that no longer exists. */
    partlyRestored: 0,
  };
  constructor(options: TallyOptions) {
    this.#options = options;
    this.#issues = new IssueTally(options.stop);
    this.#issuesOfUpdates = new IssueTally(options.stop);
    this.#ownIssues = new IssueTally(options.stop);
  }

  add(outcome: Outcome): void {
    const { status, reason } = outcome;
    const counts = this.#counts;
    const n = counts.outcomes++;
    this.#byStatus[status]++;
    for (const single of splitReasons(reason)) countIn(this.#byReason, single);
    if (status === 'updated' && !isMade(outcome)) counts.alreadyCorrect++;
    if (outcome.entry.kind === 'update') this.#addUpdate(outcome);
    if (outcome.entry.kind === 'carried' && status === 'skipped') counts.leftBefore++;
    this.#addPrice(outcome);
    if (reason === MAY_ARRIVE) this.#addArrival(outcome);
    if (outcome.followUp) this.#addFollowUp(outcome.followUp);
    if (!needsAttention(status, this.#options.missingIsOk)) return;
    this.#attention.push(n);
    const issue = toIssueLine(outcome);
    this.#issues.add(issue);
    if (outcome.entry.kind === 'update') this.#issuesOfUpdates.add(issue);
    if (outcome.entry.kind !== 'carried') this.#ownIssues.add(issue);
  }

  #addPrice(outcome: Outcome): void {
    const price = priceOutcomeOf(outcome);
    const listing = listingOf(outcome.entry);
    if (!price || !listing) return;
    const { id: listingId, currency } = listing;
    const { line } = rowOf(outcome.entry);
    const prices = this.#prices[outcome.status === 'held' ? 'held' : 'going'];
    prices.add({ outcome: price, currency, line, sku: skuOf(outcome.entry), listingId });
  }

  #addFollowUp({ kind }: FollowUp): void {
    this.#followUp ??= { reflected: 0, pending: 0, no_effect: 0 };
    this.#followUp[kind]++;
  }

  #addArrival({ entry }: Outcome): void {
    const row = rowOf(entry);
    for (const { until = '' } of 'notices' in row ? row.notices : [])
      if (until > this.#lastArrival) this.#lastArrival = until;
  }

  #addUpdate(outcome: Outcome): void {
    const { status, attempts, notApplied } = outcome;
    const counts = this.#counts;
    counts.updates++;
    if (status !== 'updated') counts.open++;
    // Without an attempt, another run made the update, and undo of that run reverts it.
    if (attempts > 0 && !notApplied && (status === 'updated' || status === 'unconfirmed')) counts.own++;
    const isPart = isPartlyRestored(outcome);
    if (isPart) [counts.own, counts.partlyRestored] = [counts.own + 1, counts.partlyRestored + 1];
    for (const reason of notedOf(outcome)) this.#addNoted(reason, outcome.entry);
    const isRefused = this.#options.stop !== undefined && this.#options.stop.rules.length > 0;
    if (status === 'planned' || isMade(outcome) || isRefused) this.#addChanges(outcome);
    else if (isPart) this.#addChanges(outcome, restoredChanges(outcome));
  }

  #addNoted(reason: Reason, entry: Outcome['entry']): void {
    const noted = this.#noted.get(reason) ?? { count: 0, line: rowOf(entry).line, sku: skuOf(entry) };
    this.#noted.set(reason, { ...noted, count: noted.count + 1 });
  }

  #addChanges(outcome: Outcome, changes = changesOf(outcome.entry)): void {
    const { entry } = outcome;
    if ('resolved' in entry) {
      const { listing } = entry.resolved;
      this.#changes.add({ line: rowOf(entry).line, listing, changes });
      if (changes.some(({ field }) => isMoneyField(field))) this.#currencies.add(listing.currency);
    }
    if (this.#firstChanges.length >= MAX_SHOWN) return;
    const room = MAX_SHOWN - this.#firstChanges.length;
    const lines = changes.map((change) => ({ outcome, change }));
    this.#firstChanges.push(...lines.slice(0, room));
  }

  /** Positions of the outcomes that need attention, in order. */
  attention(): Float64Array {
    return this.#attention.values();
  }

  result() {
    const byReason: Readonly<Partial<Record<Reason, number>>> = Object.fromEntries(
      [...this.#byReason].sort(),
    );
    return {
      ...this.#counts,
      /** The time, such as `19:41`, until which a lost update may still arrive; `undefined` where no row says one. */
      lastArrival: this.#lastArrival === '' ? undefined : this.#lastArrival.slice(-'hh:mm'.length),
      /** Every status is there, 0 included. */
      byStatus: this.#byStatus as Readonly<Record<Status, number>>,
      /** Only reasons that occur. */
      byReason,
      /** Outcomes that a person should look at. */
      attention: this.#attention.count,
      /** Changes that this run made; in a dry run or after a guard stop, the planned ones. */
      changes: this.#changes.result(),
      /** What their amounts are in. */
      currencies: [...this.#currencies].sort(),
      /** How many values change in the same way. */
      shifts: this.#changes.shifts(),
      /** A few of the amounts that are set where there is none. */
      firstAmounts: this.#changes.firstAmounts(),
      /** What becomes of the prices of its updates, and of rows that wait for a person. */
      prices: { going: this.#prices.going.result(), held: this.#prices.held.result() },
      /** The first few changes. */
      firstChanges: this.#firstChanges as readonly ChangeLine[],
      issues: this.#issues.result(),
      /** Those of updates: what became of them is not known before they are sent. */
      issuesOfUpdates: this.#issuesOfUpdates.result(),
      /** All but what is carried over from the plan of another run. */
      ownIssues: this.#ownIssues.result(),
      /** How many updates have a notice, by its reason. */
      noted: this.#noted as ReadonlyMap<Reason, Noted>,
      /** Manual prices that were followed up; `undefined` if none was. */
      followUp: this.#followUp as FollowUpCounts | undefined,
    } as const;
  }
}

/** Updates with the same notice, and the row of the first. */
export interface Noted {
  readonly count: number;
  readonly line: number;
  readonly sku: string;
}

/** `1 update, line 5 (00012434)`; `8 updates, such as line 5 (00012434)` */
export function nameUpdates({ count: number, line, sku }: Noted): string {
  return `${count(number, 'update')}, ${number === 1 ? '' : 'such as '}line ${line} (${clip(printable(sku), MAX_SKU)})`;
}

const MAX_SKU = 40;

function toIssueLine({ entry, status, reason, message }: Outcome): IssueLine {
  const setsFirstPrice = splitReasons(reason).includes('max_change') && setsFirst(entry);
  return { line: rowOf(entry).line, sku: skuOf(entry), status, reason, message, setsFirstPrice };
}

/** Whether a minimum, maximum or manual price is set where there is none, and is compared with the current price. */
function setsFirst(entry: PlanEntry): boolean {
  if (!('resolved' in entry)) return false;
  const { listing } = entry.resolved;
  return changesOf(entry).some((change) => baselineOf(change, listing)?.isFirst);
}

function notedOf({ entry, status, observed = [] }: Outcome): readonly Reason[] {
  if (entry.kind !== 'update') return [];
  const sent = new Set(changesOf(entry).map(({ field }) => field));
  const alsoChanged = observed.some(({ field }) => !sent.has(field));
  return [
    ...entry.notices.map(({ reason }) => reason),
    ...(alsoChanged ? (['also_changed'] as const) : []),
    ...(status === 'planned' && leavesBoundsOpen(entry) ? (['bounds_left_open'] as const) : []),
  ];
}

/** A strategy may compute bounds upon what is sent, and nothing keeps them as they are. */
function leavesBoundsOpen({ resolved: { listing }, changes, pins }: Update): boolean {
  return computableBounds([...changes, ...pins], listing.values).length > 0;
}

const STRATEGY_REFUSED = 'strategy_refused';

/**
 * Whether an undo gave back everything but a strategy that the service does not take any more. The row is no `updated`, and the
 * listing was changed all the same.
 */
function isPartlyRestored({ status, reason, attempts, notApplied }: Outcome): boolean {
  return status === 'conflict' && reason === STRATEGY_REFUSED && attempts > 0 && notApplied !== true;
}

/** The changes that such an undo made: the fields that the listing was seen to hold. */
function restoredChanges({ entry, observed = [] }: Outcome): readonly Change[] {
  const seen = new Set(observed.map(({ field }) => field));
  return changesOf(entry).filter(({ field }) => field !== 'strategy' && seen.has(field));
}

/** Finds the rows of a sheet that led to several listings, from outcomes in the order of the sheet, at 8 bytes for each. */
export class RowsOfSeveral implements Tally<Outcome, (line: number) => boolean> {
  readonly #lines = new NumberList();
  #last: number | undefined;
  #isNoted = false;

  add({ entry }: Outcome): void {
    const line = listingOf(entry) ? rowOf(entry).line : undefined;
    if (line !== this.#last || line === undefined) this.#isNoted = false;
    else if (!this.#isNoted) {
      this.#lines.push(line);
      this.#isNoted = true;
    }
    this.#last = line;
  }

  result(): (line: number) => boolean {
    const lines = new Set(this.#lines.values());
    return (line) => lines.has(line);
  }
}
