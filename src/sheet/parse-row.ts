import { formatCents } from '../domain/cents.ts';
import { currenciesOf } from '../domain/currency.ts';
import { type Desired, MONEY_FIELDS, type MoneyField } from '../domain/fields.ts';
import { isListingId, type ListingId, PLATFORMS, type Sku } from '../domain/listing.ts';
import { MISSING_CELL } from '../domain/missing-cell.ts';
import type { InvalidRow, Remark, SheetRow, Target } from '../domain/row.ts';
import { type DecimalSign, isAmount, readAmountText } from './amount-text.ts';
import type { Columns } from './columns.ts';
import type { ColumnName } from './header-aliases.ts';
import { parseMoney, type Rounding } from './parse-money.ts';
import type { RawRecord } from './parse-records.ts';

/** How the rows of a sheet are to be understood. */
export interface RowFormat {
  readonly header: readonly string[];
  readonly columns: Columns;
  readonly moneyUnit: 'major' | 'cents';
  readonly decimalSigns: ReadonlyMap<MoneyField, DecimalSign>;
  /** What to do with amounts finer than a cent; where not said, a cost is rounded half up and nothing else is rounded. */
  readonly rounding?: Rounding | undefined;
  readonly clearToken: string;
  /** Lower-case ISO 4217 code of rows that name none, where a person has said so. */
  readonly currency?: string | undefined;
  /** SKUs of digits alone are filled up with zeros to so many. */
  readonly skuPad?: number | undefined;
  /** What stands between the parts of a SKU of which only the last is one: `Parent : Child`. */
  readonly skuPath?: string | undefined;
}

/** Reads a record, collecting everything that is wrong with it. */
export function parseRow(record: RawRecord, format: RowFormat): SheetRow | InvalidRow {
  const reader = new CellReader(record, format);
  const { line, cells } = record;
  const target = readTarget(reader);
  const declared = readCurrency(reader);
  const wishes = readWishes(reader);
  const { currency, currencyOneOf } = settleCurrency(reader, declared);
  checkShape(reader);
  const { problems, notices } = reader;
  if (!target || problems.length > 0) return { kind: 'invalid', line, cells, target, problems };
  const moneyInCents = MONEY_FIELDS.every((field) => wishes[field] == null || isInCents(field, format));
  return { kind: 'row', line, cells, target, moneyInCents, currency, currencyOneOf, wishes, notices };
}

/** A currency that something other than a currency column names. */
interface CurrencySign {
  readonly where: string;
  /** As lower-case codes: `$` may stand for several. */
  readonly currencies: ReadonlySet<string>;
}

/** The cells of one record by what their column means, and what was found to be wrong or worth saying. */
class CellReader {
  readonly problems: Remark[] = [];
  readonly notices: Remark[] = [];
  /** What the amounts themselves, or their headers, say of the row's currency. */
  readonly currencySigns: CurrencySign[] = [];
  readonly record: RawRecord;
  readonly format: RowFormat;

  constructor(record: RawRecord, format: RowFormat) {
    this.record = record;
    this.format = format;
  }

  /** The trimmed text of a cell; `undefined` where it is blank or the sheet has no such column. */
  text(column: ColumnName): string | undefined {
    const found = this.format.columns.get(column);
    const text = found && this.record.cells[found.index]?.trim();
    return text === '' ? undefined : text;
  }

  /** Likewise, for a column that can't be cleared. */
  plain(column: ColumnName): string | undefined {
    const text = this.text(column);
    if (text !== this.format.clearToken) return text;
    this.problem('not_clearable', `${this.name(column)} can't be cleared`);
    return undefined;
  }

  problem(reason: string, message: string): undefined {
    this.problems.push({ reason, message });
  }

