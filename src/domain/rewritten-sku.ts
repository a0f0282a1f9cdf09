import type { Sku } from './listing.ts';

const MONTH = '(?:jan|feb|mar|mär|mrz|apr|may|mai|maj|jun|jul|aug|sep|oct|okt|nov|dec|dez)[a-zä]*\\.?';
/** What spreadsheets take for a date, and how they write one. */
const DATE = new RegExp(
  `^(?:\\d{1,4}[-/. ]\\d{1,2}(?:[-/. ]\\d{1,4})?|(?:\\d{1,4}[-. ]*${MONTH}|${MONTH}[-. ]*\\d{1,4})(?:[-. ]*\\d{1,4})?)$`,
  'i',
);
/** How they write one, and few people a SKU. */
const WRITTEN_DATES = [
  /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/,
  /^\d{4}-\d{2}-\d{2}(?: 00:00:00)?$/,
  new RegExp(`^\\d{1,2}[.-]? ?${MONTH}$`, 'i'),
  new RegExp(`^${MONTH}[ .-]?\\d{1,4}$`, 'i'),
];
const NUMBER = /^[+-]?(\d+)(?:[.,](\d+))?(?:E([+-]?\d{1,3}))?$/i;
const TIME = /^(\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([AP])M)?$/i;
const EXPONENT = /^\d(?:[.,]\d+)?E\+\d{1,3}$/i;
/** How they write a number: without zeros in front or a plus sign, and never as `1E5`. */
const WRITTEN_NUMBER = /^-?(?:0|[1-9]\d*)(?:[.,]\d+)?(?:E[+-]\d{1,3})?$/i;
/** Longer numbers are shortened to as many digits as the column has room for. */
const MAX_DIGITS = 11;
/** More digits than that a spreadsheet does not keep. */
const KEPT_DIGITS = 15;

/** A SKU that a spreadsheet takes for a number. */
interface NumberSku {
  readonly isNegative: boolean;
  /** Without zeros at either end. */
  readonly digits: string;
  /** How many digits are before the decimal sign; negative if zeros follow it. */
  readonly magnitude: number;
  /** How many digits are written, but for zeros in front. */
  readonly precision: number;
}

function readNumber(text: string): NumberSku | undefined {
  const [, whole, fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const all = `${whole}${fraction}`;
  const written = all.replace(/^0+/, '');
  const leading = all.length - written.length;
  return {
    isNegative: text[0] === '-',
    digits: written.replace(/0+$/, ''),
    magnitude: whole.length - leading + Number(exponent),
    precision: written.length,
  };
}

/** A SKU that a spreadsheet takes for a time, in seconds. */
function readTime(text: string): number | undefined {
  const [, hours, minutes, seconds = '0', half] = TIME.exec(text) ?? [];
  if (hours === undefined) return undefined;
  const ofDay = half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0);
  return (ofDay * 60 + Number(minutes)) * 60 + Number(seconds);
}

/** What a spreadsheet seems to have made of a SKU that it took for a number or a date; `undefined` for other SKUs. */
export function describeRewriting(sku: string): 'a shortened number' | 'a date' | undefined {
  if (EXPONENT.test(sku)) return 'a shortened number';
  return WRITTEN_DATES.some((date) => date.test(sku)) ? 'a date' : undefined;
}

/** Whether a SKU may be what a spreadsheet saved of another one. */
export function mayBeRewritten(sku: string): boolean {
  return NUMBER.test(sku) || TIME.test(sku) || describeRewriting(sku) !== undefined;
}

/** Whether a spreadsheet may have lost a part of a SKU that is written so: then its group is not that of the SKU that is listed. */
export function mayHaveLostPart(sku: string): boolean {
  return (
    describeRewriting(sku) !== undefined || TIME.test(sku) || (sku.length > KEPT_DIGITS && NUMBER.test(sku))
  );
}

/** What a spreadsheet did to a SKU, and whether it is certain that the two are one. */
export interface SkuDamage {
  /** As the end of a sentence: `a spreadsheet took its zeros`. */
  readonly how: string;
  /** Both are the very same number. Where digits are lost or there is a date, other SKUs may have been rewritten in the same way. */
  readonly isExact: boolean;
}

/**
 * What a spreadsheet did to a listed SKU, if `written` may be what it saved of it. Whether it is that listing which is meant has to be
 * known from its id. A spreadsheet takes zeros away and adds none, so that `0077` is not what it saved of `77`.
 */
export function findSkuDamage(written: string, listed: string): SkuDamage | undefined {
  const one = WRITTEN_NUMBER.test(written) ? readNumber(written) : undefined;
  if (one && isShortened(written, one, listed))
    return { isExact: false, how: 'a spreadsheet shortened the number' };
  if (one && isSameNumber(one, readNumber(listed)))
    return {
      isExact: true,
      how: /^0/.test(listed)
        ? 'a spreadsheet took its zeros'
        : 'a spreadsheet wrote the number in its own way',
    };
  if (describeRewriting(written) === 'a date' && DATE.test(listed))
    return { isExact: false, how: 'a spreadsheet made a date of it' };
  const time = readTime(written);
  if (time !== undefined && time === readTime(listed))
    return { isExact: false, how: 'a spreadsheet made a time of it' };
  return undefined;
}

function isSameNumber(one: NumberSku, other: NumberSku | undefined): boolean {
  return (
    one.isNegative === other?.isNegative && one.magnitude === other.magnitude && one.digits === other.digits
  );
}

/** Whether a number has as many digits of the listed one as it shows, rounded or cut off. */
function isShortened(
  written: string,
  { isNegative, digits, magnitude, precision }: NumberSku,
  listed: string,
): boolean {
  if (isNegative || !/^\d+$/.test(listed)) return false;
  const whole = listed.replace(/^0+(?=\d)/, '');
  const shown = EXPONENT.test(written) ? precision : KEPT_DIGITS;
  if (whole.length <= shown || magnitude < 1) return false;
  const step = 10n ** BigInt(whole.length - shown);
  const all = BigInt(whole);
  const is = BigInt(digits.padEnd(Math.max(magnitude, digits.length), '0'));
  return is === (all / step) * step || is === ((all + step / 2n) / step) * step;
}

/**
 * The same text for a SKU and for what a spreadsheet saves after it opened the SKU as a number, a date or a time: leading zeros are gone,
 * a long number is shortened. Any other SKU stays as it is.
 */
export function skuClass(sku: string): string {
  const text = sku.trim().replace(/\s+/g, ' ').toLowerCase();
  if (DATE.test(text)) return 'date';
  const time = readTime(text);
  if (time !== undefined) return `time ${time}`;
  const number = readNumber(text);
  if (!number) return `text ${text}`;
  const { digits, magnitude } = number;
  return magnitude > MAX_DIGITS ? `number of ${magnitude}` : `number ${magnitude} ${digits}`;
}

const [ZERO, NINE, PLUS] = [48, 57, 43];

/**
 * SKUs of one group may lead to the same listing: they differ in case only, or are the very same number, since a row with a `listing_id` is
 * recognized without its zeros.
 */
export function skuGroup(sku: Sku): string {
  const first = sku.charCodeAt(0);
  const number = (first >= ZERO && first <= NINE) || first === PLUS ? readNumber(sku) : undefined;
  if (!number) return sku.toLowerCase();
  return `${number.magnitude} ${number.digits}`;
}
