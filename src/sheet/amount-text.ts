import { type Cents, toCents } from '../domain/cents.ts';
import { currenciesBeside, isAbbreviated } from '../domain/currency.ts';
import { monthOf } from './dates.ts';

export type DecimalSign = '.' | ',';

/** An amount as its digits: `integer` without leading zeros, `fraction` as written. */
export interface AmountDigits {
  readonly integer: string;
  readonly fraction: string;
}

/** An amount as people and programs write it, taken apart; the digits are still text. */
export interface AmountText {
  readonly negative: boolean;
  /** The currencies that a sign or code beside the number may mean. */
  readonly currencies?: ReadonlySet<string> | undefined;
  /** The number as each decimal sign would read it; none if it makes no sense with that sign. */
  readonly readings: Readonly<Record<DecimalSign, AmountDigits | undefined>>;
}

/** No amount is written longer than this, and the expressions below could take long. */
const MAX_AMOUNT = 100;

/**
 * Takes an amount apart: its sign, its currency, and its digits as either decimal sign would read them. What is not
 * certainly an amount is none.
 *
 * Shape: digits in Latin, Arabic, Persian, Devanagari, Bengali or full-width form; thousands set apart by the other
 * sign, an apostrophe or a blank of any kind, or in the Indian way; a minus before or after, parentheses, `CR`; a
 * currency's code, sign or word before or after; `12,-` and `12/-` for an amount without cents; `$-` for 0.
 */
export function readAmountText(text: string): AmountText | NotAmount {
  const plain = readPlain(text);
  if (plain) return { negative: false, readings: plain };
  if (text.length > MAX_AMOUNT) return { reason: 'money_unreadable', detail: 'is not an amount of money' };
  const tidy = toLatin(text);
  if (text.includes('-') && isZeroDash(tidy)) return readAmountText(tidy.replace('-', '0'));
  const { core, currencies, negative, wholeBehind, ...split } = splitAmount(tidy);
  if (split.stray !== undefined) return explainNotAmount(tidy, split);
  const readings = wholeBehind === undefined ? readNumber(core) : readWhole(core, wholeBehind);
  if (!readings['.'] && !readings[',']) return explainNotAmount(tidy, {});
  return { negative, currencies, readings };
}

/**
 * `$-`, `- €`: how accounting formats write zero (Microsoft Support, "Format numbers as currency": "displays zeros as dashes"). A dash alone
 * or a longer one may mean anything, and one directly before a currency is a sign.
 */
function isZeroDash(tidy: string): boolean {
  const [, before, behind = ''] = /^(?:([^-\d]*[^-\d.,])-|- ([^-\d]+))$/.exec(tidy) ?? [];
  return currenciesBeside((before ?? behind).trim()) !== undefined;
}

export function isAmount(read: AmountText | NotAmount): read is AmountText {
  return 'readings' in read;
}

/**
 * What one cell says of its column's decimal sign: the sign that alone makes sense of it, `either` if both do and
 * lead to different numbers (`1.250`), `none` if it doesn't matter (`12`) or the cell is not an amount.
 */
export function decimalEvidence(text: string): DecimalSign | 'either' | 'none' {
  const read = readAmountText(text);
  if (!isAmount(read)) return 'none';
  const { '.': point, ',': comma } = read.readings;
  if (point && comma)
    return point.integer === comma.integer && isSameFraction(point, comma) ? 'none' : 'either';
  return point ? '.' : ',';
}

function isSameFraction(one: AmountDigits, other: AmountDigits): boolean {
  return one.fraction.replace(/0+$/, '') === other.fraction.replace(/0+$/, '');
}

type Readings = AmountText['readings'];

/** Most amounts: digits, and at most one sign among them. */
function readPlain(text: string): Readings | undefined {
  const sign = text.includes(',') ? ',' : '.';
  const decimals = countPlainDecimals(text, sign);
  if (decimals < 0) return undefined;
  const whole = decimals === 0 ? toDigits(text, '') : undefined;
  if (whole) return { '.': whole, ',': whole };
  const [integer, fraction] = [text.slice(0, -1 - decimals), text.slice(-decimals)];
  const decimal = toDigits(integer, fraction);
  const isGrouped = decimals === 3 && integer.length <= 3 && !integer.startsWith('0');
  const grouped = isGrouped ? toDigits(integer + fraction, '') : undefined;
  return sign === '.' ? { '.': decimal, ',': grouped } : { '.': grouped, ',': decimal };
}

function toDigits(integer: string, fraction: string): AmountDigits {
  return { integer: integer.replace(/^0+(?=\d)/, ''), fraction };
}

