import { isListingId, type ListingId, PLATFORMS, type Sku } from '../domain/listing.ts';
import { MISSING_CELL } from '../domain/missing-cell.ts';
import type { InvalidRow, SheetRow, Target } from '../domain/row.ts';
import { CellReader, type RowFormat } from './cell-reader.ts';
import type { RawRecord } from './parse-records.ts';
import { readMoneyCells, type WishesInMaking } from './read-money-cells.ts';

/** Reads a record, collecting everything that is wrong with it. */
export function parseRow(record: RawRecord, format: RowFormat): SheetRow | InvalidRow {
  const reader = new CellReader(record, format);
  const { line, cells } = record;
  const target = readTarget(reader);
  const wishes: WishesInMaking = {};
  const { inCents, currency, currencyOneOf } = readMoneyCells(reader, wishes, readCurrency(reader));
  readOtherWishes(reader, wishes);
  checkShape(reader);
  const { problems, notices } = reader;
  if (!target || problems.length > 0) return { kind: 'invalid', line, cells, target, problems };
  return {
    kind: 'row',
    line,
    cells,
    target,
    moneyInCents: inCents,
    currency,
    currencyOneOf,
    wishes,
    notices,
  };
}

function readTarget(reader: CellReader): Target | undefined {
  const sku = readSku(reader);
  const listingId = readListingId(reader);
  const platform = readPlatform(reader);
  const channel = reader.plain('channel');
  return sku && { sku, listingId, platform, channel };
}

const CONTROL_CHARACTERS = /\p{Cc}/u;

function readSku(reader: CellReader): Sku | undefined {
  const text = reader.text('sku');
  if (text === undefined) return reader.problem('sku_missing', 'The row has no SKU');
  if (CONTROL_CHARACTERS.test(text)) {
    return reader.problem('sku_unusable', 'The SKU holds a line break or another control character');
  }
  const sku = toSku(text, reader);
  return sku === '' ? reader.problem('sku_missing', `"${text}" ends before it names a SKU`) : (sku as Sku);
}

function toSku(text: string, { format: { skuPath, skuPad }, notices }: CellReader): string {
  // Spreadsheets are kept from rewriting a SKU by a formula that yields it: `="0005"`.
  const bare = /^="([^"]+)"$/.exec(text)?.[1]?.trim() ?? text;
  const child = skuPath === undefined ? bare : (bare.split(skuPath).at(-1)?.trim() ?? bare);
  const sku = skuPad !== undefined && /^\d+$/.test(child) ? child.padStart(skuPad, '0') : child;
  if (sku !== text) notices.push({ reason: 'sku_rewritten', message: `SKU ${sku}, written "${text}"` });
  return sku;
}

function readListingId(reader: CellReader): ListingId | undefined {
  const text = reader.plain('listing_id');
  if (text === undefined) return undefined;
  const id = text.toLowerCase();
  if (isListingId(id)) return id;
  return reader.problem('listing_id_unreadable', `${reader.name('listing_id')} "${text}" is not a UUID`);
}

function readPlatform(reader: CellReader): string | undefined {
  const text = reader.plain('platform');
  const platform = text?.toLowerCase();
  if (platform === undefined || PLATFORMS.some((known) => known === platform)) return platform;
  return reader.problem(
    'platform_unknown',
    `${reader.name('platform')} "${text}" is not one of ${PLATFORMS.join(', ')}`,
  );
}

function readCurrency(reader: CellReader): string | undefined {
  const text = reader.plain('currency');
  if (text === undefined || /^[a-z]{3}$/i.test(text)) return text?.toLowerCase();
  return reader.problem(
    'currency_unreadable',
    `${reader.name('currency')} "${text}" is not a three-letter currency code`,
  );
}

function readOtherWishes(reader: CellReader, wishes: WishesInMaking): void {
  const strategy = reader.text('strategy');
  if (strategy !== undefined) wishes.strategy = strategy === reader.format.clearToken ? null : strategy;
  const repricing = readRepricing(reader);
  if (repricing !== undefined) wishes.repricing = repricing;
}

const REPRICING_WORDS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['on', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['off', false],
  ['0', false],
]);

function readRepricing(reader: CellReader): boolean | undefined {
  const text = reader.plain('repricing');
  if (text === undefined) return undefined;
  const repricing = REPRICING_WORDS.get(text.toLowerCase());
  return (
    repricing ??
    reader.problem('repricing_unreadable', `${reader.name('repricing')} "${text}" is neither true nor false`)
  );
}

/**
 * Refuses a record whose cells don't stand under the header. Content in a column without a name may be the tail of
 * `12,99`; only the very first column may go without one, as some programs number their rows there.
 */
function checkShape(reader: CellReader): void {
  const { cells } = reader.record;
  const { header } = reader.format;
  if (cells.some((cell) => cell.trim() === MISSING_CELL)) {
    reader.problem('cell_missing', `A cell that was not there before still says ${MISSING_CELL}`);
  }
  const stray = cells.findIndex((cell, index) => index > 0 && cell.trim() !== '' && !header[index]?.trim());
  if (stray > 0) {
    reader.problem(
      'cell_without_header',
      `Cell ${stray + 1} "${cells[stray]?.trim()}" stands under no header; a cell that holds the delimiter needs quotes`,
    );
  } else if (cells.length < countNamed(header) || cells.length > header.length) {
    reader.problem('column_count', `The row has ${cells.length} cells, the header ${header.length}`);
  }
}

/** How many cells a record must have at least: up to the last column with a name. */
function countNamed(header: readonly string[]): number {
  return header.findLastIndex((text) => text.trim() !== '') + 1;
}
