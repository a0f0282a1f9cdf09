import { formatCents, toCents } from '../../domain/cents.ts';
import { hasHundredths } from '../../domain/currency.ts';
import { UsageError } from '../../domain/errors.ts';
import type { Listing } from '../../sandbox/catalogue.ts';

const MAX_ROWS = 20;

/** How cost, minimum and maximum change, in percent, row after row: most stay as they are, and no change violates a guard rule. */
const MOVES = [
  [103, 100, 100],
  [100, 100, 100],
  [100, 102, 102],
  [100, 100, 100],
  [100, 100, 97],
];

/**
 * Makes a price sheet for some of an account's listings, as records with a header: mostly unchanged values with a few
 * small changes, so that a dry run has something to show.
 *
 * Errors: `UsageError` if the account has no listing that fits.
 */
export function sampleSheet(listings: readonly Listing[]): readonly (readonly string[])[] {
  const times = new Map<string, number>();
  for (const { sku } of listings) times.set(sku, (times.get(sku) ?? 0) + 1);
  const usable = listings.filter((listing) => times.get(listing.sku) === 1 && isUsable(listing));
  const chosen = usable.filter(({ currency }) => currency === usable[0]?.currency).slice(0, MAX_ROWS);
  if (chosen.length === 0)
    throw new UsageError(['The account has no listing that a sample sheet could be made of']);
  return [['sku', 'cost', 'min', 'max'], ...chosen.map(toRecord)];
}

/** A plain-text SKU, and amounts that go together. */
function isUsable(listing: Listing): boolean {
  return (
    /^[A-Za-z0-9][\w-]*$/.test(listing.sku) &&
    listing.status === 'active' &&
    listing.manual_price === null &&
    hasHundredths(listing.currency) &&
    goTogether(amountsOf(listing))
  );
}

/** Shape: cost, minimum and maximum; 0 where the listing has none. */
function amountsOf({ cost, minimum_price, maximum_price }: Listing): readonly number[] {
  return [cost ?? 0, minimum_price ?? 0, maximum_price ?? 0];
}

function goTogether([cost = 0, minimum = 0, maximum = 0]: readonly number[]): boolean {
  return cost > 0 && cost <= minimum && minimum <= maximum;
}

function toRecord(listing: Listing, index: number): readonly string[] {
  const current = amountsOf(listing);
  const percents = MOVES[index % MOVES.length] ?? [];
  const moved = current.map((amount, column) => Math.round((amount * (percents[column] ?? 100)) / 100));
  const amounts = goTogether(moved) ? moved : current;
  return [listing.sku, ...amounts.map((amount) => formatCents(toCents(amount)))];
}
