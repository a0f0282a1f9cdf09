import { BUCKET_EDGES, shareOfMove, tenthsOfPercent } from '../../domain/change-buckets.ts';
import type { ChangeKind } from '../../domain/change-kind.ts';
import { FIELDS, type Field } from '../../domain/fields.ts';
import type { BigMove, ChangesSummary, FieldChanges } from './summary.ts';
import { type ChangeDigest, MAX_MOVES, type Move } from './tally-changes.ts';

export function summarizeChanges({ total, fields, down, up }: ChangeDigest): ChangesSummary {
  return {
    total,
    bucket_edges_percent: BUCKET_EDGES,
    by_field: Object.fromEntries(fields),
    biggest: { down: down.map(toJson), up: up.map(toJson) },
  };
}

function toJson({ field, before, after, line, sku, listingId }: Move): BigMove {
  return {
    line,
    sku,
    listing_id: listingId,
    field,
    before_cents: before,
    after_cents: after,
    percent: (tenthsOfPercent(before, after) ?? 0) / 10,
  };
}

/** The result of `summarizeChanges`, unchanged. */
export function readChanges({ total, by_field: byField, biggest }: ChangesSummary): ChangeDigest {
  return {
    total,
    fields: new Map(
      FIELDS.flatMap((field) => {
        const tally = byField[field];
        return tally ? [[field, tally] as const] : [];
      }),
    ),
    down: biggest.down.map(fromJson),
    up: biggest.up.map(fromJson),
  };
}

function fromJson({ field, before_cents, after_cents, line, sku, listing_id }: BigMove): Move {
  return { field, before: before_cents, after: after_cents, line, sku, listingId: listing_id };
}

/** The changes of runs over different rows, as one run over all of them would have counted them. */
export function addChanges(parts: readonly ChangesSummary[]): ChangesSummary {
  const digests = parts.map(readChanges);
  const fields = new Map<Field, FieldChanges>();
  for (const field of FIELDS) {
    const tallies = digests.flatMap((digest) => digest.fields.get(field) ?? []);
    if (tallies.length > 0) fields.set(field, addTallies(tallies));
  }
  return summarizeChanges({
    total: digests.reduce((sum, { total }) => sum + total, 0),
    fields,
    down: furthest(digests.flatMap(({ down }) => down)),
    up: furthest(digests.flatMap(({ up }) => up)),
  });
}

function addTallies(tallies: readonly FieldChanges[]): FieldChanges {
  const kinds: Partial<Record<ChangeKind, number>> = {};
  for (const tally of tallies)
    for (const [kind, number] of Object.entries(tally.kinds) as readonly (readonly [ChangeKind, number])[])
      kinds[kind] = (kinds[kind] ?? 0) + number;
  const [first] = tallies;
  return {
    changes: tallies.reduce((sum, { changes }) => sum + changes, 0),
    kinds,
    buckets: (first?.buckets ?? []).map((_, index) =>
      tallies.reduce((sum, { buckets }) => sum + (buckets[index] ?? 0), 0),
    ),
  };
}

function furthest(moves: readonly Move[]): readonly Move[] {
  const distance = ({ before, after }: Move): number => Math.abs(shareOfMove(before, after) ?? 0);
  return [...moves]
    .sort((one, other) => distance(other) - distance(one) || one.line - other.line)
    .slice(0, MAX_MOVES);
}
