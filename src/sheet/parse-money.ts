import { type Cents, toCents } from '../domain/cents.ts';
import { type DecimalSign, type DecimalText, parseDecimalText } from './decimal-text.ts';

/** What to do with an amount finer than a cent. `up` and `down` mean away from zero and towards it. */
export type Rounding = 'error' | 'half-up' | 'half-even' | 'up' | 'down';

export interface MoneyFormat {
  /** `major`: `12.99` is 1299 cents. `cents`: `1299` is 1299 cents. */
  readonly unit: 'major' | 'cents';
  readonly decimalSign: DecimalSign;
  readonly rounding: Rounding;
  /** The amount is for this many pieces; a positive whole number. */
  readonly divisor?: bigint;
}

export type ParsedMoney =
  | { readonly kind: 'money'; readonly cents: Cents; readonly rounded: boolean }
  | { readonly kind: 'problem'; readonly reason: MoneyProblem; readonly detail: string };

export type MoneyProblem = 'money_unreadable' | 'money_negative' | 'money_too_fine' | 'money_too_large';

/**
 * Money text to whole cents by integer arithmetic, exactly or not at all.
 *
 * Units: `cents` are hundredths of the major unit. Errors: as values, with a reason and the rest of a sentence that
 * begins with the cell's text.
 */
export function parseMoney(text: string, format: MoneyFormat): ParsedMoney {
  const decimal = format.unit === 'cents' ? parseWhole(text) : parseDecimalText(text, format.decimalSign);
  if (!decimal) return problem('money_unreadable', whyUnreadable(format));
  if (decimal.negative) return problem('money_negative', 'is negative');
  const places = format.unit === 'cents' ? 0 : 2;
  const plain = toPlainCents(decimal, places, format);
  if (plain !== undefined) return { kind: 'money', cents: plain, rounded: false };
  const { quotient, exact } = divide(toFraction(decimal, places), format);
  if (!exact && format.rounding === 'error') return problem('money_too_fine', 'is finer than a cent');
  if (quotient > BigInt(Number.MAX_SAFE_INTEGER)) return problem('money_too_large', 'is too large');
  return { kind: 'money', cents: toCents(Number(quotient)), rounded: !exact };
}

function parseWhole(text: string): DecimalText | undefined {
  const match = /^([+-]?)0*(\d+)$/.exec(text);
  return match ? { negative: match[1] === '-', integer: match[2] ?? '0', fraction: '' } : undefined;
}

function whyUnreadable({ unit, decimalSign }: MoneyFormat): string {
  if (unit === 'cents') return 'is not a whole number of cents';
  return `is not an amount of money (decimal sign "${decimalSign}")`;
}

const LONGEST_PLAIN = 13;

/** Most amounts are whole cents already, and short enough that their digits put together are the number of them. */
function toPlainCents(
  { integer, fraction }: DecimalText,
  places: number,
  { divisor = 1n }: MoneyFormat,
): Cents | undefined {
  const isPlain = divisor === 1n && fraction.length <= places && integer.length <= LONGEST_PLAIN;
  return isPlain ? toCents(Number(integer + fraction.padEnd(places, '0'))) : undefined;
}

interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The amount as a fraction of cents. */
function toFraction({ integer, fraction }: DecimalText, places: number): Fraction {
  const significant = fraction.replace(/0+$/, '').padEnd(places, '0');
  return {
    numerator: BigInt(integer + significant),
    denominator: 10n ** BigInt(significant.length - places),
  };
}

function divide(
  { numerator, denominator }: Fraction,
  { divisor = 1n, rounding }: MoneyFormat,
): { readonly quotient: bigint; readonly exact: boolean } {
  const by = denominator * divisor;
  const quotient = numerator / by;
  const rest = numerator % by;
  if (rest === 0n) return { quotient, exact: true };
  return { quotient: quotient + (roundsUp(rest * 2n - by, quotient, rounding) ? 1n : 0n), exact: false };
}

/** `beyondHalf` is positive, zero or negative as the rest is more than, exactly or less than a half. */
function roundsUp(beyondHalf: bigint, quotient: bigint, rounding: Rounding): boolean {
  switch (rounding) {
    case 'half-up':
      return beyondHalf >= 0n;
    case 'half-even':
      return beyondHalf > 0n || (beyondHalf === 0n && quotient % 2n === 1n);
    default:
      return rounding === 'up';
  }
}

function problem(reason: MoneyProblem, detail: string): ParsedMoney {
  return { kind: 'problem', reason, detail };
}
