import { count as counted } from '../../domain/count.ts';
import { formatDay } from '../../domain/day.ts';
import { FIELDS, MONEY_FIELDS } from '../../domain/fields.ts';
import { listSome } from '../../domain/lists.ts';
import { REMARKS } from '../../domain/own-sheets.ts';
import type { IgnoredReason } from '../../domain/row.ts';
import { formatMapFlag } from '../../sheet/header/column-map.ts';
import { findPriceControl, type PriceControl, skuPathOf } from '../../sheet/program-columns.ts';
import type { Reading } from '../../sheet/scan-sheet.ts';
import type { JobSheet } from './read-job-sheet.ts';
import { describeCurrencies, type SheetColumn } from './sheet-columns.ts';
import { listLines, type SheetDigest } from './tally-sheet.ts';

/**
 * Notices about how a sheet is read, which are the same every night. `named`: headers that another message names, so that they are not listed
 * among the columns that mean nothing.
 */
export function noticeReading(found: NoticedSheet, named: readonly string[]): readonly string[] {
  const { reading } = found.sheet;
  return [...noticeEncoding(reading), ...noticeColumns(found, named), ...noticeSkus(reading, found.digest)];
}

/** Notices about rows that do not count. */
export function noticeIgnored({ asOf }: Reading, { counts, ignored }: SheetDigest): readonly string[] {
  const none = counts.row + counts.invalid + counts.duplicate === 0 ? ['The sheet has no rows'] : [];
  const say = (title: string, names: typeof NO_DATA): readonly string[] => {
    const kinds = countIgnored(ignored, names);
    return kinds.length === 0 ? [] : [`${title}: ${kinds.join('; ')}`];
  };
  return [
    ...none,
    ...countIgnored(ignored, BY_WHERE),
    ...say('Ignored, since they are not data', NO_DATA),
    ...(asOf === undefined ? [] : say(`Read for ${formatDay(asOf)} (--as-of)`, OF_OTHER_DAYS)),
  ];
}

interface NoticedSheet extends Pick<JobSheet, 'columns' | 'digest'> {
  readonly sheet: Pick<JobSheet['sheet'], 'reading'>;
  readonly options: Pick<JobSheet['options'], 'shell'>;
}

/** Notices that come before all others: a column sets nothing although it should, and the run looks like a success. */
export function warnOfSheet(reading: Reading, digest: SheetDigest): readonly string[] {
  return [...reading.filter.notices(), ...noticeBlank(reading, digest)];
}

/** Blank cells leave everything as it is, which is right for some rows but hardly ever for all. */
function noticeBlank({ columns }: Reading, { counts, figures }: SheetDigest): readonly string[] {
  const headers = FIELDS.flatMap((field) => columns.get(field)?.header ?? []);
  const setsAnything = Object.keys(figures.sets).length > 0;
  if (headers.length === 0 || setsAnything || counts.row === 0 || counts.invalid > 0) return [];
  return [
    `Nothing is set, because every cell of ${list(headers)} is blank (${counted(counts.row, 'row')}); check the export of the sheet`,
  ];
}

/** For a check: what is wrong with amounts whatever the listings hold, and easily missed among the others. */
export function noticeAmounts({ cells, invertedBounds }: SheetDigest): readonly string[] {
  const found = [
    ...MONEY_FIELDS.map((field) => [cells[field].zero, `a ${field} of 0`] as const),
    [invertedBounds, 'a minimum above the maximum'] as const,
  ].filter(([{ count }]) => count > 0);
  return found.map(([rows, what]) => {
    const [who, them] =
      rows.count === 1 ? ['1 row has', 'it'] : [`${counted(rows.count, 'row')} have`, 'them'];
    return `${who} ${what} (${listLines(rows)}): a run blocks ${them}`;
  });
}

/** For a check, which doesn't know what is listed: a run says it of the rows that it doesn't find. */
export function noticeRewrittenSkus({ rewrittenSkus }: SheetDigest): readonly string[] {
  if (rewrittenSkus.length === 0) return [];
  return [
    `Some SKUs look as if a spreadsheet had rewritten them: ${list(rewrittenSkus)}; export that column as text`,
  ];
}

function noticeEncoding({ encoding: { encoding, by, words } }: Reading): readonly string[] {
  if (by !== 'guessed') return [];
  const shown = words.length === 0 ? '' : `: it reads ${list(words)}`;
  return [
    `Not UTF-8, and taken for ${encoding}${shown}; if that is wrong, name another, as --encoding cp850`,
  ];
}

