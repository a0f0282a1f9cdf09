/**
 * Glossary. A *row* is one record of the sheet. A *listing* is what the service holds. What a row *requests* becomes what is
 * *desired* of a listing once its strategy has an id and its money a currency. A *change* is a field whose value differs from
 * the desired one. A *plan* holds an *entry* per row and listing, in sheet order; an entry that is an *update* is sent, every
 * other one is a side exit. An *outcome* is what became of an entry: its *status* (a word of `status.ts`), a *reason* (a code
 * for scripts) and a *message* (a sentence for people).
 *
 * A row has twelve forms, each with what the one before it can't know. What has a listing holds its row, and an outcome its entry, so
 * that nobody joins by SKU a second time: `outcome.entry.resolved.row.line`. Before the first there are the cells of a record (`src/sheet/parse-records.ts`); the first four are in
 * `row.ts`, and the journal holds a `Settlement`: an outcome without its entry, which the plan has.
 *
 * | form | why it is separate |
 * | --- | --- |
 * | `SheetRow` | what its cells request, before any listing is known |
 * | `InvalidRow` | cells that can't be read: problems in the place of requests |
 * | `IgnoredRow` | not a row of data, or not one of this day: it need not have a SKU, and needs no attention |
 * | `DuplicateRow` | another line counts for it, so it is never looked up |
 * | `CarriedOver` | finished in a plan on disk, of another run or of a run too large for memory: only what that plan holds of it |
 * | `Resolved` | a row beside one of its listings, in the service's own terms |
 * | `Unresolved` | a row that no update can be made for: no listing fits it, several do, or it sets nothing and was not looked up |
 * | `Unchanged` | there is nothing to change, and no guard rule is asked |
 * | `Blocked` | a listing that no update may be sent to for this row, and why |
 * | `Held` | an update in full that waits for a person |
 * | `Update` | what is sent: at least one change, with the bounds that go along |
 * | `Outcome` | what became of any of them: results, retry file, page, screen and history are made from nothing else |
 *
 * A run as a whole has five forms:
 *
 * | form | why it is separate |
 * | --- | --- |
 * | `Job` | what it is to do, before anything is opened for it: rows, settings, limits (`src/run/job/run.ts`) |
 * | `Run` | a job with what it works with, the same for all of its steps (`src/run/job/run.ts`) |
 * | `RunState` | how far it has come, which one step hands to the next (`src/run/job/run.ts`) |
 * | `RunReport` | all that can be said of it: screens, messages and `summary.json` read nothing else (`src/report/tally/run-report.ts`) |
 * | `RunRecord` | what the history keeps of it once its folder is gone (`src/domain/documents/ledger.ts`) |
 */

import type { Fees } from './fees.ts';
import type { Desired, Field, FieldValue, FieldValues } from './fields.ts';
import type { FollowUp } from './follow-up.ts';
import type { Listing } from './listing.ts';
import type { Reason, Reasons } from './reasons.ts';
import type { DuplicateRow, IgnoredRow, InvalidRow, Remark, Row, SheetRow, Target } from './row.ts';
import type { Status } from './status.ts';

/** A row and one of its listings, with the requested values in the service's own terms. */
export interface Resolved {
  readonly kind: 'resolved';
  readonly row: SheetRow;
  readonly listing: Listing;
  readonly desired: Desired;
  /** What a sale of the listing costs beside its cost, if anybody has said so. */
  readonly fees?: Fees | undefined;
}

/** A row that no update can be made for: no listing fits it, several do, or it sets nothing and was not looked up. */
export interface Unresolved {
  readonly kind: 'unresolved';
  readonly row: SheetRow;
  readonly status: Extract<
    Status,
    'invalid' | 'not_found' | 'ambiguous' | 'failed' | 'skipped' | 'unchanged'
  >;
  readonly reason: Reason;
  readonly message: string;
  readonly listing?: Listing | undefined;
}

/** One field's way from what the listing holds to what is desired. */
export interface Change {
  readonly field: Field;
  readonly before: FieldValue;
  readonly after: FieldValue;
}

/** The smallest update that gives a listing the desired values. */
export interface Update {
  readonly kind: 'update';
  readonly resolved: Resolved;
  readonly changes: readonly [Change, ...Change[]];
  /** Values sent along as they are, so that the service keeps them where it would compute others. */
  readonly pins: readonly Change[];
  /** The listing has to come out exactly as planned: a field that changes without being sent is a fault. */
  readonly exact: boolean;
  readonly notices: readonly Remark[];
}

/** An update that waits for a person, and why. It is in the plan as a whole, so that it can be approved. */
export interface Held extends Omit<Update, 'kind'> {
  readonly kind: 'held';
  readonly reason: Reasons;
  readonly message: string;
}

/** There is nothing to change: the listing holds what is desired, or an undo finds that the run had sent nothing to it. */
export interface Unchanged {
  readonly kind: 'unchanged';
  readonly resolved: Resolved;
}

