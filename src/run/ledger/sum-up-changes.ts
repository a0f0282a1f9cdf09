import type { Desired, Field, FieldValue } from '../../domain/fields.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { ListingId, Sku } from '../../domain/listing.ts';
import type { ListingIdentity } from '../../domain/stages.ts';
import { type Change, toDesired } from '../../domain/stages.ts';
import type { ChangeLine, DoubtLine } from './ledger-schema.ts';

/** What several runs together did to a listing. */
export interface ListingHistory {
  readonly listing: Pick<ListingIdentity, 'id' | 'sku' | 'currency'>;
  /** Of each field what it was before the first change, or what somebody else set since, and what it is now. */
  readonly changes: readonly Change[];
  /** What it holds, as far as that is known: if it is a field's earlier value, there is nothing to take back. */
  readonly expected: Desired;
  readonly setByOthers: readonly SetByOthers[];
  /** The runs that may have changed it unseen. */
  readonly doubtful: readonly string[];
}

/** A field that goes back to what somebody else set between the runs. */
interface SetByOthers {
  readonly field: Field;
  /** What the first of the runs had found. */
  readonly found: FieldValue;
  readonly set: FieldValue;
}

interface Summing {
  /** The ids of the runs, the oldest first. */
  readonly runs: readonly string[];
  readonly sku?: string | undefined;
  readonly field?: Field | undefined;
}

/**
 * Sums up what runs changed, and what they may have changed unseen. A field that came back to what it was is left out. A value that one of
 * the runs set is theirs: what was there before comes back. Any other is somebody else's, and comes back itself.
 */
export function sumUpChanges(
  changes: readonly ChangeLine[],
  doubts: readonly DoubtLine[],
  { runs, sku, field: only }: Summing,
): readonly ListingHistory[] {
  const order = new Map(runs.map((run, at) => [run, at]));
  const isMeant = ({ run, field }: Pick<ChangeLine, 'run' | 'field'>): boolean =>
    order.has(run) && (only === undefined || field === only);
  const own = changes
    .filter((change) => isMeant(change) && !(change.by && change.currency === null))
    .toSorted((one, other) => (order.get(one.run) ?? 0) - (order.get(other.run) ?? 0));
  const changesOf = groupBy(own, ({ listing_id }) => listing_id);
  const doubtsOf = groupBy(doubts.filter(isMeant), ({ listing_id }) => listing_id);
  const ids = [...new Set([...changesOf.keys(), ...doubtsOf.keys()])];
  return ids.flatMap((id) =>
    sumUpListing(id, changesOf.get(id) ?? [], { doubts: doubtsOf.get(id) ?? [], sku }),
  );
}

interface Rest {
  readonly doubts: readonly DoubtLine[];
  readonly sku: string | undefined;
}

function sumUpListing(
  id: ListingId,
  changes: readonly ChangeLine[],
  { doubts, sku }: Rest,
): readonly ListingHistory[] {
  const lines = [...changes, ...doubts];
  const last = lines.at(-1);
  const isMeant = sku === undefined || lines.some((line) => line.sku === sku);
  if (!last || !isMeant) return [];
  const trails = [...groupBy(changes, ({ field }) => field)].map(([field, each]) => followTrail(field, each));
  const seen = trails.filter(({ before, after }) => before !== after);
  // A field that runs changed holds that, or there is a conflict: what was not seen is not built upon.
  const unseen = [...groupBy(doubts, ({ field }) => field)].flatMap(([field, each]) => {
    const trail = trails.find((known) => known.field === field);
    const before = trail?.after ?? each[0]?.was;
    const after = each.at(-1);
    if (before === undefined || !after || seen.some((known) => known.field === field)) return [];
    return [{ field, before: before as FieldValue, after: after.is as FieldValue, isKnown: !after.computed }];
  });
  const all = [...seen, ...unseen].map(({ field, before, after }) => ({ field, before, after }));
  if (all.length === 0) return [];
  return [
    {
      listing: { id, sku: last.sku as Sku, currency: last.currency ?? '' },
      changes: all,
      expected: toDesired([...seen, ...unseen.filter(({ isKnown }) => isKnown)], 'after'),
      setByOthers: seen
        .filter(({ before, found }) => before !== found)
        .map(({ field, found, before }) => ({ field, found, set: before })),
      doubtful: [...new Set(doubts.map(({ run }) => run))],
    },
  ];
}

interface Trail extends Change {
  /** What the first run found. */
  readonly found: FieldValue;
}

function followTrail(field: Field, changes: readonly ChangeLine[]): Trail {
  const [first, ...others] = changes as readonly { readonly was: FieldValue; readonly is: FieldValue }[];
  const found = first?.was ?? null;
  let [before, after] = [found, first?.is ?? null];
  for (const { was, is } of others) {
    if (was !== after) before = was;
    after = is;
  }
  return { field, before, after, found };
}
