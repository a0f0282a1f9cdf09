import { describe, expect, it } from 'vitest';
import { SheetError } from '../../src/domain/errors.ts';
import type { Row } from '../../src/domain/row.ts';
import type { DecimalSign } from '../../src/sheet/amount-text.ts';
import type { SheetOptions } from '../../src/sheet/read-sheet.ts';
import { fromMemory } from '../../src/sheet/read-source.ts';
import { readSheet } from './support.ts';

/**
 * Amounts as the world writes them, made by `Intl`: each is read to its exact cents or refused with a reason, in a column
 * of its like and on its own. None is taken for another amount.
 */

/** With the currency that such a person would write. */
const LOCALES: Readonly<Record<string, string>> = {
  'en-US': 'USD',
  'en-GB': 'GBP',
  'en-CA': 'CAD',
  'en-AU': 'AUD',
  'en-IN': 'INR',
  'en-ZA': 'ZAR',
  'hi-IN': 'INR',
  'mr-IN': 'INR',
  'bn-BD': 'BDT',
  'ne-NP': 'NPR',
  'de-DE': 'EUR',
  'de-AT': 'EUR',
  'de-CH': 'CHF',
  'fr-FR': 'EUR',
  'fr-CH': 'CHF',
  'fr-CA': 'CAD',
  'it-IT': 'EUR',
  'it-CH': 'CHF',
  'nl-NL': 'EUR',
  'es-ES': 'EUR',
  'es-MX': 'MXN',
  'es-AR': 'ARS',
  'pt-PT': 'EUR',
  'pt-BR': 'BRL',
  'ca-ES': 'EUR',
  'pl-PL': 'PLN',
  'cs-CZ': 'CZK',
  'sk-SK': 'EUR',
  'sl-SI': 'EUR',
  'hr-HR': 'EUR',
  'sr-RS': 'RSD',
  'hu-HU': 'HUF',
  'ro-RO': 'RON',
  'bg-BG': 'BGN',
  'el-GR': 'EUR',
  'tr-TR': 'TRY',
  'ru-RU': 'RUB',
  'uk-UA': 'UAH',
  'lt-LT': 'EUR',
  'lv-LV': 'EUR',
  'et-EE': 'EUR',
  'fi-FI': 'EUR',
  'sv-SE': 'SEK',
  'nb-NO': 'NOK',
  'da-DK': 'DKK',
  'is-IS': 'ISK',
  'he-IL': 'ILS',
  'ar-EG': 'EGP',
  'ar-SA': 'SAR',
  'ar-MA': 'MAD',
  'fa-IR': 'IRR',
  'ur-PK': 'PKR',
  'th-TH': 'THB',
  'vi-VN': 'VND',
  'id-ID': 'IDR',
  'ms-MY': 'MYR',
  'fil-PH': 'PHP',
  'ja-JP': 'JPY',
  'zh-CN': 'CNY',
  'zh-TW': 'TWD',
  'ko-KR': 'KRW',
};

const CENTS = [
  1, 50, 99, 100, 525, 1200, 9999, 10_000, 99_999, 100_000, 123_456, 125_000, 999_999, 1_234_567, 12_345_678,
  100_000_000, 123_456_789, 9_999_999_999,
];

