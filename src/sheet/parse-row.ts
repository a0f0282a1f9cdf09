import { count } from '../domain/count.ts';
import { MISSING_CELL } from '../domain/csv-cells.ts';
import { HUNDREDTHS } from '../domain/currency.ts';
import { type Day, formatDay } from '../domain/day.ts';
import type { Fees } from '../domain/fees.ts';
import { isListingId, type ListingId, PLATFORMS, type Sku } from '../domain/listing.ts';
import { didYouMean } from '../domain/nearest-names.ts';
import type { Reason } from '../domain/reasons.ts';
import type { IgnoredRow, InvalidRow, Offer, Row, SheetRow, Target } from '../domain/row.ts';
import { needsAttention, STATUSES, type Status } from '../domain/status.ts';
import { CellReader, type RowFormat, type RowLayout } from './cell-reader.ts';
import type { Column } from './header/column.ts';
import { parseShare } from './parse-money.ts';
import type { RawRecord } from './parse-records.ts';
import { type RequestedDraft, readMoneyCells } from './read-money-cells.ts';
import { isTotal } from './why-ignored.ts';

/**
 * Reads a record, collecting everything that is wrong with it. A row that doesn't count on the day is ignored, whatever is wrong with its other
 * cells.
 */
export function parseRow(record: RawRecord, format: RowFormat): SheetRow | InvalidRow | IgnoredRow {
  const reader = new CellReader(record, format);
  const { line, cells } = record;
  const target = readTarget(reader);
  const offer = readOffer(reader);
  const misfit = findMisfit(cells, format);
  if (misfit) return toMisfit(reader, { target, offer, misfit });
  const requested: RequestedDraft = {};
  const { inCents, fee, ...money } = readMoneyCells(reader, requested, readCurrency(reader));
  readOtherFields(reader, requested);
  const share = readShare(reader);
  const { days, outside } = readValidity(reader, checkMarks(reader));
  if (outside && target) return { kind: 'ignored', line, cells, target, ...days, ...outside };
  const { problems, notices } = reader;
  if (!target || problems.length > 0) {
    const isInDoubt = problems.some(({ reason }) => ABOUT_CURRENCY.has(reason));
    return {
      kind: 'invalid',
      line,
      cells,
      target,
      ...(!isInDoubt && money),
      ...(offer && { offer }),
      ...days,
      problems,
    };
  }
  const fees = fee === undefined && share === undefined ? undefined : { perUnit: fee, share };
  return {
    kind: 'row',
    line,
    cells,
    target,
    moneyInCents: inCents,
    ...money,
    ...(reader.pieces !== 1n && { pieces: Number(reader.pieces) }),
    requested,
    fees,
    ...(offer && { offer }),
    ...days,
    notices,
  };
}

const ABOUT_CURRENCY: ReadonlySet<Reason> = new Set<Reason>(['currency_mismatch', 'currency_unreadable']);

/** Its cells may be those of other columns, so that nothing else can be said of them. */
function toMisfit(
  reader: CellReader,
  { misfit: [reason, message], ...row }: Pick<InvalidRow, 'target' | 'offer'> & { readonly misfit: Misfit },
): InvalidRow {
  const { line, cells } = reader.record;
  const { days } = readValidity(reader, false);
  return { kind: 'invalid', line, cells, ...row, ...days, problems: [{ reason, message }] };
}

const AMBIGUOUS = 'ambiguous' satisfies Status;
const SEVERAL_LISTINGS = 'several_listings' satisfies Reason;
/** What a retry file says of other rows; anything else was written by a person. */
const OTHER_STATUSES: ReadonlySet<string> = new Set(
  STATUSES.filter((status) => status !== AMBIGUOUS && needsAttention(status, false)),
);

/** Whether a retry file offers the row for a SKU with several listings: status or reason say so, even if a person has changed the other. */
function readOffer({ layout: { remarks }, record: { cells } }: CellReader): Offer | undefined {
  if (!remarks) return undefined;
  const [status, reason] = [remarks.status, remarks.reason].map(
    (at) => cells[at]?.trim().toLowerCase() ?? '',
  );
  if (status === AMBIGUOUS || reason === SEVERAL_LISTINGS) return 'candidate';
  return OTHER_STATUSES.has(status ?? '') ? undefined : 'unsaid';
}

function readTarget(reader: CellReader): Target | undefined {
  const sku = readSku(reader);
  const listingId = readListingId(reader);
  const platform = readPlatform(reader);
  const channel = reader.plain(reader.layout.channel);
  return sku && { sku, listingId, platform, channel };
}

const CONTROL_CHARACTERS = /\p{Cc}/u;