interface PlainFormat {
  /** `major`: `12.99` is 1299 cents. `cents`: `1299` is 1299 cents. */
  readonly unit: 'major' | 'cents';
  readonly decimalSign: DecimalSign;
}

const ZERO = 48;
const POINT = 46;
const COMMA = 44;
/** A number with at most that many digits is a safe integer. */
const MAX_DIGITS = 15;

/**
 * The cents of an amount in its plainest form, which most amounts have: digits, and behind them at most the decimal sign with
 * one or two more. `undefined` for every other text, whether it is an amount or not.
 */
export function readPlainCents(text: string, { unit, decimalSign }: PlainFormat): Cents | undefined {
  const decimals = countPlainDecimals(text, unit === 'cents' ? undefined : decimalSign);
  const places = unit === 'cents' ? 0 : 2;
  if (decimals < 0 || decimals > places || text.length + places > MAX_DIGITS) return undefined;
  let cents = 0;
  for (let index = 0; index < text.length; index++) {
    const digit = text.charCodeAt(index) - ZERO;
    // The only other character is the decimal sign.
    if (digit >= 0) cents = cents * 10 + digit;
  }
  for (let missing = places - decimals; missing > 0; missing--) cents *= 10;
  return toCents(cents);
}

/**
 * How many digits are behind the decimal sign of a text of digits alone with at most that sign among them; 0 where there
 * is no sign, -1 for every other text. Without a decimal sign only digits count.
 */
export function countPlainDecimals(text: string, decimalSign: DecimalSign | undefined): number {
  const sign = decimalSign === undefined ? undefined : decimalSign === '.' ? POINT : COMMA;
  const { length } = text;
  let at = -1;
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index);
    if (code >= ZERO && code < ZERO + 10) continue;
    if (code !== sign || at >= 0 || index === 0) return -1;
    at = index;
  }
  if (at < 0) return length === 0 ? -1 : 0;
  return at === length - 1 ? -1 : length - 1 - at;
}

/** The code points of the zeros of the scripts whose digits are read. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6];
/** How far the full-width form of an ASCII character is from it. */
const FULL_WIDTH = 0xfee0;
/**
 * Characters that only steer the direction of text; formatted amounts have them around their digits in right-to-left languages. Among
 * digits they change the order in which these are seen, as overrides, embeddings and isolates do anywhere: with those a text is not an amount.
 */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\ufeff](?:(?!.*\p{Nd})|(?<!\p{Nd}.*))/gsu;

/** Digits and punctuation in their Latin form, blanks of every kind as one; everything else stays as it is. */
function toLatin(text: string): string {
  return text
    .replace(DIRECTION_MARKS, '')
    .replace(/[\s\u00a0\u2007\u2008\u2009\u200a\u202f\u3000]+/g, ' ')
    .replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef]/g, toLatinDigit)
    .replace(/[（）＋，．０-９]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - FULL_WIDTH))
    .replace(/[’‘ʼ＇]/g, "'")
    .replace(/[−﹣－–—―]/g, '-')
    .trim();
}

function toLatinDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const zero = ZEROS.find((candidate) => code >= candidate && code <= candidate + 9) ?? code;
  return String(code - zero);
}

