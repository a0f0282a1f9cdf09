import { currenciesOf } from '../domain/currency.ts';
import type { IgnoredReason, IgnoredRow } from '../domain/row.ts';
import { isAmount, readAmountText } from './amount-text.ts';
import type { RowFormat } from './cell-reader.ts';
import { meaningOf, scoreHeader } from './header/header-meanings.ts';
import { isUnit, ROW_WORD, readClaims } from './note-claims.ts';
import type { RawRecord } from './parse-records.ts';

/** The table that a record is part of. */
type Table = Pick<RowFormat, 'header' | 'map' | 'layout'>;

interface RecordFacts {
  /** It can be read as a row that sets something. */
  readonly usable: boolean;
  /** No row was found above it. */
  readonly isBelowHeader?: boolean;
  /** Rows were found above it, and none of their SKUs has a blank. */
  readonly skusAreWords?: boolean;
}

/** Sums in the languages that exports come in. */
const SUM =
  '(?:(?:grand|sub|overall|report)[ -]?totals?|totals?|sum|summe|gesamt(?:summe|ergebnis)?|zwischensumme|total général|totaux|sous-total|totale(?: generale)?|subtotale?|totaal|subtotaal|suma|razem|total general)';
/** Only as the whole cell, since a SKU may begin with such a word. */
const TOTALS = new RegExp(`^${SUM}\\s*:?$`, 'iu');
/** `Subtotal Lamps`, `Summe: Leuchten`, and `Lamps Total`, as spreadsheets write subtotals. */
const SUBTOTALS = new RegExp(`^${SUM}[\\s:]+\\S|\\S\\s(?:total|ergebnis)$`, 'iu');
const RULE = /^[-=_+|*.·\s]*$/;
const FOOTNOTE =
  /^(?:page|seite|pagina|página|printed|created|generated|report|exported|end of|as of|run date|erstellt|gedruckt|stand|datum|ausdruck|ende|imprimé|édité|fin|stampato|impreso|\*{2,}|-{2,})(?=[\s:])/iu;
/** `purchasable_offer[marketplace_id=ATVPDKIKX0DER]#1.our_price#1…`: what the templates of 2026 hold between labels and data. */
const AMAZON_ATTRIBUTE = /^[a-z_]{3,40}(?:\[[^\]]{0,80}\])*#\d+\.[a-z_]/;
/** `item_sku`, `main_image_url`: what the templates of Amazon hold between labels and data. */
const TECHNICAL = /^[a-z]+(?:_[a-z0-9]+)*$/;
const ROW_COUNT = new RegExp(`^\\(?\\d+(?:[.,'’ ]\\d{3})* ${ROW_WORD}`, 'iu');
/** `50 Artikel, 6 geändert`, but not `LAMP-1 6,30`. */
const SEVERAL_WORDS = /\p{L}{3}\P{L}+(?:.*\P{L})?\p{L}{3}/u;
/** `Anzahl Artikel: 1.231`. */
const COUNT_BEHIND_LABEL = /: \d{1,3}(?:[.,]\d{3})+$/;
/** `EUR`, `[€]`, `EUR/100 St.`, `USD per 12 pcs`: what some programs write right below the header. */
const UNIT = /^[[(]?(?<money>\p{Sc}|[A-Z]{3})(?:\s*(?:\/|per|je|pro)\s*\d{0,4}\s*\p{L}{0,10}\.?)?[\])]?$/u;
/** `Tel.: 0211 123456`, or words without a number. */
const LABEL = /^\p{L}[^\d:]+: |^\D+$/u;
const DATE_LINE = /\b(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d{2}-\d{2}|\d{1,2}:\d{2})\b/;

/**
 * Why a record is not a row of data, if it is not: rules, repeated headers, totals, notes, rows without a SKU that set
 * nothing. What only looks like one is asked of records alone that are not `usable`, since they set nothing or can't be
 * read: no amount is ever ignored on a guess.
 */
export function whyIgnored(
  record: RawRecord,
  table: Table,
  { usable, ...facts }: RecordFacts,
): IgnoredRow | undefined {
  const found =
    whySurely(record, table) ?? (usable ? undefined : whyProbably(record, { ...table, ...facts }));
  return found && toIgnored(record, found);
}

function toIgnored({ line, cells }: RawRecord, [reason, message]: Why): IgnoredRow {
  return { kind: 'ignored', line, cells, reason, message };
}

/** A row whose SKU turned out to be a total of a group. */
export function toSubtotal(record: RawRecord, sku: string): IgnoredRow {
  return toIgnored(record, whyTotal(sku, sku));
}

type Why = readonly [reason: IgnoredReason, message: string];

function whySurely({ cells }: RawRecord, { header, layout }: Table): Why | undefined {
  const skuIndex = layout.sku?.index ?? 0;
  const sku = cells[skuIndex]?.trim() ?? '';
  // A column of marks beside the SKU is data.
  const mark = sku === '' ? firstFilled(cells) : sku;
  if (isTotal(mark)) return whyTotal(firstFilled(cells), sku);
  if (sku === header[skuIndex]?.trim() && isSame(cells, header))
    return ['repeated_header', 'The row repeats the header'];
  return undefined;
}

function whyTotal(text: string, sku: string): Why {
  return ['total', `The row is a total ("${text}")${adviseSku(sku)}`];
}