function readSku(reader: CellReader): Sku | undefined {
  const text = reader.text(reader.layout.sku);
  if (text === undefined) return reader.problem('sku_missing', 'The row has no SKU');
  if (CONTROL_CHARACTERS.test(text)) {
    return reader.problem('sku_unusable', 'The SKU holds a line break or another control character');
  }
  const sku = toSku(text, reader);
  return sku === '' ? reader.problem('sku_missing', `"${text}" ends before it names a SKU`) : (sku as Sku);
}

function toSku(text: string, reader: CellReader): string {
  const { skuPath, skuPad } = reader.format;
  const bare = bareSku(text);
  const child = skuPath === undefined ? bare : (bare.split(skuPath).at(-1)?.trim() ?? bare);
  const sku = skuPad !== undefined && /^\d+$/.test(child) ? child.padStart(skuPad, '0') : child;
  if (sku !== text)
    reader.notice(
      sku !== child ? 'sku_filled' : child !== bare ? 'sku_from_path' : 'sku_from_formula',
      `SKU ${sku}, written "${text}"`,
    );
  return sku;
}

/** Spreadsheets are kept from rewriting a SKU by a formula that yields it: `="0005"`. */
function bareSku(text: string): string {
  return text[0] === '=' ? (/^="([^"]+)"$/.exec(text)?.[1]?.trim() ?? text) : text;
}

function readListingId(reader: CellReader): ListingId | undefined {
  const { layout } = reader;
  const text = reader.plain(layout.listing_id);
  if (text === undefined) return undefined;
  const id = text.toLowerCase();
  if (isListingId(id)) return id;
  return reader.problem('listing_id_unreadable', `${layout.listing_id?.header} "${text}" is not a UUID`);
}

function readPlatform(reader: CellReader): string | undefined {
  const { layout } = reader;
  const text = reader.plain(layout.platform);
  const platform = text?.toLowerCase();
  if (platform === undefined || PLATFORMS.some((known) => known === platform)) return platform;
  const why = `is not one of ${PLATFORMS.join(', ')}${didYouMean(platform, PLATFORMS)}`;
  const message = `${layout.platform?.header} "${text}" ${why}; --map platform= leaves the column out`;
  return reader.problem('platform_unknown', message);
}

function readCurrency(reader: CellReader): string | undefined {
  const { layout } = reader;
  const text = reader.plain(layout.currency);
  const isPart = text !== undefined && HUNDREDTHS.test(text);
  if (text === undefined || (/^[a-z]{3}$/i.test(text) && !isPart)) return text?.toLowerCase();
  const why = isPart
    ? `means hundredths of ${text.toUpperCase()}: write the amounts in ${text.toUpperCase()}`
    : 'is not a three-letter currency code';
  return reader.problem('currency_unreadable', `${layout.currency?.header} "${text}" ${why}`);
}

function readShare(reader: CellReader): Fees['share'] {
  const { layout } = reader;
  const text = reader.plain(layout.fee_percent);
  const parsed = text === undefined ? undefined : parseShare(text);
  if (parsed?.kind !== 'problem') return parsed?.share;
  return reader.problem('fee_percent_unreadable', `${layout.fee_percent?.header} "${text}" ${parsed.detail}`);
}

function readOtherFields(reader: CellReader, requested: RequestedDraft): void {
  const strategy = reader.text(reader.layout.strategy);
  if (strategy !== undefined) requested.strategy = strategy === reader.format.clearToken ? null : strategy;
  const repricing = readRepricing(reader);
  if (repricing !== undefined) requested.repricing = repricing;
}

/**
 * Behind our own are the words that spreadsheets in other languages write for a cell of `true` or `false`. Source: the names of the functions
 * TRUE and FALSE in Excel.
 */
const REPRICING_WORDS: ReadonlyMap<string, boolean> = new Map(
  [
    'true yes on 1 wahr vrai verdadero vero waar prawda',
    'false no off 0 falsch faux falso onwaar fałsz',
  ].flatMap((words, at) => words.split(' ').map((word) => [word, at === 0] as const)),
);

function readRepricing(reader: CellReader): boolean | undefined {
  const { layout } = reader;
  const text = reader.plain(layout.repricing);
  if (text === undefined) return undefined;
  const repricing = REPRICING_WORDS.get(text) ?? REPRICING_WORDS.get(text.toLowerCase());
  if (repricing !== undefined) return repricing;
  const why = `is neither true nor false${didYouMean(text, REPRICING_WORDS.keys())}`;
  return reader.problem('repricing_unreadable', `${layout.repricing?.header} "${text}" ${why}`);
}

/** Refuses a row of a retry file that lacked cells. Returns whether it has all of them. */
function checkMarks(reader: CellReader): boolean {
  if (!reader.record.cells.some(isMissing)) return true;
  reader.problem('cell_missing', `A cell still holds the mark for a missing cell, ${MISSING_CELL}`);
  return false;
}

