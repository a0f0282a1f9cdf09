import type { CarriedOver, ListingIdentity } from '../../domain/stages.ts';
import { fromChangesJson } from './changes-json.ts';
import { fromFeesJson } from './fees-json.ts';
import type { PlannedEntry } from './plan-schema.ts';

/** An entry of an earlier plan that has nothing left to send. Flags that its message names get their command. */
export function carry(entry: PlannedEntry): CarriedOver {
  const carried = carryAsItIs(entry);
  if (carried.status !== 'blocked') return carried;
  return { ...carried, message: carried.message.replaceAll(LETS_PASS, 'sync with $1') };
}

/** Carries such an entry over unchanged. */
export function carryAsItIs(entry: PlannedEntry): CarriedOver {
  const { line, cells = [], sku, changes, status, reason, message } = entry;
  const listing = identify(entry);
  return { kind: 'carried', line, cells, target: { sku }, listing, changes, status, reason, message };
}

const LETS_PASS = /(?<!sync with )(--allow \w+ lets it pass)/g;

/** The listing of an entry, if it has one. */
export function identify({
  listing_id: id,
  sku: rowSku,
  listing_sku: sku = rowSku,
  platform,
  channel,
  currency,
}: PlannedEntry): ListingIdentity | undefined {
  if (id === null || platform === null || channel === null || currency === null) return undefined;
  return { id, sku, platform, channel, currency };
}

/** Parses a line that this run has written, without validating it. */
export function parseOwnEntry(line: string): PlannedEntry {
  // Changed in place: copying all but two fields takes as long as everything else here.
  const entry = JSON.parse(line);
  entry.changes = fromChangesJson(entry.changes);
  if (entry.pins) entry.pins = fromChangesJson(entry.pins);
  if (entry.fees) entry.fees = fromFeesJson(entry.fees);
  return entry;
}

/** The SKU as the listing has it. */
export function skuOnListing({ sku, listing_sku: listingSku = sku }: PlannedEntry): PlannedEntry['sku'] {
  return listingSku;
}
