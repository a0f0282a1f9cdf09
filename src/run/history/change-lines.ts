import type { ListingId } from '../../domain/listing.ts';
import { seenChanges } from '../../domain/seen-changes.ts';
import type { Change, Outcome } from '../../domain/stages.ts';
import { rowOf } from '../../domain/stages.ts';
import type { ChangeLine } from './history-lines.ts';

interface Seen {
  /** ISO 8601. */
  readonly at: string | null;
  readonly line: number;
  readonly sku: string;
  readonly listing_id: ListingId;
  readonly currency: string;
  /** The changes that were sent: any other is a strategy's doing. */
  readonly sent: readonly Change[];
}

/** Changes that were seen to hold, as lines of the history. */
export function toChangeLines(changes: readonly Change[], { sent, ...where }: Seen): readonly ChangeLine[] {
  return changes.map(({ field, before: was, after: is }) => {
    const isSent = sent.some((change) => change.field === field);
    return { kind: 'change', ...where, field, was, is, ...(!isSent && { by: 'strategy' as const }) };
  });
}

/** What an update of this run was seen to change. */
export function changeLinesOf({
  entry,
  completedAt,
  observed = [],
  ...settled
}: Outcome): readonly ChangeLine[] {
  if (entry.kind !== 'update') return [];
  const { listing } = entry.resolved;
  const seen = seenChanges(entry.changes, { ...settled, before: listing.values, observed, pins: entry.pins });
  return toChangeLines(seen, {
    at: completedAt === undefined ? null : new Date(completedAt).toISOString(),
    line: rowOf(entry).line,
    sku: listing.sku,
    listing_id: listing.id,
    currency: listing.currency,
    sent: entry.changes,
  });
}
