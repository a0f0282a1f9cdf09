import { judgePrice } from '../../domain/judge-price.ts';
import type { PriceOutcome } from '../../domain/price-outcome.ts';
import { joinReasons, type Reason, reasonOfStop, splitReasons } from '../../domain/reasons.ts';
import type { CarriedOver, Change, ListingIdentity } from '../../domain/stages.ts';
import type { JournalledOutcome } from './journal.ts';
import { fromChangesJson, fromFeesJson, type PlannedEntry } from './plan-schema.ts';

/** An entry of an earlier plan that has nothing left to send. */
export function carry(entry: PlannedEntry): CarriedOver {
  const { line, cells = [], sku, changes, status, reason, message } = entry;
  const listing = identify(entry);
  return { kind: 'carried', line, cells, target: { sku }, listing, changes, status, reason, message };
}

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

/** An update that the run has settled is reported again as it ended then, and its listing is not read. */
export function carrySettled(
  entry: PlannedEntry,
  { status, reason, message }: Pick<JournalledOutcome, 'status' | 'reason' | 'message'>,
): CarriedOver {
  const carried = carry(entry);
  if (status !== 'updated') return { ...carried, status, reason, message };
  return { ...carried, status, reason: 'already_updated', message: SENT_BEFORE };
}

const SENT_BEFORE = 'The run that is applied has sent it, and nothing was sent now';

/** An update that a review file offers, and nobody approved: it waits for a person. */
export function carryUnapproved(entry: PlannedEntry): CarriedOver {
  const carried = carry(entry);
  const reason = joinReasons([...splitReasons(entry.reason), NOT_APPROVED]);
  const why = entry.status === 'held' ? `${carried.message}; ` : '';
  return { ...carried, status: 'held', reason, message: `${why}the review file does not approve it` };
}

const NOT_APPROVED = 'not_approved' satisfies Reason;

/** What kept a run from sending all of its plan. */
type RunStop = Parameters<typeof reasonOfStop>[0] & { readonly message: string };

/** An update that the run was to send itself, and did not: nobody was asked to approve it. `stop`: unknown of a run that was killed. */
export function carryUnsent(entry: PlannedEntry, stop: RunStop = KILLED): CarriedOver {
  const message = `${UNSENT}: ${stop.message}`;
  return { ...carry(entry), status: 'skipped', reason: reasonOfStop(stop), message };
}

const UNSENT = 'The run that is applied did not send it, and its review file does not offer it';
const KILLED: RunStop = { code: 'interrupted', rules: [], message: 'that run was killed' };

/** What becomes of the price upon an update of a plan, or became of it once its changes were `observed`; `undefined` of any other entry. */
export function priceOfEntry(
  { platform, before, changes, pins = [], current }: PlannedEntry,
  observed?: readonly Change[],
): PriceOutcome | undefined {
  if (platform === null || !before || !current) return undefined;
  const { price: currentPrice, shipping: currentShipping } = current;
  return judgePrice({
    listing: { platform, currentPrice, currentShipping, values: before },
    changes,
    pins,
    observed,
  });
}
