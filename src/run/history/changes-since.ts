import type { Field, FieldValue } from '../../domain/fields.ts';
import type { ListingId, Sku } from '../../domain/listing.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import type { Change, ListingIdentity } from '../../domain/stages.ts';
import { type ChangeLine, fieldKey, type HistoryLine } from './history-lines.ts';

/** A run whose changes are summed up. */
export interface SummedRun {
  readonly record: RunRecord;
  /** Its changes, among other lines. Errors: as `readHistoryFile`. */
  lines(): Iterable<HistoryLine>;
}

interface Which {
  readonly sku?: string | undefined;
  readonly field?: Field | undefined;
  /** Runs of other jobs meanwhile: what they set is not taken back. */
  readonly others?: readonly SummedRun[];
}

/** What several runs together did to a listing: of each field what it was before the first change, or what somebody else set since, and what it is now. */
export interface ListingHistory {
  readonly listing: Pick<ListingIdentity, 'id' | 'sku' | 'currency'>;
  readonly changes: readonly Change[];
  /** Fields that go back to what somebody else set between the runs. */
  readonly setByOthers: readonly SetByOthers[];
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

interface Known extends Change {
  /** What the first run found. */
  readonly found: FieldValue;
  /** The run of another job that set what comes back. */
  readonly by: RunRecord | undefined;
}

/**
 * Sums up what runs changed. A field that came back to what it was is left out.
 *
 * Errors: `DamagedHistoryError`, `DiskError`: what is to be taken back has to be known for certain.
 */
export function sumUpChanges(
  runs: readonly SummedRun[],
  { sku, field, others = [] }: Which,
): readonly ListingHistory[] {
  const otherJobs = new Set(others);
  /** By listing and field: what the last run of another job set. */
  const theirs = new Map<string, { readonly value: FieldValue; readonly run: RunRecord }>();
  const listings = new Map<ListingId, { readonly line: ChangeLine; readonly fields: Map<Field, Known> }>();
  for (const run of [...runs, ...others].sort(byTime)) {
    for (const line of run.lines()) {
      if (line.kind !== 'change') continue;
      if ((sku !== undefined && line.sku !== sku) || (field !== undefined && line.field !== field)) continue;
      if (otherJobs.has(run)) {
        theirs.set(fieldKey(line), { value: line.is as FieldValue, run: run.record });
        continue;
      }
      const known = listings.get(line.listing_id) ?? { line, fields: new Map<Field, Known>() };
      listings.set(line.listing_id, known);
      const earlier = known.fields.get(line.field);
      // What somebody else set between two runs is theirs, and is what comes back.
      const isOurs = earlier !== undefined && earlier.after === line.was;
      const was = line.was as FieldValue;
      const their = theirs.get(fieldKey(line));
      known.fields.set(line.field, {
        field: line.field,
        before: isOurs ? earlier.before : was,
        after: line.is as FieldValue,
        found: earlier ? earlier.found : was,
        by: isOurs ? earlier.by : their?.value === was ? their.run : undefined,
      });
    }
  }
  return [...listings.values()].flatMap(({ line, fields }) => {
    const changed = [...fields.values()].filter(({ before, after }) => before !== after);
    const changes = changed.map(({ field, before, after }) => ({ field, before, after }));
    const setByOthers = changed
      .filter(({ before, found }) => before !== found)
      .map(({ field, before, found, by }) => ({ field, found, set: before, by }));
    const listing = { id: line.listing_id, sku: line.sku as Sku, currency: line.currency };
    return changes.length === 0 ? [] : [{ listing, changes, setByOthers }];
  });
}

function byTime({ record: one }: SummedRun, { record: other }: SummedRun): number {
  return one.started_at < other.started_at ? -1 : 1;
}

/** Whether a run sent something that was never seen to hold, so that its changes are not all in the history. */
export function isUncertain({ counts, verdict }: RunRecord): boolean {
  return verdict === 'killed' || (counts?.by_status.unconfirmed ?? 0) > 0;
}
