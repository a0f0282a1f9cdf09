import { type Desired, FIELDS, type FieldValues } from '../../domain/fields.ts';
import { toJsonText } from '../../domain/json-text.ts';
import type { Listing } from '../../domain/listing.ts';
import {
  type Change,
  changesOf,
  listingOf,
  type Outcome,
  type PlanEntry,
  rowOf,
  skuOf,
} from '../../domain/stages.ts';
import { needsAttention } from '../../domain/status.ts';
import { toChangesJson, toFeesJson } from './values-json.ts';

/** Renders an entry's line of the plan. */
export function toEntryLine(n: number, { entry, status, reason, message }: Outcome): string {
  const row = rowOf(entry);
  const listing = listingOf(entry);
  const update = entry.kind === 'update' || entry.kind === 'held' ? entry : undefined;
  const planned = row.kind === 'row' ? row.planned : undefined;
  const again = toReplay(entry, status);
  const sku = skuOf(entry);
  const fees = 'resolved' in entry ? entry.resolved.fees : again && feesOf(row);
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
    may_arrive: ((update || again) && planned?.mayArrive) || undefined,
    replay: again,
    cells: mayNeedRepair(status) ? row.cells : undefined,
  });
}

/** What an apply of this plan has to know of an update that another run planned and its listing holds already: it may have been taken back by then. */
function toReplay(entry: PlanEntry, status: Outcome['status']) {
  const row = rowOf(entry);
  if (entry.kind === 'update' || row.kind !== 'row' || !row.planned) return undefined;
  const { before, currency, pins, exact } = row.planned;
  const { listingId } = row.target;
  if (listingId === undefined || status !== 'updated') return undefined;
  return {
    listing_id: listingId,
    currency,
    changes: toChangesJson(changesTo(row.requested, before)),
    before,
    pins: toChangesJson(changesTo(pins, before)),
    exact,
  };
}

function feesOf(row: ReturnType<typeof rowOf>) {
  return row.kind === 'row' ? row.fees : undefined;
}

function changesTo(desired: Desired, before: FieldValues): readonly Change[] {
  return FIELDS.flatMap((field) => {
    const after = desired[field];
    return after === undefined ? [] : [{ field, before: before[field], after }];
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
  return KEPT.has(status) || needsAttention(status, false);
}

const KEPT: ReadonlySet<Outcome['status']> = new Set(['planned', 'held', 'updated'] as const);
