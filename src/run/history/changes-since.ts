import type { Desired, Field, FieldValue } from '../../domain/fields.ts';
import type { ListingId, Sku } from '../../domain/listing.ts';
import { mayArriveUntil } from '../../domain/may-arrive.ts';
import type { Disk } from '../../domain/ports.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import { type Change, toDesired } from '../../domain/stages.ts';
import { saidIn } from './agreed-values.ts';
import {
  type FieldTrail,
  followChange,
  followSight,
  type KnownChange,
  NO_TRAIL,
  type RunDoubt,
} from './field-trail.ts';
import { type ChangedListing, type Doubt, findDoubts } from './find-doubts.ts';
import { type ChangeLine, fieldKey, type HistoryLine } from './history-lines.ts';
import { orderByChain } from './order-by-chain.ts';

/** A run whose changes are summed up. */
export interface SummedRun {
  readonly record: RunRecord;
  /** Its changes and the values that it agreed on, among other lines. Errors: as `readHistoryFile`. */
  lines(): Iterable<HistoryLine>;
}

interface Which {
  readonly sku?: string | undefined;
  readonly field?: Field | undefined;
  /** Runs of other jobs meanwhile: what they set is not taken back. */
  readonly others?: readonly SummedRun[];
  /** For the plans of runs that don't know all that they changed. */
  readonly disk: Disk;
}

/** What several runs together did to a listing: of each field what it was before the first change, or what somebody else set since, and what it is now. */
export interface ListingHistory {
  readonly listing: ChangedListing;
  readonly changes: readonly Change[];
  /** What it holds, as far as that is known: if it is a field's earlier value, there is nothing to take back. */
  readonly expected: Desired;
  /** Fields that go back to what somebody else set between the runs. */
  readonly setByOthers: readonly SetByOthers[];
  /** When the last of the runs ended whose update of it was not seen to hold, in ISO 8601. */
  readonly unsettledAt: string | undefined;
}

interface SetByOthers {
  readonly field: Field;
  /** What the first of the runs had found. */
  readonly found: FieldValue;
  /** What somebody else set since. */
  readonly set: FieldValue;
  /** The run of another job that set it; `undefined`: it was none. */
  readonly by: RunRecord | undefined;
}

/** A field that runs changed, though what it was before can't be known. */
export interface UnknownField {
  /** The run that may have changed it, too. */
  readonly run: RunRecord;
  readonly id: ListingId;
  /** `undefined`: no run that is left says it. */
  readonly sku: string | undefined;
  readonly field: Field;
}

/** What several runs together did. */
export interface ChangesSince {
  readonly listings: readonly ListingHistory[];
  /** Fields that are left out. */
  readonly unknown: readonly UnknownField[];
}

interface Followed {
  /** With the SKU that it had last. */
  listing: ChangedListing | undefined;
  /** All SKUs that runs found it under. */
  readonly skus: Set<string>;
  readonly fields: Map<Field, FieldTrail>;
  /** What no run saw when it could not arrive any more, the oldest first. */
  late: readonly (RunDoubt & { readonly field: Field })[];
  unsettledAt: string | undefined;
}

/** What a run of another job set, or may have set; `value`: `undefined` if it may be any. */
interface Theirs {
  readonly value: FieldValue | undefined;
  readonly run: RunRecord;
}

/**
 * Sums up what runs changed. A field that came back to what it was is left out, unless an update of one of the runs may have arrived since.
 *
 * Errors: `DamagedHistoryError`, `DiskError`: what is to be taken back has to be known for certain.
 */
