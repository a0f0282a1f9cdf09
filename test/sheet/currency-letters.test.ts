import { describe, expect, it } from 'vitest';
import { currenciesBeside } from '../../src/domain/currency.ts';
import { decimalEvidence } from '../../src/sheet/amount-text.ts';
import { parseMoney } from '../../src/sheet/parse-money.ts';
import type { DecimalSign } from '../../src/sheet/plain-amount.ts';
import { runs, sampled } from '../support/runs.ts';
import { LOCALES } from './locales.ts';

/**
 * Amounts beside the letters of currencies, with points and commas in all places: each is read to the cent or refused, and
 * none speaks for the wrong decimal sign.
 */

const CENTS = [
  5, 50, 1200, 1250, 5000, 50_000, 125_000, 150_000, 123_456, 5_000_000, 125_000_000, 123_456_789,
];

/** Larger ones differ in no more than their groups. */
const MAX_BELOW_ZERO = 1250;

/** A way of writing numbers: all locales that write them alike are one. */
interface Writing {
  readonly decimalSign: DecimalSign;
  readonly write: (cents: number) => string;
}

const writings: readonly Writing[] = [...new Set(Object.keys(LOCALES))].flatMap((locale) =>
  [false, true].map((useGrouping): Writing => {
    const options = { useGrouping, numberingSystem: 'latn', maximumFractionDigits: 2 } as const;
    const whole = new Intl.NumberFormat(locale, options);
    const exact = new Intl.NumberFormat(locale, { ...options, minimumFractionDigits: 2 });
    const sign = exact.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value;
    return {
      decimalSign: sign === ',' ? ',' : '.',
      write: (cents) => (cents % 100 === 0 ? whole : exact).format(cents / 100),
    };
  }),
);

const ways: readonly Writing[] = [
  ...new Map(
    writings.map((writing) => [`${writing.decimalSign}${CENTS.map(writing.write).join()}`, writing]),
  ).values(),
];

const WRITTEN_BY_HAND =
  'Rp Rs Re Dhs Dh SR QR Tk Ksh TSh Bs Gs S/ B/ TL kr Kr zł Kč Ft lei лв руб р грн ден din Fr SFr R RM NIS ' +
  'Euro euros Dollars pounds soles रु රු ৳ د.إ ر.س ج.م Bs.S US$ HK$ R$ € $ £ ₹ ₨ 円 원 บาท Nr ca XYZ';

/** What stands beside amounts all over the world: codes, signs and letters, without the point that ends them. */
const letters: readonly string[] = [
  ...new Set([
    ...WRITTEN_BY_HAND.split(' '),
    ...Object.entries(LOCALES).flatMap(([locale, currency]) =>
      (['symbol', 'narrowSymbol', 'code'] as const).map((currencyDisplay) => {
        const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay });
        const sign = format.formatToParts(5).find(({ type }) => type === 'currency')?.value ?? '';
        return sign.replace(/[\u061c\u200e\u200f]/g, '').replace(/\.$/, '');
      }),
    ),
  ]),
];

const isSpelt = (sign: string) => /[\p{L}\p{M}/]$/u.test(sign);
/** Nobody abbreviates these with a point. */
const isIdeograph = (sign: string) => /^[\p{sc=Han}\p{sc=Hangul}\p{sc=Thai}]+$/u.test(sign);
const isWhole = (number: string) => !/[.,]/.test(number);

interface Place {
  readonly name: string;
  readonly text: (sign: string, number: string) => string;
  /** Which of the signs people write like that. */
  readonly of?: (sign: string) => boolean;
  /** Nothing but this amount can be meant beside a known currency, so it is read. */
  readonly isSure?: true;
  readonly numbers?: (number: string) => boolean;
}

