import { type Cents, toCents } from '../domain/cents.ts';

export type DecimalSign = '.' | ',';

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