/** A listing that no update may be sent to for this row, and why: a guard rule, another row, another run, or somebody else's change. */
export interface Blocked {
  readonly kind: 'blocked';
  readonly resolved: Resolved;
  readonly changes: readonly Change[];
  /**
   * `updated`: the listing holds it already, as another run planned it. `unconfirmed`: the listing is as it should be, and
   * an update of another run may still change it.
   */
  readonly status: Extract<
    Status,
    'blocked' | 'conflict' | 'invalid' | 'duplicate' | 'updated' | 'unconfirmed'
  >;
  readonly reason: Reasons;
  readonly message: string;
}

export type ListingIdentity = Pick<Listing, 'id' | 'sku' | 'platform' | 'channel' | 'currency'>;

/** An entry of a plan on disk that needs no further work: it is reported again as it was there. */
export interface CarriedOver {
  readonly kind: 'carried';
  readonly line: number;
  /** As the sheet had them; none if the plan doesn't hold them. */
  readonly cells: readonly string[];
  readonly target: Target;
  readonly listing?: ListingIdentity | undefined;
  readonly changes: readonly Change[];
  readonly status: Status;
  readonly reason: Reasons;
  readonly message: string;
  /** What guard rules counted beside the cost. */
  readonly fees?: Fees | undefined;
  /** By how many pieces its cost was divided, if it was. */
  readonly pieces?: number | undefined;
}

/** A row once it was led to its listings: once for each, or once if there is none. */
export type ResolvedRow = InvalidRow | IgnoredRow | DuplicateRow | CarriedOver | Resolved | Unresolved;

export type PlanEntry =
  | InvalidRow
  | IgnoredRow
  | DuplicateRow
  | CarriedOver
  | Unresolved
  | Unchanged
  | Blocked
  | Held
  | Update;

/** What became of an entry of the plan. */
export interface Outcome<E extends PlanEntry = PlanEntry> {
  readonly kind: 'outcome';
  readonly entry: E;
  readonly status: Status;
  readonly reason: Reasons;
  readonly message: string;
  /** How many times the update was sent; 0 if it never was. */
  readonly attempts: number;
  /** The last HTTP status that an update was answered with. */
  readonly httpStatus?: number | undefined;
  /** Epoch milliseconds at which the update was settled. */
  readonly completedAt?: number | undefined;
  /** Every field whose value the service has since been seen to differ from before, whether it was sent or not. */
  readonly observed?: readonly Change[] | undefined;
  /** An attempt at the update may still take effect, whatever the listing was seen to hold. */
  readonly mayArrive?: boolean | undefined;
  /** The listing was read again and showed no attempt: what it held by then is the doing of others, even if it is what was planned. */
  readonly notApplied?: boolean | undefined;
  /** What was seen of its manual price since, if it sent one and that was followed up. */
  readonly followUp?: FollowUp | undefined;
}

/** How an update was settled, without its entry: its plan never changes once it is on disk. */
export type Settlement = Omit<Outcome, 'entry'>;

/** Whether the run itself made an update, and saw the listing hold it. */
export function isMade({ status, attempts, notApplied }: Outcome): boolean {
  return status === 'updated' && attempts > 0 && !notApplied;
}

export function rowOf(entry: PlanEntry): Row | CarriedOver {
  switch (entry.kind) {
    case 'invalid':
    case 'ignored':
    case 'duplicate':
    case 'carried':
      return entry;
    case 'unresolved':
      return entry.row;
    default:
      return entry.resolved.row;
  }
}

/** The SKU that a row names; nothing if it names none. */
export function skuOf(entry: PlanEntry): string {
  const row = rowOf(entry);
  return 'target' in row ? (row.target?.sku ?? '') : '';
}

export function listingOf(entry: PlanEntry): ListingIdentity | undefined {
  switch (entry.kind) {
    case 'invalid':
    case 'ignored':
    case 'duplicate':
      return undefined;
    case 'unresolved':
    case 'carried':
      return entry.listing;
    default:
      return entry.resolved.listing;
  }
}

export function changesOf(entry: PlanEntry): readonly Change[] {
  return 'changes' in entry ? entry.changes : [];
}

/** The values on one side of changes, by field. */
export function toDesired(changes: readonly Change[], side: 'before' | 'after'): Desired {
  return put(changes, side, {}) as Desired;
}

/** What a listing holds once these changes are made to what it held. */
export function applyChanges(before: FieldValues, changes: readonly Change[]): FieldValues {
  return changes.length === 0 ? before : (put(changes, 'after', { ...before }) as FieldValues);
}

/** Writes one side of changes into values. */
function put(
  changes: readonly Change[],
  side: 'before' | 'after',
  values: Partial<Record<Field, FieldValue>>,
): Partial<Record<Field, FieldValue>> {
  for (const change of changes) values[change.field] = change[side];
  return values;
}

/**
 * Whether the service may compute new bounds upon these changes. A strategy computes them from the cost; it is the strategy
 * after the changes that counts. Without one, nothing is computed.
 */
export function mayRecompute(changes: readonly Change[], strategy: FieldValues['strategy']): boolean {
  return strategy !== null && changes.some(({ field }) => field === 'cost' || field === 'strategy');
}
