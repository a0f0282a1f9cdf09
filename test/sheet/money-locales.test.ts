import { describe, expect, it } from 'vitest';
import { currenciesBeside } from '../../src/domain/currency.ts';
import { SheetError } from '../../src/domain/errors.ts';
import type { Row } from '../../src/domain/row.ts';
import { decimalEvidence } from '../../src/sheet/amount-text.ts';
import { DecimalColumn } from '../../src/sheet/decimal-column.ts';
import { parseMoney } from '../../src/sheet/parse-money.ts';
import type { DecimalSign } from '../../src/sheet/plain-amount.ts';
import { listed } from '../support/listed.ts';
import { runs, sampled } from '../support/runs.ts';
import { read } from './support.ts';

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

/** What comes of each text of a sheet's column: its cents, or why it was refused. */
async function readAsSheet(texts: readonly string[]): Promise<readonly (number | string)[]> {
  const lines = texts.map((text, index) => `A-${index},"${text.replaceAll('"', '""')}"\n`);
  try {
    const { rows } = await read(`sku,cost\n${lines.join('')}`);
    return rows.map(outcomeOf);
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    expect(error.message).toContain('Cannot determine the decimal sign');
    return texts.map(() => UNSETTLED);
  }
}

function outcomeOf(row: Row): number | string {
  if (row.kind === 'row') return row.requested.cost ?? 'LOST';
  if (row.kind !== 'invalid') return `${row.kind.toUpperCase()} ${row.reason}`;
  return row.problems.map(({ reason }) => reason).join(' ');
}

/** Files take most of the time, so that only one in so many columns is read as one; these are of all locales and styles. */
const ONE_IN = 5;

/** The same without a file around the cells. */
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

/** Reads amounts in many formats, none of which may be read as another amount, and returns the share of those that are refused. */
function shareRefused(
  some: readonly Format[],
  {
    cents = CENTS,
    readTexts,
  }: {
    cents?: readonly number[];
    readTexts: (texts: readonly string[], format: Format) => readonly (number | string)[];
  },
): number {
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
  it('are read to the cent or refused, in a column of their like', async () => {
    shareRefused(formats, { readTexts: (texts) => readColumn(texts) });
    const plain = formats.filter(({ isLatin, style }) => isLatin && style in PLAIN);
    expect(shareRefused(plain, { readTexts: (texts) => readColumn(texts) })).toBeLessThan(0.1);
    for (const format of formats.filter((_, at) => at % ONE_IN === 0)) {
      const texts = CENTS.map(format.write);
      expect(await readAsSheet(texts), texts.join(' ')).toEqual(readColumn(texts));
    }
  });

  it('are read to the cent or refused where the decimal sign is given', () => {
    const readTexts = (texts: readonly string[], { sign }: Format) => readColumn(texts, sign);
    shareRefused(formats, { readTexts });
    const never = formats.filter(({ style }) => NEVER_READ.includes(style));
    expect(shareRefused(never, { readTexts })).toBe(1);
  });

  it('are read to the cent or refused where one of them is the whole column', () => {
    shareRefused(formats, { readTexts: (texts) => texts.flatMap((text) => readColumn([text])) });
  });

  it('are refused below zero, however the minus is written', () => {
    const cents = [-1, -525, -125_000, -1_234_567];
    expect(shareRefused(formats, { cents, readTexts: (texts) => readColumn(texts) })).toBe(1);
    expect(shareRefused(formats, { cents, readTexts: (texts, { sign }) => readColumn(texts, sign) })).toBe(1);
  });
});

/** All ways of writing a number that locales have, each once. */
const NUMBERS: ReadonlyMap<string, Pick<Format, 'sign' | 'write'>> = new Map(
  LOCALES.flatMap(([locale]) =>
    [false, true].map((useGrouping) => {
      const options = { useGrouping, numberingSystem: 'latn', maximumFractionDigits: 2 } as const;
      const whole = new Intl.NumberFormat(locale, options);
      const exact = new Intl.NumberFormat(locale, { ...options, minimumFractionDigits: 2 });
      const write = (cents: number) => (cents % 100 === 0 ? whole : exact).format(cents / 100);
      const sign = signOf(exact);
      return [`${sign} ${CENTS.map(write).join(' ')}`, { sign, write }];
    }),
  ),
);

const WRITTEN_BY_HAND =
  'Rp Rs Re Dhs Dh SR QR Tk Ksh TSh Bs Gs S/ B/ TL kr Kr zł Kč Ft lei лв руб р грн ден din Fr SFr R RM NIS ' +
  'Euro euros Dollars pounds soles रु রු ৳ د.إ ر.س ج.م Bs.S US$ HK$ R$ € $ £ ₹ ₨ 円 원 บาท Nr ca XYZ';