export function sumUpChanges(
  runs: readonly SummedRun[],
  { sku, field: only, others = [], disk }: Which,
): ChangesSince {
  const otherJobs = new Set(others);
  /** By listing and field: what runs of other jobs set last. */
  const theirs = new Map<string, readonly Theirs[]>();
  const listings = new Map<ListingId, Followed>();

  function followed(id: ListingId): Followed {
    const known = listings.get(id) ?? newlyFollowed();
    listings.set(id, known);
    return known;
  }

  function byOf(key: string): (value: FieldValue) => RunRecord | undefined {
    return (value) =>
      theirs.get(key)?.findLast((their) => their.value === value || their.value === undefined)?.run;
  }

  function addChange(line: ChangeLine, run: RunRecord): void {
    const of = followed(line.listing_id);
    settle(of, line.field, run);
    of.skus.add(line.sku);
    of.listing = { id: line.listing_id, sku: line.sku as Sku, currency: line.currency };
    const change = { was: line.was as FieldValue, is: line.is as FieldValue };
    const trail = of.fields.get(line.field) ?? NO_TRAIL;
    of.fields.set(line.field, followChange(trail, change, byOf(fieldKey(line))));
  }

  function addSight(
    { id, field, value }: { id: ListingId; field: Field; value: FieldValue },
    run: RunRecord,
  ): void {
    const of = listings.get(id);
    const trail = of?.fields.get(field);
    if (!of || !trail) return;
    settle(of, field, run);
    of.fields.set(field, followSight(trail, value, byOf(fieldKey({ listing_id: id, field }))));
  }

  function addDoubt({ id, field, listing, was, is }: Doubt, run: RunRecord): void {
    const of = followed(id);
    if (listing) of.skus.add(listing.sku);
    of.listing = listing ?? of.listing;
    if (of.unsettledAt === undefined || of.unsettledAt < run.finished_at) of.unsettledAt = run.finished_at;
    const { known, doubts } = of.fields.get(field) ?? NO_TRAIL;
    of.fields.set(field, { known, doubts: [...doubts, { run, was, is }] });
    of.late = [...of.late, { field, run, was, is }];
  }

  for (const run of orderByChain([...runs, ...others])) {
    const unknown: Pick<Doubt, 'id' | 'field'>[] = [];
    const isOther = otherJobs.has(run);
    for (const line of run.lines()) {
      if (line.kind === 'change' && (only === undefined || line.field === only)) {
        if (isOther) theirs.set(fieldKey(line), [{ value: line.is as FieldValue, run: run.record }]);
        else addChange(line, run.record);
      } else if (line.kind === 'agreed') {
        for (const { id, field, value } of saidIn(line))
          if (value === undefined) unknown.push({ id, field });
          else if (!isOther) addSight({ id, field, value }, run.record);
      }
    }
    for (const doubt of findDoubts(run.record, unknown, disk)) {
      if (only !== undefined && doubt.field !== only) continue;
      if (!isOther) addDoubt(doubt, run.record);
      else {
        const key = fieldKey({ listing_id: doubt.id, field: doubt.field });
        theirs.set(key, [...(theirs.get(key) ?? []), { value: doubt.is, run: run.record }]);
      }
    }
  }
  const meant = [...listings].filter(([, { skus }]) => sku === undefined || skus.has(sku));
  return {
    listings: meant.flatMap(([, followed]) => toListingHistory(followed)),
    unknown: meant.flatMap(toUnknownFields),
  };
}

function newlyFollowed(): Followed {
  return { listing: undefined, skus: new Set(), fields: new Map(), late: [], unsettledAt: undefined };
}

/** A run looked at the field: what had been sent long before has arrived by then, or never will. */
function settle(of: Followed, field: Field, { started_at }: RunRecord): void {
  of.late = of.late.filter(
    (each) =>
      each.field !== field ||
      mayArriveUntil(Date.parse(each.run.finished_at), Date.parse(started_at)) !== undefined,
  );
}

function toListingHistory({ listing, fields, late, unsettledAt }: Followed): readonly ListingHistory[] {
  const changed = [...fields].flatMap(([field, { known }]) =>
    known && isKnown(known) ? { field, ...known } : [],
  );
  const seen = changed.flatMap(({ field, before, after }) =>
    before === after ? [] : { field, before, after },
  );
  const unseen = [...fields].flatMap(([field, { known }]) => findLate(field, { known, late }));
  const changes = [
    ...seen,
    ...unseen.map(({ after, ...each }) => ({ ...each, after: after ?? each.before })),
  ];
  const expected = toDesired([...seen, ...unseen.filter(isForeseen)], 'after');
  const setByOthers = changed
    .filter(({ before, after, found }) => before !== after && before !== found)
    .map(({ field, before, found, by }) => ({ field, found, set: before, by }));
  return !listing || changes.length === 0 ? [] : [{ listing, changes, expected, setByOthers, unsettledAt }];
}

/** What an update that no run saw would have changed or may still change, if the field is as it was before otherwise. */
function findLate(
  field: Field,
  { known, late }: Pick<FieldTrail, 'known'> & Pick<Followed, 'late'>,
): readonly LateChange[] {
  if (known && known.before !== known.after) return [];
  const doubts = late.filter((each) => each.field === field && each.was !== undefined);
  const before = known ? known.before : doubts[0]?.was;
  const last = doubts.findLast(({ is }) => is !== before);
  return before === undefined || !last ? [] : [{ field, before, after: last.is }];
}

type LateChange = Omit<Change, 'after'> & { readonly after: FieldValue | undefined };

/** A strategy may have computed any value. */
function isForeseen(change: LateChange): change is Change {
  return change.after !== undefined;
}

function isKnown(change: KnownChange): change is KnownChange & { readonly before: FieldValue } {
  return change.before !== undefined;
}

function toUnknownFields([id, { listing, fields }]: readonly [ListingId, Followed]): readonly UnknownField[] {
  return [...fields].flatMap(([field, { known }]) =>
    known?.unknownFrom ? { run: known.unknownFrom, id, sku: listing?.sku, field } : [],
  );
}
