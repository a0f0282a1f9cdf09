import { currenciesOf } from '../domain/currency.ts';

export type DecimalSign = '.' | ',';

/** An amount as its digits: `integer` without leading zeros, `fraction` as written. */
export interface AmountDigits {
  readonly integer: string;
  readonly fraction: string;
}

/** An amount as people and programs write it, taken apart; the digits are still text. */
export interface AmountText {
  readonly negative: boolean;
  /** The currencies that a sign or code beside the number may stand for. */
  readonly currencies?: ReadonlySet<string> | undefined;
  /** The number as each decimal sign would read it; none where it makes no sense with that sign. */
  readonly readings: Readonly<Record<DecimalSign, AmountDigits | undefined>>;
}

/** What a text is instead of an amount. */
export interface NoAmount {
  readonly reason: NoAmountReason;
  /** The rest of a sentence that begins with the text. */
  readonly detail: string;
}

export type NoAmountReason =
  | 'money_unreadable'
  | 'money_percent'
  | 'money_date'
  | 'money_error_value'
  | 'money_word'
  | 'money_exponent'
  | 'money_currency_unknown';

/** Nobody writes an amount with signs and blanks longer than this, and the expressions below would take long over it. */
const LONGEST_AMOUNT = 100;
const PLAIN = /^\d+(?:([.,])(\d+))?$/;
const DIGIT_GROUP = /^\d{3}$/;

/**
 * Takes an amount apart: its sign, its currency, and its digits as either decimal sign would read them. What is not
 * certainly an amount is none.
 *
 * Shape: digits in Latin, Arabic, Persian, Devanagari, Bengali or full-width form; thousands set apart by the other
 * sign, an apostrophe or a blank of any kind, or in the Indian way; a minus before or after, parentheses, `CR`; a
 * currency's code or sign before or after.
 */
export function readAmountText(text: string): AmountText | NoAmount {
  const plain = PLAIN.exec(text);
  if (plain) return { negative: false, readings: readPlain(text, plain[1], plain[2]) };
  if (text.length > LONGEST_AMOUNT)
    return { reason: 'money_unreadable', detail: 'is not an amount of money' };
  const tidy = toLatin(text);
  const signed = splitSign(tidy);
  const { core, currencies, negative, stray } = splitCurrency(signed);
  if (stray !== undefined) return explain(tidy, stray);
  const readings = readNumber(core);
  if (!readings['.'] && !readings[',']) return explain(tidy, undefined);
  return { negative, currencies, readings };
}

export function isAmount(read: AmountText | NoAmount): read is AmountText {
  return 'readings' in read;
}

/**
 * What one cell says of its column's decimal sign: the sign that alone makes sense of it, `either` where both do and
 * lead to different numbers (`1.250`), `none` where it doesn't matter (`12`) or the cell is no amount.
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

/** By far the most amounts: digits, and at most one sign. */
function readPlain(text: string, sign: string | undefined, fraction = ''): Readings {
  if (sign === undefined) {
    const whole = toDigits(text, '');
    return { '.': whole, ',': whole };
  }
  const integer = text.slice(0, text.length - fraction.length - 1);
  const decimal = toDigits(integer, fraction);
  const grouped =
    integer.length <= 3 && !integer.startsWith('0') && DIGIT_GROUP.test(fraction)
      ? toDigits(integer + fraction, '')
      : undefined;
  return sign === '.' ? { '.': decimal, ',': grouped } : { '.': grouped, ',': decimal };
}

function toDigits(integer: string, fraction: string): AmountDigits {
  return { integer: integer.replace(/^0+(?=\d)/, ''), fraction };
}

/** The code points of the zeros of the scripts whose digits are read. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0xff10];
/** Characters that only steer the direction of text; formatted amounts hold them in right-to-left languages. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Digits and punctuation in their Latin form, blanks of every kind as one; everything else stays as it is. */
function toLatin(text: string): string {
  return text
    .replace(DIRECTION_MARKS, '')
    .replace(/[\s\u00a0\u2007\u2008\u2009\u200a\u202f\u3000]+/g, ' ')
    .replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\uff10-\uff19]/g, toLatinDigit)
    .replace(/[’‘ʼ＇]/g, "'")
    .replace(/[−﹣－–]/g, '-')
    .replace(/＋/g, '+')
    .replace(/．/g, '.')
    .replace(/，/g, ',')
    .replace(/（/g, '(')
    .replace(/）/g, ')')
    .trim();
}

function toLatinDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const zero = ZEROS.find((candidate) => code >= candidate && code <= candidate + 9) ?? code;
  return String(code - zero);
}

interface Signed {
  readonly core: string;
  readonly negative: boolean;
  /** Something in it says its sign already. */
  readonly signed: boolean;
}

/** Takes one sign off: before, behind, as parentheses, or as the accountants' `CR`. */
function splitSign(text: string): Signed {
  const inside = /^\((.+)\)$/.exec(text)?.[1];
  if (inside !== undefined) return { core: inside.trim(), negative: true, signed: true };
  const credit = /^(.*\d.*?) ?CR\.?$/i.exec(text)?.[1];
  if (credit !== undefined) return { core: credit, negative: true, signed: true };
  const before = /^([+-]) ?(.+)$/.exec(text);
  if (before) return { core: before[2] ?? '', negative: before[1] === '-', signed: true };
  const behind = /^(.+?) ?-$/.exec(text)?.[1];
  if (behind !== undefined) return { core: behind, negative: true, signed: true };
  return { core: text, negative: false, signed: false };
}