const PLACES: readonly Place[] = [
  { name: 'before', text: (sign, number) => `${sign}${number}`, isSure: true },
  { name: 'before, apart', text: (sign, number) => `${sign} ${number}`, isSure: true },
  { name: 'behind', text: (sign, number) => `${number}${sign}`, isSure: true },
  { name: 'behind, apart', text: (sign, number) => `${number}\u00a0${sign}`, isSure: true },
  {
    name: 'with a point',
    text: (sign, number) => `${sign}.${number}`,
    of: (sign) => isSpelt(sign) && !isIdeograph(sign),
    isSure: true,
  },
  { name: 'with a point, of an ideograph', text: (sign, number) => `${sign}.${number}`, of: isIdeograph },
  {
    name: 'with a point, apart',
    text: (sign, number) => `${sign}. ${number}`,
    of: (sign) => isSpelt(sign) && !isIdeograph(sign),
    isSure: true,
  },
  {
    name: 'behind, with a point',
    text: (sign, number) => `${number} ${sign}.`,
    of: (sign) => isSpelt(sign) && !isIdeograph(sign),
    isSure: true,
  },
  { name: 'with a point that went astray', text: (sign, number) => `${sign} .${number}`, of: isSpelt },
  { name: 'with a comma', text: (sign, number) => `${sign},${number}`, of: isSpelt },
  { name: 'with two points', text: (sign, number) => `${sign}..${number}`, of: isSpelt },
  { name: 'behind a point', text: (sign, number) => `${number}.${sign}` },
  { name: 'behind a comma', text: (sign, number) => `${number}, ${sign}` },
  {
    name: 'and dashes for the cents',
    text: (sign, number) => `${sign} ${number},-`,
    numbers: isWhole,
    isSure: true,
  },
  { name: 'and a slash', text: (sign, number) => `${sign}${number}/-`, isSure: true },
];

/** Beside a number of each writing, in each place. */
function* everyText(): Generator<Writing & { place: Place; sign: string; cents: number; number: string }> {
  for (const way of ways)
    for (const cents of CENTS) {
      const number = way.write(cents);
      for (const place of PLACES.filter(({ numbers }) => numbers?.(number) ?? true))
        for (const sign of letters)
          if (place.of?.(sign) ?? true) yield { ...way, place, sign, cents, number };
    }
}

describe('an amount beside the letters of a currency', () => {
  it('is read to the cent or refused, and says no more of the decimal sign than its number does', () => {
    const wrong: string[] = [];
    let texts = 0;
    let refused = 0;
    for (const { place, sign, cents, number, decimalSign } of sampled(everyText())) {
      const text = place.text(sign, number);
      const parsed = parseMoney(text, { unit: 'major', decimalSign, rounding: 'error' });
      const evidence = decimalEvidence(text);
      if (evidence !== 'none' && evidence !== decimalEvidence(number))
        wrong.push(`${place.name}: "${text}" says ${evidence}`);
      const isRead = parsed.kind === 'money';
      const isRight = isRead ? parsed.cents === cents : !(place.isSure && currenciesBeside(sign));
      if (!isRight) wrong.push(`${place.name}: "${text}" of ${cents} → ${JSON.stringify(parsed)}`);
      texts++;
      if (!isRead) refused++;
    }
    expect(wrong.slice(0, 20)).toEqual([]);
    // biome-ignore lint/suspicious/noConsole: the figure that this file is for
    console.log(`${texts} texts, ${((refused / texts) * 100).toFixed(1)} % refused`);
    expect(texts).toBeGreaterThan(runs(50_000));
    expect(refused / texts).toBeLessThan(0.5);
  });

  it('is refused below zero, however the minus is written', () => {
    const read: string[] = [];
    for (const { place, sign, cents, number, decimalSign } of sampled(everyText())) {
      if (cents > MAX_BELOW_ZERO) continue;
      const text = place.text(sign, number);
      const inside = place.name.startsWith('before') ? [place.text(`${sign}-`, number)] : [];
      for (const minus of [`-${text}`, `(${text})`, `${text} CR`, ...inside]) {
        const parsed = parseMoney(minus, { unit: 'major', decimalSign, rounding: 'error' });
        if (parsed.kind === 'money') read.push(minus);
      }
    }
    expect(read.slice(0, 20)).toEqual([]);
  });
});