const SHAPES: Readonly<Record<DecimalSign, RegExp>> = {
  '.': /^(?:(\d+|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?:'\d{3})+|[1-9]\d{0,2}(?: \d{3})+|[1-9]\d?(?:,\d{2})+,\d{3})(?:\.(\d+))?|\.(\d+))$/,
  ',': /^(?:(\d+|[1-9]\d{0,2}(?:\.\d{3})+|[1-9]\d{0,2}(?:'\d{3})+|[1-9]\d{0,2}(?: \d{3})+)(?:,(\d+))?|,(\d+))$/,
};
/** The Arabic signs leave nothing open: one for decimals, one for thousands. */
const ARABIC = /^(\d+|[1-9]\d{0,2}(?:٬\d{3})+|[1-9]\d?(?:٬\d{2})+٬\d{3})(?:٫(\d+))?$/;

function readNumber(core: string): Readings {
  if (/[٫٬]/.test(core)) {
    const match = ARABIC.exec(core);
    const digits = match && toDigits((match[1] ?? '').replaceAll('٬', ''), match[2] ?? '');
    return { '.': digits ?? undefined, ',': digits ?? undefined };
  }
  return { '.': readShape(core, '.'), ',': readShape(core, ',') };
}

/**
 * `12,-` and `12.-`: the dashes are the cents, so there are none among the digits. If the digits hold no sign, the
 * amount is the same whatever the decimal sign of its column is.
 */
function readWhole(core: string, sign: DecimalSign): Readings {
  const digits = readShape(core, sign);
  const whole = digits?.fraction === '' ? digits : undefined;
  const other = /[.,]/.test(core) ? undefined : whole;
  return sign === '.' ? { '.': whole, ',': other } : { '.': other, ',': whole };
}

function readShape(core: string, sign: DecimalSign): AmountDigits | undefined {
  const match = SHAPES[sign].exec(core);
  if (!match) return undefined;
  const [, integer = '0', fraction, bareFraction] = match;
  return toDigits(integer.replace(/[., ']/g, ''), bareFraction ?? fraction ?? '');
}

/** An amount without what is around its digits. */
interface SplitAmount {
  /** The digits with all signs among them, and the point of `.50`. */
  readonly core: string;
  readonly negative: boolean;
  readonly currencies?: ReadonlySet<string> | undefined;
  /** Text beside the number that is not a currency. */
  readonly stray?: string;
  /** A point or comma between letters and digits that may or may not be the decimal sign. */
  readonly openSign?: string | undefined;
  /** The decimal sign of `12,-` and `12.--`, with dashes for the cents. */
  readonly wholeBehind?: '.' | ',' | undefined;
}

/** One sign: as parentheses, as the accountants' `CR`, before, or behind. The dash of `12,-` is not a sign. */
const SIGNED = [
  /^\((?<core>.+)\)$/,
  /^(?<core>.*\d.*?) ?CR\.?$/i,
  /^(?<sign>[+-]) ?(?<core>.+)$/,
  /^(?<core>.+?)(?<![.,:/-]) ?-$/,
];
/** Behind these, and a blank, a point may belong to them or be a decimal one. */
const LIKE_LETTERS = /[\p{L}\p{M}/.,]$/u;
/** Dashes for the cents: `12,-`, `12.--`; and behind whole amounts in Sweden `12:-`, in India `12/-`, in Kenya `12/=`. */
const NO_CENTS = /^(?:([.,])--?|:-|\/[-=])(?!-)/;

/**
 * Takes one sign and one currency off, before or behind the digits, and the dashes for the cents. Before the first digit is the point of `.50`
 * and `$.50`, too; one that may belong to letters or to the number stays with the letters, so that they are not a currency.
 */
function splitAmount(text: string): SplitAmount {
  const signed = SIGNED.map((pattern) => pattern.exec(text)?.groups).find((groups) => groups !== undefined);
  const { core = text, sign = '-' } = signed ?? {};
  const isNegative = signed !== undefined && sign === '-';
  const parts = /^(\D*)(\d(?:.*\d)?)(\D*)$/s.exec(core.trim());
  if (!parts) return { core: core.trim(), negative: isNegative };
  const [, lead = '', digits = '', tail = ''] = parts;
  const whole = lead.trim();
  const point = /[.,]$/.test(whole) && !isAbbreviated(whole) ? whole.slice(-1) : '';
  const before = whole.slice(0, whole.length - point.length).trimEnd();
  // Some signs are letters in one character: "₨".
  const mayBeLetters = whole.length < lead.trimStart().length || LIKE_LETTERS.test(before.normalize('NFKC'));
  const isOpen = point !== '' && mayBeLetters;
  const dashes = NO_CENTS.exec(tail.trim());
  const behind = tail
    .trim()
    .slice(dashes?.[0].length ?? 0)
    .trim();
  const minuses = Number(!isOpen && before.endsWith('-')) + Number(behind.startsWith('-'));
  const strays = [isOpen ? whole : before.replace(/-$/, '').trim(), behind.replace(/^-/, '').trim()];
  const [stray, ...others] = strays.filter((each) => each !== '');
  const cents = dashes?.[1];
  const wholeBehind = cents === '.' || cents === ',' ? cents : undefined;
  const bare: SplitAmount = {
    core: isOpen ? digits : point + digits,
    negative: isNegative || minuses > 0,
    wholeBehind,
  };
  // Signed twice, or a currency on both sides, is nothing that can be trusted.
  if (others.length > 0 || minuses > (signed ? 0 : 1))
    return { ...bare, stray: [stray ?? '-', ...others].join(' ') };
  if (stray === undefined) return bare;
  const currencies = isOpen ? undefined : currenciesBeside(stray);
  return currencies ? { ...bare, currencies } : { ...bare, stray, ...(isOpen && { openSign: point }) };
}

/** What a text is instead of an amount. */
export interface NotAmount {
  readonly reason: NotAmountReason;
  /** The rest of a sentence that begins with the text. */
  readonly detail: string;
}

export type NotAmountReason =
  | 'money_unreadable'
  | 'money_percent'
  | 'money_date'
  | 'money_error_value'
  | 'money_word'
  | 'money_exponent'
  | 'money_currency_unknown';

const DATES = [
  /^\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d{2})(?: \d.*)?$/,
  /^\d{4}([./-])\d{1,2}\1\d{1,2}(?:[ T]\d.*)?$/,
  /^\d{1,2}:\d{2}(?::\d{2})?$/,
];
/** `5-Dec`, `Dez 05`, `12. Mai 2024`. */
const DATE_OF_MONTH = /^(?=.*\d)(?:\d{1,4}[ ./-]*)?(?<month>\p{L}+)\.?(?:[ ./-]*\d{1,4})?$/u;
/** `#N/A`, `#¡VALOR!`, `########`. */
const ERROR_VALUE = /^#(?:[¡¿]?[\p{L}/][\p{L}/0-9]*[!?]?|#+)$/u;

type Beside = Pick<SplitAmount, 'stray' | 'openSign'>;

/** What is wrong with a text that is not an amount. */
function explainNotAmount(text: string, beside: Beside): NotAmount {
  if (ERROR_VALUE.test(text)) return { reason: 'money_error_value', detail: 'is a spreadsheet error value' };
  if (/[%٪％‰]/.test(text)) return { reason: 'money_percent', detail: 'is a percentage, not an amount' };
  if (/^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i.test(text)) {
    return { reason: 'money_exponent', detail: 'is in exponent notation, which has lost digits' };
  }
  if (isDate(text)) {
    const detail = 'is a date; some spreadsheets turn amounts such as 5.12 into dates';
    return { reason: 'money_date', detail };
  }
  if (!/\d/.test(text))
    return { reason: 'money_word', detail: 'is not an amount; a blank cell leaves the field as it is' };
  const kind = KINDS.find(([pattern]) => pattern.test(text));
  if (kind) return { reason: 'money_unreadable', detail: kind[1] };
  return whyStray(beside);
}

function isDate(text: string): boolean {
  const { month } = DATE_OF_MONTH.exec(text)?.groups ?? {};
  return DATES.some((date) => date.test(text)) || (month !== undefined && monthOf(month) !== undefined);
}

/** Matches one of these as a whole word. */
function word(words: string): string {
  return `(?<![\\p{L}\\p{M}])(?:${words})(?![\\p{L}\\p{M}])`;
}

const TAXES = word(
  'vat|tax|taxes|gst|hst|mwst|ust|tva|ht|ttc|iva|btw|moms|dph|kdv|áfa|ндс|net|netto|gross|brutto|' +
    'incl|inkl|excl|exkl|zzgl|plus',
);
const PER = word('per|pro|je|par|por|each|ea|apiece');
const ABOUT = word(
  'about|approx|approximately|around|ca|circa|etwa|ungefähr|rund|env|environ|est|' +
    'from|ab|von|bis|up to|to|desde|hasta|min|max|over|under|unter|über',
);
const BETWEEN = `(?:-|\\.{2,}|…|${word('to|bis|à|a|tot|do|hasta|till')})`;

/** Cells that hold more, or less, than one amount. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [new RegExp(TAXES, 'iu'), 'mentions a tax; write only the amount'],
  [
    new RegExp(`\\d[^/]*/ ?[\\d\\p{L}]|${PER}`, 'iu'),
    'is a price per something; write the price of one piece',
  ],
  [
    new RegExp(`\\d[ .\\p{L}\\p{Sc}]{0,9}${BETWEEN}[ .\\p{L}\\p{Sc}]{0,9}\\d`, 'iu'),
    'is a range; write one amount',
  ],
  [/^=|\d ?(?:[×*+]|(?<!^0)x) ?[\p{L}\p{Sc}]{0,3} ?\d/iu, 'is a calculation; write its result'],
  [new RegExp(`^[^\\d]*(?:[~≈<>≤≥±]|${ABOUT})`, 'iu'), 'is not an exact amount; write the exact one'],
  [/^[*†‡§#!?]+|[*†‡§#!?]+$/u, 'has an unknown mark beside it; write only the amount'],
];

function whyStray({ stray, openSign: sign }: Beside): NotAmount {
  if (stray !== undefined && sign !== undefined && currenciesBeside(stray.slice(0, -1).trimEnd())) {
    const detail = `has a "${sign}" before its digits that may be a decimal sign or not; write "0${sign}50" or "50"`;
    return { reason: 'money_unreadable', detail };
  }
  if (stray !== undefined && /^(?=.*[\p{L}\p{Sc}])[\p{L}\p{M}\p{Sc}.\s]+$/u.test(stray)) {
    const detail = `is not an amount of money; "${stray}" is not a known currency`;
    return { reason: 'money_currency_unknown', detail };
  }
  return { reason: 'money_unreadable', detail: 'is not an amount of money' };
}
