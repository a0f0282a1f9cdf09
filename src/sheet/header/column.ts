import { currenciesOf, HUNDREDTHS } from '../../domain/currency.ts';
import { FIELDS, type Field, MONEY_FIELDS } from '../../domain/fields.ts';
import { nearestNames } from '../../domain/nearest-names.ts';

/** A column's place in a record. */
export interface Column {
  /** Position from 0. */
  readonly index: number;
  /** As the sheet calls it. */
  readonly header: string;
  /** The header itself says that its amounts are in cents: `cost_cents`. */
  readonly inCents: boolean;
  /** The currency that the header itself names, as it is written there. */
  readonly currencyNote?: string | undefined;
  /** The number of pieces that its amounts are for, if the header itself says so: `Cost per 100`. */
  readonly pieces?: bigint | undefined;
}

/** Which cell of a record holds what. */
export type Columns = ReadonlyMap<ColumnName, Column>;

/** Which column a person wants to be what: a header, or a letter such as `A`; nothing for a field without a column. */
export type ColumnMap = ReadonlyMap<ColumnName, string>;

/** What a header says of its column, whatever the column is taken for. */
export function toColumn(text: string, index: number): Column {
  const currencyNote = currencyNoteOf(text);
  const pieces = perQuantityOf(text)?.pieces;
  return {
    index,
    header: text.trim(),
    inCents: isInCents(text),
    ...(currencyNote !== undefined && { currencyNote }),
    ...(pieces !== undefined && { pieces }),
  };
}

/** What a column of a sheet can mean. */
export type ColumnName =
  | Field
  | 'fee'
  | 'fee_percent'
  | 'sku'
  | 'currency'
  | 'platform'
  | 'channel'
  | 'listing_id'
  | 'cost_divisor'
  | 'unit'
  | 'valid_from'
  | 'valid_to';

/** The names of columns in the order in which people read of them. */
export const COLUMN_NAMES = [
  'sku',
  ...FIELDS,
  'currency',
  'platform',
  'channel',
  'listing_id',
  'cost_divisor',
  'unit',
  'fee',
  'fee_percent',
  'valid_from',
  'valid_to',
] as const satisfies readonly ColumnName[];

/** The columns that hold amounts of money. */
export const AMOUNT_COLUMNS = [...MONEY_FIELDS, 'fee'] as const satisfies readonly ColumnName[];

export type AmountColumn = (typeof AMOUNT_COLUMNS)[number];

export function isMoneyColumn(name: ColumnName): boolean {
  return AMOUNT_COLUMNS.some((column) => column === name);
}

/** The free column whose name a header nearly is. Hardly anybody gets the first letter wrong: `Post` is not `cost`. */
export function misspeltName(header: string, free: readonly ColumnName[]): ColumnName | undefined {
  const [first = ''] = header.trim().toLowerCase();
  const nearest = nearestNames(header, free).find((name) => name.startsWith(first));
  return free.find((name) => name === nearest);
}

/** `A` for 0, `Z` for 25, `AA` for 26, as spreadsheets count columns. */
export function toLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : toLetters(Math.floor(index / 26) - 1) + last;
}