/** Two digits behind the sign, in currencies too that are written without. */
const CENT_DIGITS = { minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
const UP_TO_CENTS = { minimumFractionDigits: 0, maximumFractionDigits: 2 } as const;

interface Style {
  readonly name: string;
  /** How prices are commonly written; few of these may be refused. */
  readonly plain?: true;
  readonly options: (currency: string) => Intl.NumberFormatOptions;
}

const STYLES: readonly Style[] = [
  { name: 'decimal', plain: true, options: () => CENT_DIGITS },
  { name: 'decimal, no more digits than it takes', plain: true, options: () => UP_TO_CENTS },
  { name: 'decimal, no groups', plain: true, options: () => ({ ...CENT_DIGITS, useGrouping: false }) },
  { name: 'decimal, groups', plain: true, options: () => ({ ...CENT_DIGITS, useGrouping: 'always' }) },
  {
    name: 'decimal, groups from 10,000',
    plain: true,
    options: () => ({ ...CENT_DIGITS, useGrouping: 'min2' }),
  },
  { name: 'decimal, four digits', options: () => ({ minimumFractionDigits: 4 }) },
  { name: 'decimal, always a sign', options: () => ({ ...CENT_DIGITS, signDisplay: 'always' }) },
  { name: 'symbol', plain: true, options: money('symbol') },
  { name: 'narrow symbol', plain: true, options: money('narrowSymbol') },
  { name: 'code', plain: true, options: money('code') },
  { name: 'name', options: money('name') },
  { name: 'symbol, accounting', options: money('symbol', { currencySign: 'accounting' }) },
  { name: 'code, accounting', options: money('code', { currencySign: 'accounting' }) },
  { name: 'symbol, always a sign', options: money('symbol', { signDisplay: 'always' }) },
  {
    name: 'symbol, accounting, always a sign',
    options: money('symbol', { currencySign: 'accounting', signDisplay: 'always' }),
  },
  { name: 'symbol, no groups', options: money('symbol', { useGrouping: false }) },
  { name: 'symbol, no more digits than it takes', options: money('symbol', UP_TO_CENTS) },
  { name: 'US dollars', options: () => ({ style: 'currency', currency: 'USD', ...CENT_DIGITS }) },
  { name: 'percent', options: () => ({ style: 'percent', ...CENT_DIGITS }) },
  { name: 'compact', options: () => ({ notation: 'compact', ...UP_TO_CENTS }) },
  { name: 'compact, long', options: () => ({ notation: 'compact', compactDisplay: 'long', ...UP_TO_CENTS }) },
  { name: 'compact, symbol', options: money('symbol', { notation: 'compact', ...UP_TO_CENTS }) },
  { name: 'scientific', options: () => ({ notation: 'scientific', maximumFractionDigits: 12 }) },
  { name: 'engineering', options: () => ({ notation: 'engineering', maximumFractionDigits: 12 }) },
  { name: 'unit', options: () => ({ style: 'unit', unit: 'kilogram', ...CENT_DIGITS }) },
];

function money(
  currencyDisplay: 'symbol' | 'narrowSymbol' | 'code' | 'name',
  more: Intl.NumberFormatOptions = {},
) {
  return (currency: string): Intl.NumberFormatOptions => ({
    style: 'currency',
    currency,
    currencyDisplay,
    ...CENT_DIGITS,
    ...more,
  });
}

/** Scripts that replace a locale's own digits, in the styles in which most amounts come. */
const DIGITS = ['latn', 'arab', 'arabext', 'deva', 'beng', 'fullwide'];
const STYLES_IN_ALL_DIGITS = new Set(['decimal', 'decimal, no more digits than it takes', 'symbol', 'code']);

interface Format {
  readonly locale: string;
  readonly style: Style;
  /** The locale's own, or another script that was asked for. */
  readonly digits: string;
  readonly isOwn: boolean;
  readonly formatter: Intl.NumberFormat;
}

const formats: readonly Format[] = Object.entries(LOCALES).flatMap(([locale, currency]) =>
  STYLES.flatMap((style) => {
    const wanted = STYLES_IN_ALL_DIGITS.has(style.name) ? [undefined, ...DIGITS] : [undefined];
    return wanted.map((numberingSystem): Format => {
      const formatter = new Intl.NumberFormat(locale, { ...style.options(currency), numberingSystem });
      const digits = formatter.resolvedOptions().numberingSystem;
      return { locale, style, digits, isOwn: numberingSystem === undefined, formatter };
    });
  }),
);

interface Written {
  readonly text: string;
  readonly cents: number;
}

/** Text and amount side by side. */
function write({ formatter }: Format, amounts: readonly number[] = CENTS): readonly Written[] {
  return amounts.map((cents) => ({ text: formatter.format(cents / 100), cents }));
}

const OPTIONS: SheetOptions = { map: new Map(), moneyUnit: 'major', clearToken: 'null', duplicates: 'error' };

/** What came of each text of a column: its cents, or why it was refused. */
async function readColumn(
  texts: readonly string[],
  decimalSign?: DecimalSign,
): Promise<readonly (number | string)[]> {
  const lines = texts.map((text, index) => `A-${index},"${text.replaceAll('"', '""')}"\n`);
  const chunks = [Buffer.from(`sku,cost\n${lines.join('')}`)];
  const source = await fromMemory({ path: 'costs.csv', name: 'costs.csv', chunks });
  try {
    const { rows } = await readSheet(source, { ...OPTIONS, decimalSign });
    expect(rows).toHaveLength(texts.length);
    return rows.map(outcomeOf);
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    expect(error.message).toContain('Cannot tell the decimal sign');
    return texts.map(() => 'sheet: decimal sign not told');
  }
}

function outcomeOf(row: Row): number | string {
  if (row.kind === 'row') return row.wishes.cost ?? 'LOST';
  if (row.kind !== 'invalid') return `${row.kind.toUpperCase()} ${row.reason}`;
  return row.problems.map(({ reason }) => reason).join(' ');
}

/** A code for scripts, not a sentence. */
const REASON = /^(?:sheet: decimal sign not told|[a-z]+(?:_[a-z]+)+)$/;

/** The decimal sign that a person would name; the Arabic one needs no naming, and none changes anything. */
function signOf({ formatter }: Format): DecimalSign {
  const part = formatter.formatToParts(1.5).find(({ type }) => type === 'decimal');
  return part?.value === ',' || part?.value === '，' ? ',' : '.';
}

class Tally {
  readonly #refused = new Map<string, number>();
  readonly wrong: string[] = [];
  texts = 0;
  refused = 0;

  see(format: Format, { text, cents }: Written, outcome: number | string): void {
    this.texts++;
    const isReason = typeof outcome === 'string' && REASON.test(outcome);
    if (isReason) {
      this.refused++;
      this.#refused.set(outcome, (this.#refused.get(outcome) ?? 0) + 1);
    } else if (outcome !== cents) {
      this.wrong.push(
        `${format.locale} ${format.style.name} ${format.digits}: "${text}" of ${cents} → ${outcome}`,
      );
    }
  }

  get share(): number {
    return this.refused / this.texts;
  }

  describe(): string {
    const reasons = [...this.#refused]
      .sort(([, a], [, b]) => b - a)
      .map(([reason, count]) => `${reason} ${percent(count / this.texts)}`);
    return `${this.texts} texts, ${percent(this.share)} refused: ${reasons.join(', ')}`;
  }
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

describe('amounts as the world writes them', () => {
  it('are read to the cent or refused with a reason, in a column of their like', async () => {
    const all = new Tally();
    const plain = new Tally();
    for (const format of formats) {
      const written = write(format);
      const outcomes = await readColumn(written.map(({ text }) => text));
      for (const [index, amount] of written.entries()) {
        const outcome = outcomes[index] ?? 'LOST';
        all.see(format, amount, outcome);
        if (format.style.plain && format.isOwn && format.digits === 'latn')
          plain.see(format, amount, outcome);
      }
    }
    // biome-ignore lint/suspicious/noConsole: the one figure that this file is for
    console.log(`All styles: ${all.describe()}\nPlain styles, Latin digits: ${plain.describe()}`);
    expect(all.wrong).toEqual([]);
    expect(all.texts).toBeGreaterThan(2000);
    expect(plain.texts).toBeGreaterThan(2000);
    expect(plain.share).toBeLessThan(0.1);
  });

  it('are read to the cent or refused with a reason where the decimal sign is given', async () => {
    const byStyle = new Map(STYLES.map(({ name }) => [name, new Tally()]));
    for (const format of formats) {
      const written = write(format);
      const outcomes = await readColumn(
        written.map(({ text }) => text),
        signOf(format),
      );
      const tally = byStyle.get(format.style.name);
      for (const [index, amount] of written.entries()) tally?.see(format, amount, outcomes[index] ?? 'LOST');
    }
    expect([...byStyle.values()].flatMap(({ wrong }) => wrong)).toEqual([]);
    for (const style of ['percent', 'scientific', 'engineering', 'unit'])
      expect(byStyle.get(style)?.share, style).toBe(1);
  });

  it('are read to the cent or refused with a reason where one of them is the whole column', async () => {
    const all = new Tally();
    for (const [at, format] of formats.entries()) {
      const written = write(format);
      // Every amount in turn: all of them for all formats would take a minute.
      for (const index of [at % written.length, (at * 7 + 5) % written.length]) {
        const amount = written[index];
        if (!amount) continue;
        const [outcome = 'LOST'] = await readColumn([amount.text]);
        all.see(format, amount, outcome);
      }
    }
    expect(all.wrong).toEqual([]);
  });

  it('are refused below zero, however the minus is written', async () => {
    const all = new Tally();
    for (const format of formats) {
      const written = write(format, [-1, -525, -125_000, -1_234_567]);
      for (const sign of [undefined, signOf(format)]) {
        const outcomes = await readColumn(
          written.map(({ text }) => text),
          sign,
        );
        for (const [index, amount] of written.entries()) all.see(format, amount, outcomes[index] ?? 'LOST');
      }
    }
    expect(all.wrong).toEqual([]);
    expect(all.share).toBe(1);
  });
});
