import fc from 'fast-check';
import { FIELDS } from '../../src/domain/fields.ts';
import type { Catalogue, Listing } from '../../src/sandbox/catalogue.ts';
import { AMAZON_CHANNEL, BUY_BOX, WALMART_CHANNEL, WALMART_LOWEST } from './an-account.ts';

/** For `--allow`, where a property is about anything but the rules. */
export const ALL_RULES =
  'max_change,min_above_max,below_cost,manual_out_of_bounds,zero_price,zero_cost,max_updates,max_clears,max_invalid,max_missing,implausible_column,scale_slip,nothing_matched,empty_sheet,mixed_currencies,sheet_note,unsettled';

/** SKUs that differ by case, blanks, zeros, formulas and characters that URLs escape. */
export const SKUS = ['A', 'a', 'B-1', 'C 2', '=D', "'E", 'Ünï', '007', 'G+&#', 'H/x'];

/** Now and then null. Units: cents. */
const amount = fc.option(fc.integer({ min: 0, max: 5000 }), { freq: 4 });

/** A listing of one of `SKUS` on Amazon or Walmart, with the given fields on top. */
export function anyListing(fields: Readonly<Record<string, fc.Arbitrary<unknown>>> = {}) {
  return fc
    .record({
      sku: fc.constantFrom(...SKUS),
      platform: fc.constantFrom('amazon', 'amazon', 'walmart'),
      currency: fc.constantFrom('usd', 'usd', 'usd', 'eur'),
      cost: amount,
      minimum_price: amount,
      maximum_price: amount,
      onStrategy: fc.boolean(),
      ...fields,
    })
    .map(
      ({ onStrategy, ...listing }): Partial<Listing> => ({
        ...(listing as Partial<Listing>),
        channel: listing.platform === 'walmart' ? WALMART_CHANNEL : AMAZON_CHANNEL,
        strategy: onStrategy ? (listing.platform === 'walmart' ? WALMART_LOWEST : BUY_BOX) : null,
      }),
    );
}

/** A sheet of quoted cells. */
export function writeSheet<Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, string>>[],
): string {
  const lines = rows.map((cells) => columns.map((column) => `"${cells[column]}"`).join(','));
  return [columns.join(','), ...lines, ''].join('\n');
}

/** What each listing of an account holds, by its id. */
export function valuesOf({ listings }: Catalogue): ReadonlyMap<string, readonly unknown[]> {
  return new Map(listings.map((listing) => [listing.id, FIELDS.map((field) => listing[field])]));
}
