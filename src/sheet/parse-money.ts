import { type Cents, toCents } from '../domain/cents.ts';
import { WHOLE_SHARE } from '../domain/fees.ts';
import {
  type AmountDigits,
  type AmountText,
  type DecimalSign,
  isAmount,
  type NotAmountReason,
  readAmountText,
  readPlainCents,
} from './amount-text.ts';

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
  | {
      readonly kind: 'money';
      readonly cents: Cents;
      readonly rounded: boolean;
      /** The currencies that a sign or code beside the number may mean. */
      readonly currencies?: ReadonlySet<string> | undefined;
    }
  | { readonly kind: 'problem'; readonly reason: MoneyProblem; readonly detail: string };

export type MoneyProblem = NotAmountReason | 'money_negative' | 'money_too_fine' | 'money_too_large';

/**
 * Money text to whole cents by integer arithmetic, exactly or not at all.
 *
 * Units: `cents` are hundredths of the major unit. Errors: as values, with a reason and the rest of a sentence that
 * begins with the cell's text.
 */
export function parseMoney(text: string, format: MoneyFormat): ParsedMoney {
  const plain = readPlain(text, format);
  if (plain !== undefined) return { kind: 'money', cents: plain, rounded: false, currencies: undefined };
  if (format.unit === 'cents') return parseWholeCents(text, format);
  const amount = readAmountText(text);
  if (!isAmount(amount)) return problem(amount.reason, amount.detail);
  const digits = amount.readings[format.decimalSign];
  if (!digits) return problem('money_unreadable', whyUnreadable(text, amount, format.decimalSign));
  if (amount.negative) return problem('money_negative', 'is negative');
  return toMoney(digits, format, amount.currencies);
}

/** Most amounts are whole cents already, and short enough to be read digit by digit. */
function readPlain(text: string, format: MoneyFormat, decimalSign = format.decimalSign): Cents | undefined {
  const { unit, divisor = 1n } = format;
  return divisor === 1n ? readPlainCents(text, { unit, decimalSign }) : undefined;
}

function parseWholeCents(text: string, format: MoneyFormat): ParsedMoney {
  const match = /^([+-]?)0*(\d+)$/.exec(text);
  if (!match) return problem('money_unreadable', 'is not a whole number of cents');
  if (match[1] === '-') return problem('money_negative', 'is negative');
  return toMoney({ integer: match[2] ?? '0', fraction: '' }, format, undefined);
}

function whyUnreadable(text: string, { readings, negative }: AmountText, decimalSign: DecimalSign): string {
  const other = decimalSign === ',' ? '.' : ',';
  if (readings[other] && !negative) {
    const written = text.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'));
    return decimalSign === ','
      ? `has a point where this sheet has decimal commas: write ${written}`
      : `has a comma where this sheet has decimal points: write ${written}`;
  }
  return `is not an amount of money (decimal sign "${decimalSign}")`;
}

function toMoney(
  digits: AmountDigits,
  format: MoneyFormat,
  currencies: ReadonlySet<string> | undefined,
): ParsedMoney {
  const { integer, fraction } = digits;
  const places = format.unit === 'cents' ? 0 : 2;
  const text = fraction === '' ? integer : `${integer}.${fraction}`;
  const plain = readPlain(text, format, '.');
  if (plain !== undefined) return { kind: 'money', cents: plain, rounded: false, currencies };
  const { quotient, exact } = divide(toFraction(digits, places), format);
  if (!exact && format.rounding === 'error') return problem('money_too_fine', 'is finer than a cent');
  if (quotient > BigInt(Number.MAX_SAFE_INTEGER)) return problem('money_too_large', 'is too large');
  return { kind: 'money', cents: toCents(Number(quotient)), rounded: !exact, currencies };
}

interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

function toFraction({ integer, fraction }: AmountDigits, places: number): Fraction {
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

export type ParsedShare =
  | { readonly kind: 'share'; readonly share: number }
  /** The rest of a sentence that begins with the text. */
  | { readonly kind: 'problem'; readonly detail: string };

/** Digits, behind either decimal sign at most three more, and a percent sign: a hundred percent leaves no room for thousands. */
const SHARE = /^0*(\d{1,2})(?:[.,](\d{1,3})0*)?[\s\u00a0\u202f]?(%?)$/;
const THOUSANDTHS = 3;

/**
 * A percentage below 100 as thousandths of a percent, by its digits. Without its sign, one below 1 may be a share of 1 as spreadsheets
 * store it: `0.15` is 15 % to them.
 */
export function parseShare(text: string): ParsedShare {
  const [, whole, fraction = '', sign] = SHARE.exec(text) ?? [];
  if (whole === undefined)
    return { kind: 'problem', detail: 'is not a percentage below 100 with at most three decimals' };
  const share = Number(whole + fraction.padEnd(THOUSANDTHS, '0'));
  if (share > 0 && share < WHOLE_SHARE / 100 && sign === '')
    return {
      kind: 'problem',
      detail: `may be ${text} % or a share of 1; write "${text} %", or 15 for 15 %`,
    };
  return { kind: 'share', share };
}