/** The index of a column letter; `undefined` for any other text. */
export function fromLetters(text: string): number | undefined {
  if (!/^[A-Z]{1,3}$/i.test(text)) return undefined;
  return [...text.toUpperCase()].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Longer headers are cut: no known name is longer, and the expressions below could take long. */
const MAX_HEADER = 200;

const CENTS = /[\s_-]*cents\s*$/i;
/** Most headers, which need no long look: there are thousands of names to fold before the first one is read. */
const PLAIN = /^[\w .,:/*-]{0,200}$/;

/** Signs that change the meaning of a number: a header with one of them is not a known header. */
const OTHER_MEASURE = /[%‰¢′″°]|\p{Sm}|(?![©®℗])\p{So}/u;
/** `N°`, which is not a degree. */
const NUMERO = /(?<![\p{L}\p{N}])n°/gu;
/** Text in brackets behind a header. */
const NOTE = /[[(]([^[\](){}]*)[\])]/gu;
/**
 * What the price template of Amazon puts behind its names for each store: `USD (Sell on Amazon, US)`, but not `USD (B2B, US)`.
 *
 * Source: the price and quantity templates of 2026 in English, Spanish and German.
 */
const AMAZON_STORE = /(?: [a-z]{3})? \((?:sell on amazon|vender en amazon|bei amazon verkaufen), [a-z]{2}\)$/;
/** Words of notes that leave the meaning as it is. */
const HARMLESS = new Set('required optional text number decimal per'.split(' '));
/** A tax is harmless beside a word that says that the amount is without it; alone, the amount is the tax. */
const TAXES = new Set('vat tax mwst ust tva iva btw moms gst'.split(' '));
const WITHOUT = new Set('net netto nett ht excl ex without'.split(' '));
/** What a price is for, if the note says that it is a price: `[EUR/pc]`, `(per piece)`; alone it would be a count. */
const PIECES = new Set('pc piece unit each ea item stk stück stueck st'.split(' '));

/** A header without what it says of cents. */
export function withoutCents(header: string): string {
  return header.replace(CENTS, '');
}

/** Whether a header says that its amounts are in cents, whatever else it says. */
export function isInCents(header: string): boolean {
  return CENTS.test(header.slice(0, MAX_HEADER)) || HUNDREDTHS.test(header);
}

/**
 * A header without what doesn't matter in it: case, blanks, punctuation, notes such as `(net)`, and its currency. Nothing
 * is left of one that measures something else than the words say.
 */
export function foldHeader(text: string): string {
  if (HUNDREDTHS.test(text)) return '';
  if (PLAIN.test(text)) return text.toLowerCase().replace(/[^a-z0-9]+/g, '');
  const header = text.slice(0, MAX_HEADER).normalize('NFKC').toLowerCase().replace(NUMERO, 'no');
  if (OTHER_MEASURE.test(header)) return '';
  return header
    .replace(AMAZON_STORE, '')
    .replace(NOTE, (note, words: string) => (isHarmless(words) ? ' ' : note))
    .replace(/[([{]/g, 'x')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}

function isHarmless(note: string): boolean {
  const words = wordsOf(note);
  if (words.length === 0) return /^[\s*.-]*$/.test(note);
  const isPrice = words.some(isCurrency) || words.includes('per');
  return withoutNet(words).every((word) => HARMLESS.has(word) || (isPrice && PIECES.has(word)));
}

/** Words, but for what says that an amount is without tax, or in which currency it is. */
export function withoutNet(words: readonly string[]): readonly string[] {
  const isWithout = words.some((word) => WITHOUT.has(word));
  const namesCurrency = words.some(isCurrency);
  return words.filter(
    (word) =>
      !WITHOUT.has(word) &&
      !isCurrency(word) &&
      !(isWithout && TAXES.has(word)) &&
      !(namesCurrency && word === 'in'),
  );
}

/** The words of a header in lower case: `qtyOnHand`, `Qty_On-Hand` and `Qty on hand` are the same three. */
export function wordsOf(header: string): readonly string[] {
  return header
    .slice(0, MAX_HEADER)
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}\p{Sc}]+/u)
    .filter((word) => word !== '');
}

/** A code, a sign, or a short form that is nothing else. */
function isCurrency(word: string): boolean {
  return (
    (/\p{Sc}/u.test(word) || word.length > 2 || SHORT_FORMS.has(word)) && currenciesOf(word) !== undefined
  );
}

const SHORT_FORMS = new Set(['kr', 'kč', 'zł']);

/** A code in capitals, as a separate word or behind small letters (`CostEUR`). Two codes are words that headers really have. */
const CODE = /(?<!\p{Lu})(?!ALL|TOP)[A-Z]{3}(?!\p{L})/gu;
/** Codes that are words as well, or parts of them, unless they are in capitals or in brackets. */
const CODES_AND_WORDS = new Set('all amd bam bob cop cup gel mad mop mur nad pen ron sos top try'.split(' '));

/** The currency that a header names: `EUR` of `Cost (EUR)`, `Cost [EUR/pc]`, `cost_eur` and `Price EUR (Sell on Amazon, DE)`, `€` of `Cost €`. */
export function currencyNoteOf(header: string): string | undefined {
  const text = header.slice(0, MAX_HEADER).normalize('NFKC');
  const notes = [...text.matchAll(NOTE)].flatMap(([, words = '']) => words.split(/[\s/.,;:-]+/));
  const small = wordsOf(text).filter((word) => /^[a-z]{3}$/.test(word) && !CODES_AND_WORDS.has(word));
  const words = [...notes, ...(text.match(CODE) ?? []), ...small];
  return words.find((word) => isCurrency(word.toLowerCase())) ?? /\p{Sc}/u.exec(text)?.[0];
}

/** Whether a cell holds a number or an amount, which names no column. */
export function isNumeric(cell: string): boolean {
  return /^\s*[\p{Sc}(+-]?\s?\d[\d.,' ]*\)?-?\s*$/u.test(cell);
}

/** Behind a word any number counts that can't be a year; behind a slash only numbers that prices are usually for. */
const NUMBER = String.raw`(?!(?:19|20)\d\d(?!\d))(?:\d{1,3}(?:[.,' ]000)+|\d{1,6})`;
const USUAL = "10(?:0{0,3}|[.,' ]000)|1[.,' ]000";
const UNIT = 'pcs?|pieces?|units?|ea|st|stk|stück|pz|szt|u';
/** A number of pieces at the end of a header: `per 100`, `je 1.000 Stk`, `(EUR/100 ST)`; of `per 100 kg` nothing can be said here. */
const PER_QUANTITY = new RegExp(
  String.raw`(?:(?<![\p{L}\p{N}])(?:per|je|pro|par|por|voor|za)[\s_-]*(?<any>${NUMBER})|/[\s_]*(?<usual>${USUAL}))` +
    String.raw`(?![\p{N}.,])[\s_]*(?:${UNIT})?\.?\s*(?<bracket>[)\]]?)\s*$`,
  'iu',
);

interface PerQuantity {
  readonly pieces: bigint;
  /** The header without it. */
  readonly rest: string;
}

/** What a header says that its amounts are for, if that is more than one piece. */
export function perQuantityOf(header: string): PerQuantity | undefined {
  const found = PER_QUANTITY.exec(header.slice(-60));
  const { any, usual = any, bracket = '' } = found?.groups ?? {};
  const pieces = BigInt(usual?.replace(/\D/g, '') ?? 0);
  if (!found || pieces <= 1n) return undefined;
  const before = header.slice(0, header.length - found[0].length).trimEnd();
  return { pieces, rest: close(before, bracket) };
}

/** Without the note, a bracket before it holds nothing, or a currency. */
function close(before: string, bracket: string): string {
  if (bracket === '') return before;
  return /[([]$/.test(before) ? before.slice(0, -1).trimEnd() : before + bracket;
}

/** Pricesheet's short forms, accepted beside the names themselves. */
const SHORT_NAMES = ['min', 'min price', 'max', 'max price'];

const OWN_NAMES: ReadonlySet<string> = new Set([...COLUMN_NAMES, ...SHORT_NAMES].map(foldHeader));

/** Whether a header, folded, is one of the names that the program itself gives its columns. */
export function isOwnName(folded: string): boolean {
  return OWN_NAMES.has(folded);
}
