import { computableBounds } from '../../domain/find-effects.ts';
import { arrivalIn, MAY_ARRIVE } from '../../domain/may-arrive.ts';
import { NumberList } from '../../domain/number-list.ts';
import { type Change, changesOf, type Outcome, rowOf, skuOf, type Update } from '../../domain/stages.ts';
import { needsAttention, STATUSES, type Status } from '../../domain/status.ts';
import { isPartlyRestored, restoredChanges } from './partly-restored.ts';
import { type ChangeDigest, ChangeTally } from './tally-changes.ts';
import { type IssueLine, type IssueStop, type Issues, IssueTally } from './tally-issues.ts';

export interface ChangeLine {
  readonly outcome: Outcome;
  readonly change: Change;
}

/** What there is to say about the outcomes of a run as a whole. */
export interface Digest {
  /** Lines of results.csv, so a row with several listings counts once for each. */
  readonly outcomes: number;
  /** Every status is there, 0 included. */
  readonly byStatus: Readonly<Record<Status, number>>;
  /** Only reasons that there are. */
  readonly byReason: Readonly<Record<string, number>>;
  /** Outcomes that a person should look at. */
  readonly attention: number;
  /** Outcomes that are updates, and those of them that did not end as `updated`. */
  readonly updates: number;
  readonly open: number;
  /** Updates that this run has made, or may have. */
  readonly own: number;
  /** `updated`, and not by this run: another one has sent it, or somebody has set it by hand. */
  readonly heldAlready: number;
  /** Listings that an undo gave back everything but a strategy that is gone. */
  readonly partlyRestored: number;
  /** When the last of the updates counts as lost that may still arrive, as `19:41`; only there where the messages say so. */
  readonly lastArrival: string | undefined;
  /** Changes that this run has made; before anything is sent, those that could be, or that a guard rule kept from it. */
  readonly changes: ChangeDigest;
  /** The first few of them. */
  readonly firstChanges: readonly ChangeLine[];
  readonly issues: Issues;
  /** How many updates have something that is worth knowing, by its reason. */
  readonly noted: ReadonlyMap<string, number>;
}

interface TallyOptions {
  /** SKUs that are not listed are expected. */
  readonly missingIsOk: boolean;
  readonly stop?: IssueStop;
}

/** How many changes are shown one by one; all of them are in the files. */
export const MAX_SHOWN = 20;

/** Sees the outcomes of a run one by one, in order, and holds on to the few that are shown. */
export class OutcomeTally {
  readonly #options: TallyOptions;
  readonly #byStatus = Object.fromEntries(STATUSES.map((status) => [status, 0])) as Record<Status, number>;
  readonly #byReason = new Map<string, number>();
  readonly #noted = new Map<string, number>();
  readonly #attention = new NumberList();
  readonly #changes = new ChangeTally();
  readonly #firstChanges: ChangeLine[] = [];
  readonly #issues: IssueTally;
  #lastArrival = '';
  readonly #counts = { outcomes: 0, updates: 0, open: 0, own: 0, heldAlready: 0, partlyRestored: 0 };
  constructor(options: TallyOptions) {
    this.#options = options;
    this.#issues = new IssueTally(options.stop);
  }

  see(outcome: Outcome): void {
    const { status, reason, attempts, untaken } = outcome;
    const counts = this.#counts;
    const n = counts.outcomes++;
    this.#byStatus[status]++;
    if (reason !== '') for (const single of reason.split(';')) add(this.#byReason, single);
    if (status === 'updated' && (attempts === 0 || untaken)) counts.heldAlready++;
    if (outcome.entry.kind === 'update') this.#seeUpdate(outcome);
    if (reason === MAY_ARRIVE) this.#seeArrival(outcome);
    if (!needsAttention(status, this.#options.missingIsOk)) return;
    this.#attention.push(n);
    this.#issues.see(toIssueLine(outcome));
  }

  #seeArrival({ message }: Outcome): void {
    const arrival = arrivalIn(message) ?? '';
    if (arrival > this.#lastArrival) this.#lastArrival = arrival;
  }

  #seeUpdate(outcome: Outcome): void {
    const { status, attempts, untaken } = outcome;
    const counts = this.#counts;
    counts.updates++;
    if (status !== 'updated') counts.open++;
    // What an apply found updated already was done by another run, and is taken back with that.
    if (attempts > 0 && !untaken && (status === 'updated' || status === 'unconfirmed')) counts.own++;
    const isPart = isPartlyRestored(outcome);
    if (isPart) [counts.own, counts.partlyRestored] = [counts.own + 1, counts.partlyRestored + 1];
    for (const noted of notedOf(outcome)) add(this.#noted, noted);
    const isRefused = this.#options.stop !== undefined && this.#options.stop.rules.length > 0;
    const isMade = status === 'updated' && attempts > 0 && !untaken;
    if (status === 'planned' || isMade || isRefused) this.#seeChanges(outcome);
    else if (isPart) this.#seeChanges(outcome, restoredChanges(outcome));
  }

  #seeChanges(outcome: Outcome, changes = changesOf(outcome.entry)): void {
    this.#changes.see(outcome, changes);
    if (this.#firstChanges.length >= MAX_SHOWN) return;
    const room = MAX_SHOWN - this.#firstChanges.length;
    const lines = changes.map((change) => ({ outcome, change }));
    this.#firstChanges.push(...lines.slice(0, room));
  }

  /** Positions of the outcomes that need attention, in order. */
  attention(): Float64Array {
    return this.#attention.values();
  }

  finish(): Digest {
    return {
      ...this.#counts,
      lastArrival: this.#lastArrival === '' ? undefined : this.#lastArrival.slice(-'hh:mm'.length),
      byStatus: this.#byStatus,
      byReason: Object.fromEntries([...this.#byReason].sort()),
      attention: this.#attention.count,
      changes: this.#changes.finish(),
      firstChanges: this.#firstChanges,
      issues: this.#issues.finish(),
      noted: this.#noted,
    };
  }
}

function toIssueLine({ entry, status, reason, message }: Outcome): IssueLine {
  return { line: rowOf(entry).line, sku: skuOf(entry), status, reason, message };
}

function notedOf({ entry, status, observed = [] }: Outcome): readonly string[] {
  if (entry.kind !== 'update') return [];
  const sent = new Set(changesOf(entry).map(({ field }) => field));
  const alsoChanged = observed.some(({ field }) => !sent.has(field));
  return [
    ...entry.notices.map(({ reason }) => reason),
    ...(alsoChanged ? ['also_changed'] : []),
    ...(status === 'planned' && leavesBoundsOpen(entry) ? ['bounds_left_open'] : []),
  ];
}

/** A strategy may compute bounds upon what is sent, and nothing keeps them as they are. */
function leavesBoundsOpen({ resolved: { listing }, changes, pins }: Update): boolean {
  return computableBounds([...changes, ...pins], listing.values).length > 0;
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