/** The way to write a SKU that is a word for a total. */
function adviseSku(sku: string): string {
  return /\p{L}/u.test(sku) ? `; if it is a SKU, write it as ="${sku}"` : '';
}

function firstFilled(cells: readonly string[]): string {
  return cells.find((cell) => cell.trim() !== '')?.trim() ?? '';
}

/** A word for a sum, or asterisks, with which SAP's lists mark their subtotals. Neither of them ends in a digit. */
export function isTotal(cell: string): boolean {
  return !/\d$/.test(cell) && (/^\*{1,9}$/.test(cell) || TOTALS.test(cell));
}

/** Whether a text may be the total of a group: it may be a SKU as well. */
export function isSubtotal(cell: string): boolean {
  return SUBTOTALS.test(cell);
}

function isSame(cells: readonly string[], header: readonly string[]): boolean {
  return (
    cells.length === header.length && cells.every((cell, index) => cell.trim() === header[index]?.trim())
  );
}

function whyProbably(
  { cells }: RawRecord,
  { header, map, layout, isBelowHeader = false, skusAreWords = false }: Table & Omit<RecordFacts, 'usable'>,
): Why | undefined {
  const skuIndex = layout.sku?.index ?? 0;
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (filled.every((cell) => RULE.test(cell)) && filled.join('').length > 2) {
    return ['rule', 'The row is a line of dashes'];
  }
  const sku = cells[skuIndex]?.trim() ?? '';
  const score = scoreHeader(cells, map);
  const namesSku = score.sku === 'named' && (score.fields > 0 || sku === header[skuIndex]?.trim());
  if (namesSku && !cells.some((cell) => /\d/.test(cell))) {
    return ['repeated_header', 'The row contains column names'];
  }
  if (meaningOf(sku)?.name === 'sku' && filled.every((cell) => TECHNICAL.test(cell))) {
    return ['repeated_header', "The row contains a program's internal column names"];
  }
  if (filled.filter((cell) => AMAZON_ATTRIBUTE.test(cell)).length > 1) {
    return ['repeated_header', "The row contains Amazon's internal column names"];
  }
  const setsNothing = layout.fields.every((index) => (cells[index]?.trim() ?? '') === '');
  if (sku === '' && isSubtotal(firstFilled(cells))) return whyTotal(firstFilled(cells), sku);
  if (
    (setsNothing || filled.length === 1) &&
    isNote(filled, { narrow: cells.length < header.length, sku, isBelowHeader, skusAreWords })
  )
    return ['note', `The row is a note ("${shorten(filled.join(' '))}")`];
  const isOfUnits = filled.some((cell) => isMoneyUnit(cell) || (isBelowHeader && isUnit(cell)));
  if (sku === '' && isOfUnits && !filled.some(holdsAmount))
    return ['note', `The row is a line of units ("${shorten(filled.join(' '))}")`];
  if (sku === '' && setsNothing) return ['no_sku', 'The row has no SKU and sets nothing'];
  return undefined;
}

/** `6.30 EUR`, `6,30 je St.`, but not `EUR/100`. */
function holdsAmount(cell: string): boolean {
  return isAmount(readAmountText(cell)) || /\d[.,]\d/.test(cell);
}

function isMoneyUnit(cell: string): boolean {
  const { money } = UNIT.exec(cell)?.groups ?? {};
  return money !== undefined && currenciesOf(money) !== undefined;
}

/**
 * Whether a record that the file ends in without a line break is certainly the end of a report. A row that was cut off may
 * look like any other note.
 */
export function isFooter(record: RawRecord, table: Table): boolean {
  const ignored = whyIgnored(record, table, { usable: false });
  if (ignored?.reason !== 'note') return ignored !== undefined && ignored.reason !== 'no_sku';
  const text = record.cells.find((cell) => cell.trim() !== '')?.trim() ?? '';
  return FOOTNOTE.test(text) || ROW_COUNT.test(text) || DATE_LINE.test(text);
}

const MAX_QUOTE = 60;

function shorten(text: string): string {
  const tidy = text.replace(/\s+/g, ' ');
  return tidy.length > MAX_QUOTE ? `${tidy.slice(0, MAX_QUOTE)}…` : tidy;
}

interface NoteFacts extends Required<Omit<RecordFacts, 'usable'>> {
  /** It has fewer cells than the header. */
  readonly narrow: boolean;
  readonly sku: string;
}

function isNote(filled: readonly string[], { narrow, sku, isBelowHeader, skusAreWords }: NoteFacts): boolean {
  const [first = ''] = filled;
  if (filled.length === 1) {
    if (FOOTNOTE.test(first) || ROW_COUNT.test(first)) return true;
    const holdsDecimals = /\d[.,]\d/.test(first.replace(COUNT_BEHIND_LABEL, ''));
    if (skusAreWords && narrow && SEVERAL_WORDS.test(first) && !holdsDecimals) return true;
    return (
      /^[\p{L}("*-]/u.test(first) &&
      (narrow || sku === '') &&
      /\s/.test(first) &&
      (sku === '' ||
        (isBelowHeader && LABEL.test(first)) ||
        DATE_LINE.test(first) ||
        first.length > 40 ||
        readClaims(first).length > 0)
    );
  }
  return filled.length === 2 && narrow && first.endsWith(':');
}
