import { hasHundredths } from '../domain/currency.ts';
import { fits, type ListingFilters } from '../domain/fits.ts';
import { type Channel, foldSku, type Listing, type Sku } from '../domain/listing.ts';
import type { Reason } from '../domain/reasons.ts';
import { describeRewriting } from '../domain/rewritten-sku.ts';
import { isOfPlan, type SheetRow, setsMoney } from '../domain/row.ts';
import type { Resolved, Unresolved } from '../domain/stages.ts';
import type { FindStrategy } from './create-strategy-finder.ts';
import { namePart } from './name-part.ts';
import { describeChannels } from './suggest-channel.ts';

/** What decides which listings a row is for and what its values mean there. */
export interface MatchContext {
  readonly findStrategy: FindStrategy;
  readonly channels: readonly Channel[];
  /** Only listings that have these are matched. */
  readonly filters: ListingFilters;
  /** What a SKU with several listings is: an error for the row, or all of them are meant. */
  readonly match: 'one' | 'all';
  /** Currency of rows that don't say one themselves. */
  readonly currency?: string | undefined;
  /** A SKU that is not listed means the one that differs in case only. */
  readonly ignoreCase?: boolean | undefined;
  /** SKUs that are listed and differ little from one that isn't, by the latter. */
  readonly suggestions?: ReadonlyMap<Sku, Suggestion> | undefined;
}

/** A listed SKU that a SKU of the sheet may have been. */
export interface Suggestion {
  readonly sku: Sku;
  /** How the two differ, and what would make them the same: `by leading zeros (--sku-pad 8)`. */
  readonly how: string;
}

/**
 * Which of the listings found for a row's SKU the row means, and what it requests of each: at least one result.
 *
 * `listings` is all that was found for the SKU, whatever platform, channel or status.
 */
export function matchRow(
  row: SheetRow,
  listings: readonly Listing[],
  context: MatchContext,
): readonly (Resolved | Unresolved)[] {
  const { channel } = row.target;
  if (channel !== undefined && !context.channels.some(({ id }) => id === channel)) {
    return [
      unfit(
        row,
        undefined,
        'channel_unknown',
        `The account has no channel "${channel}"; ${describeChannels(channel, context.channels)}`,
      ),
    ];
  }
  const withSku = listingsOf(row.target.sku, listings, context);
  const matched = withSku.filter((listing) => fits(listing, row.target) && fits(listing, context.filters));
  if (matched.length === 0) return [notFound(row, withSku, context)];
  if (matched.length > 1 && context.match === 'one')
    return matched.map((listing) => ambiguous(row, listing, matched));
  return matched.map((listing) => resolveRequested(row, listing, context));
}

/** Exactly this SKU; if there is none and case is ignored, SKUs that differ in nothing else. */
function listingsOf(
  sku: Sku,
  listings: readonly Listing[],
  { ignoreCase }: MatchContext,
): readonly Listing[] {
  const exact = listings.filter((listing) => listing.sku === sku);
  if (exact.length > 0 || !ignoreCase) return exact;
  const folded = foldSku(sku);
  return listings.filter((listing) => foldSku(listing.sku) === folded);
}

function notFound(
  row: SheetRow,
  withSku: readonly Listing[],
  { filters, suggestions }: MatchContext,
): Unresolved {
  const { sku } = row.target;
  // Only this part of the account may have been looked at.
  const part = namePart({
    platform: row.target.platform ?? filters.platform,
    channel: row.target.channel ?? filters.channel,
  });
  const nothing = `No listing ${part === '' ? '' : `of ${part} `}has this SKU`;
  const others = withSku.map(describe).join('; ');
  return {
    kind: 'unresolved',
    row,
    status: 'not_found',
    reason: withSku.length === 0 ? 'sku_not_listed' : 'filtered_out',
    message:
      withSku.length === 0
        ? [nothing, ...remarksOn(sku, suggestions?.get(sku))].join('; ')
        : `No listing with this SKU fits the row and the filters; there is: ${others}`,
  };
}

/** Spreadsheets take zeros away; one that is left is a sign that they did not. */
const DIGITS_WITHOUT_ZEROS = /^[1-9]\d*$/;

function remarksOn(sku: Sku, suggestion: Suggestion | undefined): readonly string[] {
  const rewriting = describeRewriting(sku);
  return [
    ...(suggestion ? [`"${suggestion.sku}" is listed, which differs ${suggestion.how}`] : []),
    ...(!suggestion && DIGITS_WITHOUT_ZEROS.test(sku)
      ? ['if it has zeros in front where it is listed, --sku-pad N adds them']
      : []),
    ...(rewriting
      ? [`it looks like ${rewriting}, as spreadsheets make of SKUs; export that column as text`]
      : []),
  ];
}

function ambiguous(row: SheetRow, listing: Listing, matched: readonly Listing[]): Unresolved {
  return {
    kind: 'unresolved',
    row,
    status: 'ambiguous',
    reason: 'several_listings',
    message: `${matched.length} listings have this SKU; say which in a listing_id, platform or channel column, or pass --match all`,
    listing,
  };
}

function describe({ id, platform, channel, status }: Listing): string {
  return `${id} (${platform}, channel ${channel}, ${status})`;
}

function resolveRequested(row: SheetRow, listing: Listing, context: MatchContext): Resolved | Unresolved {
  const currency = row.currency ?? context.currency;
  const { requested } = row;
  if (currency !== undefined && currency !== listing.currency) {
    return unfit(
      row,
      listing,
      'currency_mismatch',
      `The row is in ${currency}, the listing in ${listing.currency}`,
    );
  }
  if (row.currencyOneOf && !row.currencyOneOf.includes(listing.currency)) {
    const said = row.currencyOneOf.join(' or ');
    return unfit(
      row,
      listing,
      'currency_mismatch',
      `The row is in ${said}, the listing in ${listing.currency}`,
    );
  }
  if (setsMoney(row) && !row.moneyInCents && !hasHundredths(listing.currency)) {
    return unfit(
      row,
      listing,
      'currency_unsupported',
      `A cent is not a hundredth of ${listing.currency}; give the service's own amounts with --money cents`,
    );
  }
  if (requested.strategy == null || isOfPlan(row))
    return { kind: 'resolved', row, listing, desired: requested };
  const held = listing.values.strategy;
  // A strategy that is kept need not be in any list.
  if (held !== null && requested.strategy.toLowerCase() === held.toLowerCase())
    return { kind: 'resolved', row, listing, desired: { ...requested, strategy: held } };
  const strategy = context.findStrategy(requested.strategy, listing.platform);
  if (strategy.kind === 'problem') return unfit(row, listing, strategy.reason, strategy.message);
  return { kind: 'resolved', row, listing, desired: { ...requested, strategy: strategy.id } };
}

function unfit(row: SheetRow, listing: Listing | undefined, reason: Reason, message: string): Unresolved {
  return { kind: 'unresolved', row, status: 'invalid', reason, message, listing };
}
