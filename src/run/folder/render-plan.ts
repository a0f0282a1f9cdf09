import { toJsonText } from '../../domain/json-text.ts';
import type { Listing } from '../../domain/listing.ts';
import { changesOf, listingOf, type Outcome, rowOf, skuOf } from '../../domain/stages.ts';
import { needsAttention } from '../../domain/status.ts';
import { toChangesJson } from './changes-json.ts';
import { toFeesJson } from './fees-json.ts';

/** Renders an entry's line of the plan. */
export function toEntryLine(n: number, { entry, status, reason, message }: Outcome): string {
  const row = rowOf(entry);
  const listing = listingOf(entry);
  const update = entry.kind === 'update' || entry.kind === 'held' ? entry : undefined;
  const sku = skuOf(entry);
  const fees = 'resolved' in entry ? entry.resolved.fees : undefined;
  // What is undefined is left out. Written with spreads, a line would take twice as long.
  return toJsonText({
    kind: 'entry',
    n,
    line: row.line,
    sku,
    listing_sku: listing?.sku === sku ? undefined : listing?.sku,
    status,
    reason,
    message,
    listing_id: listing?.id ?? null,
    platform: listing?.platform ?? null,
    channel: listing?.channel ?? null,
    currency: listing?.currency ?? null,
    changes: toChangesJson(changesOf(entry)),
    before: update?.resolved.listing.values,
    current: update && toCurrent(update.resolved.listing),
    pins: update && toChangesJson(update.pins),
    fees: fees && toFeesJson(fees),
    exact: update?.exact,
    notices: update?.notices,
    may_arrive: update?.resolved.row.planned?.mayArrive || undefined,
    cells: mayNeedRepair(status) ? row.cells : undefined,
  });
}

function toCurrent({ currentPrice: price, currentShipping: shipping }: Listing) {
  return { price, shipping };
}

/**
 * Rows whose cells a later run of the plan may need for its files; other entries are stored without them, to keep plans
 * of large sheets small.
 */
function mayNeedRepair(status: Outcome['status']): boolean {
  return status === 'planned' || status === 'held' || needsAttention(status, false);
}