/** What is beside amounts all over the world: codes, signs and letters, without the point that ends them. */
const letters: ReadonlySet<string> = new Set([
  ...WRITTEN_BY_HAND.split(' '),
  ...LOCALES.flatMap(([locale, currency]) =>
    (['symbol', 'narrowSymbol', 'code'] as const).map((display) => {
      const format = new Intl.NumberFormat(locale, { ...money(display), currency });
      const sign = format.formatToParts(5).find(({ type }) => type === 'currency')?.value ?? '';
      return sign.replace(/[\u061c\u200e\u200f]/g, '').replace(/\.$/, '');
    }),
  ),
]);

const isSpelt = (sign: string) => /[\p{L}\p{M}/]$/u.test(sign);
/** Nobody abbreviates these with a point. */
const isIdeograph = (sign: string) => /^[\p{sc=Han}\p{sc=Hangul}\p{sc=Thai}]+$/u.test(sign);
const isAbbreviated = (sign: string) => isSpelt(sign) && !isIdeograph(sign);
const isAny = () => true;

/** Where a currency is written, `¤` being its sign and `#` the number, and which signs are written like that. */
type Places = Readonly<Record<string, (sign: string) => boolean>>;
/** Nothing but this amount can be meant beside a known currency, so it is read. */
const SURE: Places = {
  '¤#': isAny,
  '¤ #': isAny,
  '#¤': isAny,
  '#\u00a0¤': isAny,
  '¤.#': isAbbreviated,
  '¤. #': isAbbreviated,
  '# ¤.': isAbbreviated,
  '¤ #,-': isAny,
  '¤#/-': isAny,
};
const OPEN: Places = {
  '¤.#': isIdeograph,
  '¤ .#': isSpelt,
  '¤,#': isSpelt,
  '¤..#': isSpelt,
  '#.¤': isAny,
  '#, ¤': isAny,
};

interface Beside {
  readonly text: string;
  readonly isSure: boolean;
  readonly cents: number;
  readonly number: string;
  readonly decimalSign: DecimalSign;
}

const CENTS_BESIDE = [
  5, 50, 1200, 1250, 5000, 50_000, 125_000, 150_000, 123_456, 5_000_000, 125_000_000, 123_456_789,
];

/** Beside a number of each writing, in each place. */
function* everyBeside(most = Number.POSITIVE_INFINITY): Generator<Beside> {
  for (const { sign: decimalSign, write } of NUMBERS.values())
    for (const cents of CENTS_BESIDE.filter((one) => one <= most))
      for (const places of [SURE, OPEN])
        for (const [place, isWrittenSo] of Object.entries(places))
          for (const sign of letters) {
            const number = write(cents);
            if (!isWrittenSo(sign) || (place.endsWith(',-') && /[.,]/.test(number))) continue;
            const isSure = places === SURE && currenciesBeside(sign) !== undefined;
            yield {
              text: place.replace('#', number).replace('¤', () => sign),
              isSure,
              cents,
              number,
              decimalSign,
            };
          }
}

describe('an amount beside the letters of a currency', () => {
  it('is read to the cent or refused, and says no more of the decimal sign than its number does', () => {
    const wrong: string[] = [];
    let texts = 0;
    let refused = 0;
    for (const { text, isSure, cents, number, decimalSign } of sampled(everyBeside())) {
      const evidence = decimalEvidence(text);
      if (evidence !== 'none' && evidence !== decimalEvidence(number))
        wrong.push(`"${text}" says ${evidence}`);
      const parsed = parseMoney(text, { unit: 'major', decimalSign, rounding: 'error' });
      const isRight = parsed.kind === 'money' ? parsed.cents === cents : !isSure;
      if (!isRight) wrong.push(`"${text}" of ${cents} → ${JSON.stringify(parsed)}`);
      texts++;
      if (parsed.kind !== 'money') refused++;
    }
    expect(wrong.slice(0, 20)).toEqual([]);
    expect(texts).toBeGreaterThan(runs(50_000));
    expect(refused / texts).toBeLessThan(0.5);
  });

  it('is refused below zero, however the minus is written', () => {
    const read: string[] = [];
    // Larger ones differ in no more than their groups.
    for (const { text, decimalSign } of sampled(everyBeside(1250)))
      for (const minus of [`-${text}`, `(${text})`, `${text} CR`]) {
        const parsed = parseMoney(minus, { unit: 'major', decimalSign, rounding: 'error' });
        if (parsed.kind === 'money') read.push(minus);
      }
    expect(read.slice(0, 20)).toEqual([]);
  });
});
