import { formatCents } from '../../domain/cents.ts';
import { hasHundredths } from '../../domain/currency.ts';
import { FIELDS, type Field, type FieldValue, isMoneyField } from '../../domain/fields.ts';
import type { Listing } from '../../domain/listing.ts';
import type { Change } from '../../domain/stages.ts';
import type { Tally } from '../../domain/tally.ts';

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

/** The columns that a sheet of listings needs. */
export interface ListingColumns {
  readonly fields: readonly Field[];
  /** Only cents say what is meant in a currency whose minor unit is not a hundredth. */
  readonly needsCents: boolean;
}

/** Finds the columns that a sheet of these listings needs. */
export class ListingColumnsTally implements Tally<ListingChanges, ListingColumns> {
  readonly #changed = new Set<Field>();
  #needsCents = false;

  add({ listing, changes }: ListingChanges): void {
    this.#needsCents ||= !hasHundredths(listing.currency);
    for (const { field } of changes) this.#changed.add(field);
  }

  result(): ListingColumns {
    return { fields: FIELDS.filter((field) => this.#changed.has(field)), needsCents: this.#needsCents };
  }
}

export function columnsOf(items: Iterable<ListingChanges>): ListingColumns {
  const tally = new ListingColumnsTally();
  for (const item of items) tally.add(item);
  return tally.result();
}

interface RecordOptions extends CellShape {
  /** Of all the items. */
  readonly columns: ListingColumns;
}

/** Records of a sheet that `sync` takes, the header first: it sets each listing's fields to their values before the changes. */
export function* listingRecords(
  items: Iterable<ListingChanges>,
  { columns: { fields, needsCents }, moneyUnit, ...given }: RecordOptions,
): Generator<readonly string[]> {
  const shape = { ...given, inCents: moneyUnit === 'cents' || needsCents };
  yield ['listing_id', 'sku', 'currency', ...fields.map((field) => toHeader(field, shape))];
  for (const { listing, changes } of items) {
    const cells = fields.map((field) => {
      const change = changes.find((candidate) => candidate.field === field);
      return toCell(change?.before, shape);
    });
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
