import { describe, expect, it } from 'vitest';
import { SheetError } from '../../src/domain/errors.ts';
import type { DecimalSign } from '../../src/sheet/amount-text.ts';
import { DecimalColumn } from '../../src/sheet/decimal-column.ts';
import { parseMoney } from '../../src/sheet/parse-money.ts';
import { listed } from '../support/listed.ts';
import { sampled } from '../support/runs.ts';

/**
 * Amounts as the world writes them, made by `Intl`: each is read to its exact cents or refused with a reason, in a column
 * of its like and on its own. None is taken for another amount.
 */

/** Whose writing is tested, with the currency that such a person would write. */
const LOCALES = listed(
  `en-US USD, en-GB GBP, en-CA CAD, en-AU AUD, en-IN INR, en-ZA ZAR, hi-IN INR, mr-IN INR, bn-BD BDT, ne-NP NPR, de-DE EUR, de-AT EUR,
   de-CH CHF, fr-FR EUR, fr-CH CHF, fr-CA CAD, it-IT EUR, it-CH CHF, nl-NL EUR, es-ES EUR, es-MX MXN, es-AR ARS, pt-PT EUR, pt-BR BRL,
   ca-ES EUR, pl-PL PLN, cs-CZ CZK, sk-SK EUR, sl-SI EUR, hr-HR EUR, sr-RS RSD, hu-HU HUF, ro-RO RON, bg-BG BGN, el-GR EUR, tr-TR TRY,
   ru-RU RUB, uk-UA UAH, lt-LT EUR, lv-LV EUR, et-EE EUR, fi-FI EUR, sv-SE SEK, nb-NO NOK, da-DK DKK, is-IS ISK, he-IL ILS, ar-EG EGP,
   ar-SA SAR, ar-MA MAD, fa-IR IRR, ur-PK PKR, th-TH THB, vi-VN VND, id-ID IDR, ms-MY MYR, fil-PH PHP, ja-JP JPY, zh-CN CNY, zh-TW TWD,
   ko-KR KRW`,
).map((pair) => pair.split(' ') as [locale: string, currency: string]);

const CENTS = [
  1, 50, 99, 100, 525, 1200, 9999, 10_000, 99_999, 100_000, 123_456, 125_000, 999_999, 1_234_567, 12_345_678,
  100_000_000, 123_456_789, 9_999_999_999,
];

/** Two digits behind the sign, in currencies too that are written without. */
const CENT_DIGITS = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
const UP_TO_CENTS = { minimumFractionDigits: 0, maximumFractionDigits: 2 } as const;
const ACCOUNTING = { currencySign: 'accounting' } as const;
const ALWAYS_SIGNED = { signDisplay: 'always' } as const;

type Options = Intl.NumberFormatOptions;
type Display = 'symbol' | 'narrowSymbol' | 'code' | 'name';

const money = (currencyDisplay: Display, more: Options = {}): Options => ({
  style: 'currency',
  currencyDisplay,
  ...CENT_DIGITS,
  ...more,
});

/** How prices are commonly written; few of these may be refused. */
const PLAIN: Readonly<Record<string, Options>> = {
  decimal: CENT_DIGITS,
  'decimal, no more digits than it takes': UP_TO_CENTS,
  'decimal, no groups': { ...CENT_DIGITS, useGrouping: false },
  'decimal, groups': { ...CENT_DIGITS, useGrouping: 'always' },
  'decimal, groups from 10,000': { ...CENT_DIGITS, useGrouping: 'min2' },
  symbol: money('symbol'),
  'narrow symbol': money('narrowSymbol'),
  code: money('code'),
};
const STYLES: Readonly<Record<string, Options>> = {
  ...PLAIN,
  'decimal, four digits': { minimumFractionDigits: 4 },
  'decimal, always a sign': { ...CENT_DIGITS, ...ALWAYS_SIGNED },
  name: money('name'),
  'symbol, accounting': money('symbol', ACCOUNTING),
  'code, accounting': money('code', ACCOUNTING),
  'symbol, always a sign': money('symbol', ALWAYS_SIGNED),
  'symbol, accounting, always a sign': money('symbol', { ...ACCOUNTING, ...ALWAYS_SIGNED }),
  'symbol, no groups': money('symbol', { useGrouping: false }),
  'symbol, no more digits than it takes': money('symbol', UP_TO_CENTS),
  'US dollars': { style: 'currency', currency: 'USD', ...CENT_DIGITS },
  compact: { notation: 'compact', ...UP_TO_CENTS },
  'compact, long': { notation: 'compact', compactDisplay: 'long', ...UP_TO_CENTS },
  'compact, symbol': money('symbol', { notation: 'compact', ...UP_TO_CENTS }),
  percent: { style: 'percent', ...CENT_DIGITS },
  scientific: { notation: 'scientific', maximumFractionDigits: 12 },
  engineering: { notation: 'engineering', maximumFractionDigits: 12 },
  unit: { style: 'unit', unit: 'kilogram', ...CENT_DIGITS },
};
const NEVER_READ = ['percent', 'scientific', 'engineering', 'unit'];

