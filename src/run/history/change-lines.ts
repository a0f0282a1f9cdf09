import type { ListingId } from '../../domain/listing.ts';
import { seenChanges } from '../../domain/seen-changes.ts';
import { type Change, type Outcome, rowOf } from '../../domain/stages.ts';
import type { Status } from '../../domain/status.ts';
import type { AgreedValues } from './agreed-values.ts';
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

interface SettledUpdate {
  readonly listingId: ListingId;
  readonly changes: readonly Change[];
  /** Values that were sent along as they are. */
  readonly pins?: readonly Change[] | undefined;
  /** `undefined`: the run was killed, and may have sent it. */
  readonly status: Status | undefined;
  /** An attempt at it may still take effect. */
  readonly mayArrive?: boolean | undefined;
}

/**
 * What sheet and service agree on after an update: an updated listing shows every value that was sent. Where an update may have taken
 * effect unseen, nothing is known: what the listing is found to hold next is no change by somebody else.
 */
export function agreeOnUpdate(
  { listingId, changes, pins = [], status, mayArrive }: SettledUpdate,
  agreed: AgreedValues,
): void {
  if (status === 'updated')
    for (const { field, after } of [...changes, ...pins]) agreed.set(listingId, field, after);
  else if (status === undefined || status === 'unconfirmed' || mayArrive)
    for (const { field } of changes) agreed.forget(listingId, field);
}
