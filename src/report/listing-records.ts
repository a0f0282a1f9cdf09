import { formatCents } from '../domain/cents.ts';
import { hasHundredths } from '../domain/currency.ts';
import { FIELDS, type Field, type FieldValue, isMoneyField } from '../domain/fields.ts';
import type { Listing } from '../domain/listing.ts';
import type { Change } from '../domain/stages.ts';

/** How amounts and cleared fields are written. */
export interface CellShape {
  readonly decimalSign: '.' | ',';
  readonly moneyUnit: 'major' | 'cents';
  readonly clearToken: string;
}

/** A listing, and fields of it that are to be set. */
export interface ListingChanges {
  readonly listing: Pick<Listing, 'id' | 'sku' | 'currency'>;
  readonly changes: readonly Change[];
}

interface RecordOptions extends CellShape {
  /** Which values are to be set. */
  readonly side: 'before' | 'after';
}

/**
 * Records of a sheet that `sync` takes, the header first: it sets each listing's fields to their values on one side of
 * changes. `items` are gone through twice.
 */
export function* listingRecords(
  items: Iterable<ListingChanges>,
  { moneyUnit, side, ...given }: RecordOptions,
): Generator<readonly string[]> {
  let needsCents = false;
  const changed = new Set<Field>();
  for (const { listing, changes } of items) {
    // Where a cent is no hundredth, only cents say what is meant.
    needsCents ||= !hasHundredths(listing.currency);
    for (const { field } of changes) changed.add(field);
  }
  const shape = { ...given, inCents: moneyUnit === 'cents' || needsCents };
  const fields = FIELDS.filter((field) => changed.has(field));
  yield ['listing_id', 'sku', 'currency', ...fields.map((field) => toHeader(field, shape))];
  for (const { listing, changes } of items) {
    const values = new Map(changes.map((change) => [change.field, change[side]]));
    const cells = fields.map((field) => toCell(values.get(field), shape));
    yield [listing.id, listing.sku, listing.currency, ...cells];
  }
}

type Shape = Pick<CellShape, 'decimalSign' | 'clearToken'> & { readonly inCents: boolean };

/** Amounts in cents say so in their header: without the word they would be read as a hundred times as much. */
function toHeader(field: Field, { inCents }: Shape): string {
  return isMoneyField(field) && inCents ? `${field}_cents` : field;
}

function toCell(value: FieldValue | undefined, { inCents, decimalSign, clearToken }: Shape): string {
  if (value === undefined) return '';
  if (value === null) return clearToken;
  if (typeof value !== 'number') return String(value);
  return inCents ? String(value) : formatCents(value, decimalSign);
}