/** Scripts that replace a locale's own digits, in the styles in which most amounts come. */
const DIGITS = ['latn', 'arab', 'arabext', 'deva', 'beng', 'fullwide'];
const STYLES_IN_ALL_DIGITS = new Set(['decimal', 'decimal, no more digits than it takes', 'symbol', 'code']);

interface Format {
  readonly name: string;
  readonly style: string;
  /** In the digits of the locale, and these are Latin. */
  readonly isLatin: boolean;
  /** The decimal sign that a person would name; the Arabic one needs no naming, and none changes anything. */
  readonly sign: DecimalSign;
  readonly write: (cents: number) => string;
}

function* everyFormat(): Generator<Format> {
  for (const [locale, currency] of LOCALES) {
    for (const [style, options] of Object.entries(STYLES)) {
      const scripts = STYLES_IN_ALL_DIGITS.has(style) ? [undefined, ...DIGITS] : [undefined];
      for (const numberingSystem of scripts) {
        const formatter = new Intl.NumberFormat(locale, { currency, ...options, numberingSystem });
        const digits = formatter.resolvedOptions().numberingSystem;
        yield {
          name: `${locale} ${style} ${digits}`,
          style,
          isLatin: numberingSystem === undefined && digits === 'latn',
          sign: signOf(formatter),
          write: (cents) => formatter.format(cents / 100),
        };
      }
    }
  }
}

function signOf(formatter: Intl.NumberFormat): DecimalSign {
  const part = formatter.formatToParts(1.5).find(({ type }) => type === 'decimal');
  return part?.value === ',' || part?.value === '，' ? ',' : '.';
}

const formats: readonly Format[] = [...sampled(everyFormat())];

const UNSETTLED = 'decimal_sign_unknown';

/** What comes of each text of a column: its cents, or why it was refused. */
function readColumn(texts: readonly string[], given?: DecimalSign): readonly (number | string)[] {
  const decimalSign = given ?? signOfColumn(texts);
  if (decimalSign === UNSETTLED) return texts.map(() => UNSETTLED);
  return texts.map((text) => {
    const parsed = parseMoney(text.trim(), { unit: 'major', decimalSign, rounding: 'half-up' });
    return parsed.kind === 'money' ? parsed.cents : parsed.reason;
  });
}

function signOfColumn(texts: readonly string[]): DecimalSign | typeof UNSETTLED {
  const column = new DecimalColumn('cost', { index: 1, header: 'cost', inCents: false }, 'costs.csv');
  try {
    for (const [index, text] of texts.entries()) column.add({ line: index + 2, text: text.trim() });
    return column.result() ?? '.';
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    return UNSETTLED;
  }
}

/** A code for scripts, not a sentence. */
const REASON = /^[a-z]+(?:_[a-z]+)+$/;

type Reader = (texts: readonly string[], format: Format) => readonly (number | string)[];
const inColumn: Reader = (texts) => readColumn(texts);
const bySign: Reader = (texts, { sign }) => readColumn(texts, sign);
const alone: Reader = (texts) => texts.flatMap((text) => readColumn([text]));

/** Reads amounts in many formats, none of which may be read as another amount, and returns the share of those that are refused. */
function shareRefused(some: readonly Format[], readTexts: Reader, cents: readonly number[] = CENTS): number {
  const wrong: string[] = [];
  let refused = 0;
  for (const format of some) {
    const texts = cents.map(format.write);
    for (const [index, outcome] of readTexts(texts, format).entries()) {
      if (typeof outcome === 'string' && REASON.test(outcome)) refused++;
      else if (outcome !== cents[index]) wrong.push(`${format.name}: "${texts[index]}" → ${outcome}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(some.length).toBeGreaterThan(0);
  return refused / (some.length * cents.length);
}

describe('amounts as the world writes them', () => {
  it.each([
    ['in a column of their like', inColumn],
    ['where the decimal sign is given', bySign],
    ['where one of them is the whole column', alone],
  ])('are read to the cent or refused %s', (_where, reader) => {
    shareRefused(formats, reader);
  });

  it('are read in the common formats, and never in those that are no amounts', () => {
    const plain = formats.filter(({ isLatin, style }) => isLatin && style in PLAIN);
    expect(shareRefused(plain, inColumn)).toBeLessThan(0.1);
    const never = formats.filter(({ style }) => NEVER_READ.includes(style));
    expect(shareRefused(never, bySign)).toBe(1);
  });

  it('are refused below zero, however the minus is written', () => {
    for (const reader of [inColumn, bySign])
      expect(shareRefused(formats, reader, [-1, -525, -125_000, -1_234_567])).toBe(1);
  });
});