  /** A column as the sheet itself calls it. */
  name(column: ColumnName): string {
    return this.format.columns.get(column)?.header ?? column;
  }
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
  const child = skuPath === undefined ? text : (text.split(skuPath).at(-1)?.trim() ?? text);
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

/**
 * The one currency that everything in a row agrees on. A sign such as `$` leaves several; which of them is meant shows
 * with the listing.
 */
function settleCurrency(
  reader: CellReader,
  declared: string | undefined,
): { readonly currency?: string | undefined; readonly currencyOneOf?: readonly string[] | undefined } {
  const signs = reader.currencySigns;
  const [first] = signs;
  if (!first) return { currency: declared };
  const known = declared ?? reader.format.currency;
  const start = known === undefined ? first.currencies : new Set([known]);
  const left = [...start].filter((code) => signs.every(({ currencies }) => currencies.has(code)));
  if (left.length === 0) {
    const said = signs.map(({ where, currencies }) => `${where} says ${[...currencies].join(' or ')}`);
    const wanted = known === undefined ? [] : [`the row is in ${known}`];
    reader.problem('currency_mismatch', [...new Set([...wanted, ...said])].join(', '));
  }
  return left.length === 1 ? { currency: left[0] } : { currency: declared, currencyOneOf: left };
}

function readWishes(reader: CellReader): Desired {
  const wishes: { -readonly [F in keyof Desired]: Desired[F] } = {};
  for (const field of MONEY_FIELDS) {
    const value = readMoney(reader, field);
    if (value !== undefined) wishes[field] = value;
  }
  const strategy = reader.text('strategy');
  if (strategy !== undefined) wishes.strategy = strategy === reader.format.clearToken ? null : strategy;
  const repricing = readRepricing(reader);
  if (repricing !== undefined) wishes.repricing = repricing;
  return wishes;
}

function isInCents(field: MoneyField, { moneyUnit, columns }: RowFormat): boolean {
  return moneyUnit === 'cents' || columns.get(field)?.inCents === true;
}

function readMoney(reader: CellReader, field: MoneyField): Desired[MoneyField] {
  const { format } = reader;
  const text = reader.text(field);
  if (text === undefined) return undefined;
  if (text === format.clearToken) return null;
  const divisor = field === 'cost' ? readDivisor(reader) : 1n;
  if (divisor === undefined) return undefined;
  const parsed = parseMoney(text, {
    unit: isInCents(field, format) ? 'cents' : 'major',
    decimalSign: format.decimalSigns.get(field) ?? '.',
    rounding: format.rounding ?? (field === 'cost' ? 'half-up' : 'error'),
    divisor,
  });
  if (parsed.kind === 'problem')
    return reader.problem(parsed.reason, `${reader.name(field)} "${text}" ${parsed.detail}`);
  noteCurrency(reader, field, parsed.currencies);
  if (parsed.rounded) {
    const per = divisor === 1n ? '' : ` per ${divisor}`;
    const message = `${reader.name(field)} ${text}${per} was rounded to ${formatCents(parsed.cents)}`;
    reader.notices.push({ reason: 'rounded', message });
  }
  return parsed.cents;
}

function noteCurrency(
  { currencySigns, format }: CellReader,
  field: MoneyField,
  currencies: ReadonlySet<string> | undefined,
): void {
  const column = format.columns.get(field);
  if (currencies) currencySigns.push({ where: column?.header ?? field, currencies });
  const inHeader = column?.currencyNote === undefined ? undefined : currenciesOf(column.currencyNote);
  if (inHeader) currencySigns.push({ where: `the header "${column?.header}"`, currencies: inHeader });
}

/** How many pieces the cost is for; `undefined` where that can't be told. */
function readDivisor(reader: CellReader): bigint | undefined {
  const { columns, decimalSigns } = reader.format;
  if (!columns.has('cost_divisor')) return 1n;
  const text = reader.text('cost_divisor') ?? '';
  const divisor = parseDivisor(text, decimalSigns.get('cost'));
  return (
    divisor ??
    reader.problem(
      'cost_divisor_unusable',
      `${reader.name('cost_divisor')} "${text}" is not a number of pieces that the cost is for`,
    )
  );
}

const LONGEST_DIVISOR = 9;

/** `1.000` is a thousand pieces where the costs have a decimal comma, and one piece where they have a point. */
function parseDivisor(text: string, sign: DecimalSign | undefined): bigint | undefined {
  const amount = readAmountText(text);
  if (!isAmount(amount) || amount.negative || amount.currencies) return undefined;
  const { '.': point, ',': comma } = amount.readings;
  const digits =
    sign === undefined && point?.integer === comma?.integer ? point : sign && amount.readings[sign];
  if (!digits || /[1-9]/.test(digits.fraction) || digits.integer.length > LONGEST_DIVISOR) return undefined;
  return digits.integer === '0' ? undefined : BigInt(digits.integer);
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