function noticeColumns(
  { sheet: { reading }, columns, digest, options: { shell } }: NoticedSheet,
  named: readonly string[],
): readonly string[] {
  const mappedAway = columns.filter(({ isMappedAway }) => isMappedAway);
  const control = findPriceControl(reading.table.header, reading.columns);
  const others = new Set([...REMARKS, ...named, ...mappedAway.map(({ header }) => header)]);
  if (control) others.add(control.column.header);
  const unknown = reading.ignoredColumns.filter((header) => !others.has(header));
  const mixed = columns.filter(({ header, currencies }) => currencies.length > 0 && !others.has(header));
  return [
    ...columns.flatMap((column) => noticeBlankPieces(column, digest)),
    ...mixed.map(({ header, currencies }) => `"${header}" has ${describeCurrencies(currencies)}`),
    ...mappedAway.map(
      ({ header, meaning }) =>
        `The column "${header}" is ignored, because the column map says that the sheet has no ${meaning?.name}; to use it, pass ${formatMapFlag([[meaning?.name ?? '', header]], shell)}, and with check also --save-mapping to use it in every run`,
    ),
    ...(control ? [noticePriceControl(control, reading.columns)] : []),
    ...(unknown.length === 0 ? [] : [`Unknown columns are ignored: ${list(unknown, MAX_LISTED)}`]),
  ];
}

/** If few costs can be read because of it: a single blank cell is one that somebody has to fill in. */
function noticeBlankPieces(
  { header, field, isMostlyBlank }: SheetColumn,
  { cells, counts }: SheetDigest,
): readonly string[] {
  if (field !== 'cost_divisor' || !isMostlyBlank || counts.invalid <= cells.cost.amounts) return [];
  return [`Most cells of "${header}" are blank; if every cost is for one piece, pass --map cost_divisor=`];
}

function noticePriceControl({ column, other }: PriceControl, columns: Reading['columns']): string {
  const taken = columns.get('cost')?.header ?? '';
  return other
    ? `cost is taken from "${taken}" or "${other.header}", row by row, as "${column.header}" says`
    : `cost is taken from "${taken}" in the rows where "${column.header}" says so; the others are invalid`;
}

const NO_DATA: Readonly<Partial<Record<IgnoredReason, readonly [one: string, many: string]>>> = {
  total: ['total', 'totals'],
  repeated_header: ['header', 'headers'],
  rule: ['line of dashes', 'lines of dashes'],
  note: ['note', 'notes'],
  no_sku: ['without a SKU and with nothing to set', 'without a SKU and with nothing to set'],
};
const OF_OTHER_DAYS: typeof NO_DATA = {
  not_valid_yet: ['row is not valid yet', 'rows are not valid yet'],
  no_longer_valid: ['row is no longer valid', 'rows are no longer valid'],
};

const BY_WHERE: typeof NO_DATA = {
  filtered: ['row is left out by --where', 'rows are left out by --where'],
};

/** How many rows are ignored for each of these reasons, and on which lines. */
function countIgnored(ignored: SheetDigest['ignored'], names: typeof NO_DATA): readonly string[] {
  return [...ignored].flatMap(([reason, rows]) => {
    const words = names[reason];
    return words ? [`${counted(rows.count, ...words)} (${listLines(rows)})`] : [];
  });
}

function noticeSkus({ columns, table }: Reading, digest: SheetDigest): readonly string[] {
  const { skusFromPaths, filledSkus } = digest;
  const sku = columns.get('sku');
  const say = (count: number, change: string): readonly string[] => {
    const of = `of "${sku?.header ?? 'sku'}"`;
    return count === 0 ? [] : [`${counted(count, `SKU ${of} was`, `SKUs ${of} were`)} ${change}`];
  };
  return [
    ...say(skusFromPaths, `taken from the part behind the last "${skuPathOf(table.header, sku) ?? ''}"`),
    ...say(filledSkus.count, `filled up with zeros to ${filledSkus.digits} digits`),
  ];
}

/** Shop exports have dozens of columns; `check --json` has all of them. */
const MAX_LISTED = 12;

function list(texts: readonly string[], max = texts.length): string {
  const quoted = texts.map((text) => `"${text}"`);
  return listSome(quoted, max);
}
