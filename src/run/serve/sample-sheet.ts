import { formatCents, toCents } from '../../domain/cents.ts';
import { hasHundredths } from '../../domain/currency.ts';
import { UsageError } from '../../domain/errors.ts';
import type { Listing } from '../../sandbox/catalogue.ts';

const MAX_ROWS = 20;

/** How amounts change, row after row: most stay as they are, and no change violates a guard rule. */
const MOVES = [
  { cost: 103, min: 100, max: 100 },
  { cost: 100, min: 100, max: 100 },
  { cost: 100, min: 102, max: 102 },
  { cost: 100, min: 100, max: 100 },
  { cost: 100, min: 100, max: 97 },
] as const;

interface Amounts {
  readonly cost: number;
  readonly min: number;
  readonly max: number;
}

/**
 * Makes a price sheet for some of an account's listings, as records with a header: mostly unchanged values with a few
 * small changes, so that a dry run has something to show.
 *
 * Errors: `UsageError` if the account has no listing that fits.
 */
export function sampleSheet(listings: readonly Listing[]): readonly (readonly string[])[] {
  const [first, ...others] = listings.filter(usableAmong(listings));
  if (!first) throw new UsageError(['The account has no listing that a sample sheet could be made of']);
  const chosen = [first, ...others.filter(({ currency }) => currency === first.currency)].slice(0, MAX_ROWS);
  return [['sku', 'cost', 'min', 'max'], ...chosen.map(toRecord)];
}

/** Listings with a unique plain-text SKU and consistent amounts. */
function usableAmong(listings: readonly Listing[]): (listing: Listing) => boolean {
  const times = new Map<string, number>();
  for (const { sku } of listings) times.set(sku, (times.get(sku) ?? 0) + 1);
  return (listing) =>
    times.get(listing.sku) === 1 &&
    /^[A-Za-z0-9][\w-]*$/.test(listing.sku) &&
    listing.status === 'active' &&
    listing.manual_price === null &&
    hasHundredths(listing.currency) &&
    goTogether(amountsOf(listing));
}

function amountsOf({ cost, minimum_price, maximum_price }: Listing): Amounts | undefined {
  if (cost === null || minimum_price === null || maximum_price === null) return undefined;
  return { cost, min: minimum_price, max: maximum_price };
}

function goTogether(amounts: Amounts | undefined): amounts is Amounts {
  return (
    amounts !== undefined && amounts.cost > 0 && amounts.cost <= amounts.min && amounts.min <= amounts.max
  );
}

function toRecord(listing: Listing, index: number): readonly string[] {
  const held = amountsOf(listing);
  if (!held) throw new TypeError('A listing without amounts was chosen');
  const move = MOVES[index % MOVES.length] ?? MOVES[0];
  const moved = {
    cost: Math.round((held.cost * move.cost) / 100),
    min: Math.round((held.min * move.min) / 100),
    max: Math.round((held.max * move.max) / 100),
  };
  const { cost, min, max } = goTogether(moved) ? moved : held;
  return [listing.sku, ...[cost, min, max].map((amount) => formatCents(toCents(amount)))];
}
