import { findPossibleEffects, findRest, seenChanges } from '../../domain/effects.ts';
import type { FieldValues } from '../../domain/fields.ts';
import type { ListingId } from '../../domain/listing.ts';
import { applyChanges, type Change, type Outcome, rowOf } from '../../domain/stages.ts';
import type { Status } from '../../domain/status.ts';
import type { JournalFile } from '../folder/journal.ts';
import type { PlannedEntry } from '../folder/plan-schema.ts';
import type { ChangeLine, DoubtLine } from './ledger-schema.ts';

/** An update of a run, as the ledger needs it: of a run that ends, or from the plan and the journal of one that ended. */
export interface SettledUpdate {
  readonly line: number;
  readonly sku: string;
  readonly listing_id: ListingId;
  readonly currency: string;
  readonly changes: readonly Change[];
  /** Values that were sent along as they were. */
  readonly pins: readonly Change[];
  /** All that the listing held before. */
  readonly before: FieldValues;
  /** `undefined`: the run was killed, and may have sent it. */
  readonly status: Status | undefined;
  readonly attempts: number;
  readonly notApplied?: boolean | undefined;
  /** An attempt at it may still take effect. */
  readonly mayArrive?: boolean | undefined;
  /** `null`: the listing was not seen since. */
  readonly observed: readonly Change[] | null;
  /** ISO 8601. */
  readonly at: string | null;
}

export function settledOf({ entry, completedAt, observed, ...settled }: Outcome): SettledUpdate | undefined {
  if (entry.kind !== 'update') return undefined;
  const { changes, pins } = entry;
  const { id, sku, currency, values } = entry.resolved.listing;
  return {
    ...settled,
    line: rowOf(entry).line,
    sku,
    listing_id: id,
    currency,
    changes,
    pins,
    before: values,
    observed: observed ?? null,
    at: completedAt === undefined ? null : new Date(completedAt).toISOString(),
  };
}

/** `undefined`: it is no update, or was never sent. */
export function settledInFolder(
  entry: PlannedEntry,
  journal: JournalFile | undefined,
): SettledUpdate | undefined {
  const { line, listing_id, currency, before, changes, pins = [], status: planned } = entry;
  const outcome = journal?.byEntry.get(entry.n);
  if (planned !== 'planned' || listing_id === null || currency === null || !before) return undefined;
  if (!outcome && (!journal || journal.ended)) return undefined;
  return {
    line,
    sku: entry.listing_sku ?? entry.sku,
    listing_id,
    currency,
    changes,
    pins,
    before,
    status: outcome?.status,
    attempts: outcome?.attempts ?? 0,
    notApplied: outcome?.not_applied,
    mayArrive: outcome?.may_arrive,
    observed: outcome?.observed ?? null,
    at: outcome?.completed_at ?? null,
  };
}

/** Read again each time, so that those of a million rows are never held. */
export function settledFrom<T>(
  all: () => Iterable<T>,
  settle: (each: T) => SettledUpdate | undefined,
): Iterable<SettledUpdate> {
  function* settled(): Generator<SettledUpdate> {
    for (const each of all()) {
      const update = settle(each);
      if (update) yield update;
    }
  }
  return { [Symbol.iterator]: settled };
}

/** What it was seen to change. */
export function changeLinesOf(update: SettledUpdate, run: string): readonly ChangeLine[] {
  const { status, changes, observed, at } = update;
  if (status === undefined) return [];
  const seen = seenChanges(changes, { ...update, status, observed: observed ?? [] });
  return seen.map((change) => ({
    run,
    at,
    ...lineOf(update, change),
    ...(!isSent(update, change) && { by: 'strategy' as const }),
  }));
}

/** Whether it may have taken effect, or may yet, unseen. */
export function isInDoubt({ status, mayArrive }: SettledUpdate): boolean {
  return status === undefined || status === 'unconfirmed' || mayArrive === true;
}

/** What it may have changed unseen. */
export function doubtLinesOf(update: SettledUpdate, run: string): readonly DoubtLine[] {
  if (!isInDoubt(update)) return [];
  const { status, changes, pins, observed, before } = update;
  const { unseen, bounds } =
    status !== undefined && observed
      ? findRest(changes, { status, before, observed })
      : { unseen: findPossibleEffects(changes, applyChanges(before, observed ?? [])), bounds: [] };
  // A bound that was sent along as it was is not computed.
  const isPinned = ({ field }: Change): boolean => pins.some((pin) => pin.field === field);
  return [...unseen, ...bounds]
    .filter((change) => !isPinned(change))
    .map((change) => ({
      kind: 'doubt' as const,
      run,
      ...lineOf(update, change),
      ...(!isSent(update, change) && { computed: true as const }),
    }));
}

function lineOf({ line, sku, listing_id, currency }: SettledUpdate, { field, before, after }: Change) {
  return { line, sku, listing_id, field, currency, was: before, is: after };
}

/** A field that was not sent was computed. */
function isSent({ changes }: SettledUpdate, { field }: Change): boolean {
  return changes.some((change) => change.field === field);
}
