import { formatCents } from '../../domain/cents.ts';
import type { ExportDocument } from '../../domain/documents/commands.ts';
import { type Field, isMoneyField } from '../../domain/fields.ts';
import { toJsonText } from '../../domain/json-text.ts';
import type { Listing } from '../../domain/listing.ts';
import { inBatches } from '../../domain/lists.ts';
import { csvBlocks, csvFile } from './csv-file.ts';

/** How an exported sheet is written. */
export interface ExportShape {
  readonly fields: readonly Field[];
  readonly delimiter: string;
  readonly decimalSign: '.' | ',';
  readonly inCents: boolean;
  /** The text that clears a field, which no exported cell may hold. */
  readonly clearToken: string;
  /** The text for the strategy of a listing, where a sheet can name it. */
  readonly nameStrategy: (listing: Listing) => string | undefined;
  /** Whether a sheet can hold this platform or channel. */
  readonly isNameable: (word: string) => boolean;
}

/**
 * Listings as a sheet that means them and sets what they hold. What isn't set is a blank cell, which leaves a field as it is;
 * so is what a sheet can't say. `isFile`: it is not for standard output.
 */
export function renderExport(
  listings: Iterable<Listing>,
  shape: ExportShape,
  { isFile }: { readonly isFile: boolean },
): Iterable<string> {
  const write = isFile ? csvFile : csvBlocks;
  return write(exportRecords(listings, shape), shape);
}

function* exportRecords(listings: Iterable<Listing>, shape: ExportShape): Generator<readonly string[]> {
  const { fields, inCents, isNameable } = shape;
  const headers = fields.map((field) => (isMoneyField(field) && inCents ? `${field}_cents` : field));
  yield ['sku', 'listing_id', 'platform', 'channel', 'currency', ...headers];
  for (const listing of listings) {
    const { id, sku, platform, channel, currency } = listing;
    const places = [platform, channel].map((word) => (isNameable(word) ? word : ''));
    yield [sku, id, ...places, currency, ...fields.map((field) => toCell(field, listing, shape))];
  }
}

function toCell(field: Field, listing: Listing, shape: ExportShape): string {
  const text = toText(field, listing, shape);
  return text === shape.clearToken ? '' : text;
}

function toText(field: Field, listing: Listing, { inCents, decimalSign, nameStrategy }: ExportShape): string {
  if (field === 'strategy') return nameStrategy(listing) ?? '';
  if (field === 'repricing') return String(listing.values.repricing);
  const cents = listing.values[field];
  if (cents === null || cents < 0) return '';
  return inCents ? String(cents) : formatCents(cents, decimalSign);
}

const BLOCK_LISTINGS = 1000;

/** Listings as one JSON document, some at a time. `more`: what else it says. */
export function* renderExportJson(listings: Iterable<ExportedListing>, more: object): Generator<string> {
  yield `${toJsonText({ version: 1, ...more }).slice(0, -1)},"listings":[`;
  let separator = '\n';
  for (const some of inBatches(listings, BLOCK_LISTINGS)) {
    yield separator + some.map((listing) => toJsonText(listing)).join(',\n');
    separator = ',\n';
  }
  yield '\n]}\n';
}

export type ExportedListing = NonNullable<ExportDocument['listings']>[number];

/** Listings as JSON has them; amounts are in the service's own units. */
export function* toExported(
  listings: Iterable<Listing>,
  fields: readonly Field[],
): Generator<ExportedListing> {
  for (const { id, sku, platform, channel, status, currency, values } of listings) {
    const held = Object.fromEntries(fields.map((field) => [field, values[field]]));
    yield { listing_id: id, sku, platform, channel, status, currency, ...held };
  }
}