interface Bare extends Omit<Signed, 'signed'> {
  readonly currencies?: ReadonlySet<string> | undefined;
  /** Something beside the number that is no currency. */
  readonly stray?: string;
}

/** Takes a currency off, before or behind the digits, and a sign that stood between the two. */
function splitCurrency({ core, negative, signed }: Signed): Bare {
  const parts = /^(\D*)(\d(?:.*\d)?)(\D*)$/s.exec(core);
  if (!parts) return { core, negative };
  const [, lead = '', digits = '', tail = ''] = parts;
  const before = takeBefore(lead);
  const behind = takeBehind(tail.trim());
  const minus = [before.minus, behind.minus].filter(Boolean).length;
  const bare = { core: before.point + digits, negative: negative || minus > 0 };
  const strays = [before.text, behind.text].filter((text) => text !== '');
  if (strays.length === 0 && minus === 0) return bare;
  // Signed twice, or a currency on both sides, is nothing that can be trusted.
  if (strays.length > 1 || minus > (signed ? 0 : 1)) return { ...bare, stray: strays.join(' ') || '-' };
  const [text] = strays;
  const currencies = text === undefined ? undefined : currenciesOf(text);
  return text === undefined || currencies ? { ...bare, currencies } : { ...bare, stray: text };
}

/** What stands before the first digit: a currency, a sign between it and the number, and the point of `.50`. */
function takeBefore(lead: string): {
  readonly text: string;
  readonly minus: boolean;
  readonly point: string;
} {
  if (currenciesOf(lead.trim())) return { text: lead.trim(), minus: false, point: '' };
  const point = /[.,]$/.exec(lead)?.[0] ?? '';
  const rest = lead.slice(0, lead.length - point.length).trim();
  const minus = rest.endsWith('-');
  return { text: (minus ? rest.slice(0, -1) : rest).trim(), minus, point };
}

function takeBehind(tail: string): { readonly text: string; readonly minus: boolean } {
  const minus = tail.startsWith('-');
  return { text: (minus ? tail.slice(1) : tail).trim(), minus };
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

function readShape(core: string, sign: DecimalSign): AmountDigits | undefined {
  const match = SHAPES[sign].exec(core);
  if (!match) return undefined;
  const [, integer = '0', fraction, bareFraction] = match;
  return toDigits(integer.replace(/[., ']/g, ''), bareFraction ?? fraction ?? '');
}

const MONTHS =
  'jan|feb|mar|mär|mrz|apr|avr|abr|may|mai|mei|maj|jun|juin|jul|juil|aug|août|ago|sep|set|oct|okt|ott|nov|dec|dez|déc|dic';
const DATES = [
  /^\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d{2})(?: \d.*)?$/,
  /^\d{4}([./-])\d{1,2}\1\d{1,2}(?:[ T]\d.*)?$/,
  new RegExp(`^\\d{1,4}[ ./-]*(?:${MONTHS})[a-zéû]*\\.?(?:[ ./-]*\\d{2,4})?$`, 'i'),
  new RegExp(`^(?:${MONTHS})[a-zéû]*\\.?[ ./-]*\\d{1,4}$`, 'i'),
  /^\d{1,2}:\d{2}(?::\d{2})?$/,
];
const ERROR_VALUES =
  /^#(?:N\/A|NA|REF!?|DIV\/0!?|VALUE!?|NAME\??|NULL!?|NUM!?|SPILL!?|CALC!?|NV|BEZUG!?|WERT!?|ZAHL!?|VALEUR!?|NOM\??|VALOR!?|[¡¿]?[\p{L}/0-9]+[!?]|#+)$/iu;

/** Says what a text is that is no amount. */
function explain(text: string, stray: string | undefined): NoAmount {
  if (ERROR_VALUES.test(text)) return { reason: 'money_error_value', detail: "is a spreadsheet's error" };
  if (/[%٪％‰]/.test(text)) return { reason: 'money_percent', detail: 'is a percentage, not an amount' };
  if (/^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i.test(text)) {
    return { reason: 'money_exponent', detail: 'is in exponent notation, which has lost digits' };
  }
  if (DATES.some((date) => date.test(text))) {
    return {
      reason: 'money_date',
      detail: 'is a date; a spreadsheet makes dates of amounts such as 5.12 in some languages',
    };
  }
  if (!/\d/.test(text))
    return { reason: 'money_word', detail: 'is not an amount; a blank cell leaves the field as it is' };
  if (stray !== undefined && /^(?=.*[\p{L}\p{Sc}])[\p{L}\p{Sc}.\s]+$/u.test(stray)) {
    return {
      reason: 'money_currency_unknown',
      detail: `is not an amount of money; "${stray}" is no currency known here`,
    };
  }
  return { reason: 'money_unreadable', detail: 'is not an amount of money' };
}