function isMissing(cell: string): boolean {
  return cell.length >= MISSING_CELL.length && cell.trim() === MISSING_CELL;
}

type Misfit = readonly [reason: 'cell_without_header' | 'column_count', message: string];

/** Whether the cells of a row are not those of the header: they show nothing of its columns. */
export function isMisplaced(row: Row): boolean {
  return (
    row.kind === 'invalid' &&
    row.problems.some(({ reason }) => reason === 'column_count' || reason === 'cell_without_header')
  );
}

/**
 * Why the cells of a row are not those of the header, if they are not. Content in a column without a name may be the tail of
 * `12,99`; only the very first column may go without one, as some programs number their rows there.
 */
export function findMisfit(cells: readonly string[], format: RowFormat): Misfit | undefined {
  const { header, layout } = format;
  const { named, nameless } = layout;
  const stray = findStray(cells, { header, nameless });
  if (stray !== undefined) {
    const why = 'has no header above it; a cell that contains the delimiter needs quotes';
    return ['cell_without_header', `Cell ${stray + 1} "${cells[stray]?.trim()}" ${why}`];
  }
  if (cells.length >= named && cells.length <= header.length) return undefined;
  return ['column_count', `The row has ${count(cells.length, 'cell')}, the header ${header.length}`];
}

/** The position of the first cell that holds something and has no header above it. */
function findStray(
  cells: readonly string[],
  { header, nameless }: Pick<RowFormat, 'header'> & Pick<RowLayout, 'nameless'>,
): number | undefined {
  const isFilled = (index: number): boolean => (cells[index]?.trim() ?? '') !== '';
  const inside = nameless.find(isFilled);
  if (inside !== undefined || cells.length <= header.length) return inside;
  for (let index = Math.max(1, header.length); index < cells.length; index++)
    if (isFilled(index)) return index;
  return undefined;
}

interface Validity {
  readonly days: Pick<IgnoredRow, 'begins' | 'ends'>;
  /** Why it doesn't count on the day for which the sheet is read. */
  readonly outside?: Pick<IgnoredRow, 'reason' | 'message'>;
}

const ALWAYS: Validity = { days: {} };
const UNKNOWN: Validity = { days: { begins: Number.NaN } };

/** Reads from and to when a row counts, both days included. `isInShape`: its cells are those of the columns above them. */
function readValidity(reader: CellReader, isInShape: boolean): Validity {
  const { valid_from: from, valid_to: to } = reader.layout;
  if (!from && !to) return ALWAYS;
  if (!isInShape) return UNKNOWN;
  const [begins, ends] = [readDay(reader, from), readDay(reader, to)];
  if (begins === undefined || ends === undefined) return UNKNOWN;
  if (begins !== null && ends !== null && begins > ends) {
    const message = `${from?.header} ${formatDay(begins)} is after ${to?.header} ${formatDay(ends)}`;
    reader.problem('validity_reversed', message);
    return UNKNOWN;
  }
  const days = { ...(begins !== null && { begins }), ...(ends !== null && { ends }) };
  const { asOf } = reader.format;
  const readFor = `and the sheet is read for ${formatDay(asOf)}`;
  if (begins !== null && begins > asOf) {
    const message = `Counts from ${formatDay(begins)} on, ${readFor}`;
    return { days, outside: { reason: 'not_valid_yet', message } };
  }
  if (ends !== null && ends < asOf) {
    const message = `Counted until ${formatDay(ends)}, ${readFor}`;
    return { days, outside: { reason: 'no_longer_valid', message } };
  }
  return { days };
}

/** The day of a cell; `null` if there is none. */
function readDay(reader: CellReader, column: Column | undefined): Day | null | undefined {
  const text = reader.text(column);
  const day = text === undefined ? null : reader.format.dates.read(text);
  if (day !== undefined) return day;
  return reader.problem('date_unreadable', `${column?.header} "${text}" is not a date such as 2026-12-31`);
}

const HALF_CHARACTER = /\p{Cs}/u;

/**
 * Why no cell of a sheet can hold a SKU so that it is read back as it is: the rest of a sentence that begins with it;
 * `undefined` if one can.
 */
export function explainUnwritableSku(sku: Sku): string | undefined {
  if (sku.trim() === '') return 'is blank';
  if (CONTROL_CHARACTERS.test(sku)) return 'holds a line break or another control character';
  if (HALF_CHARACTER.test(sku)) return 'contains half of a character';
  if (sku.trim() !== sku) return 'has spaces before or after it';
  if (isTotal(sku)) return 'looks like a total';
  if (sku === MISSING_CELL) return 'looks like the mark for a missing cell';
  return bareSku(sku) === sku ? undefined : 'looks like a formula for another SKU';
}
