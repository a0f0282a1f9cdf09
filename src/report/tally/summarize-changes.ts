import { BUCKET_EDGES, tenthsOfPercent } from '../../domain/change-buckets.ts';
import type { BigMove, ChangesSummary } from '../../domain/documents/summary.ts';
import type { ChangeDigest, Move } from './tally-changes.ts';

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
