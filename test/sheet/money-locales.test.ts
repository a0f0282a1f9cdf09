import { describe, expect, it } from 'vitest';
import { SheetError } from '../../src/domain/errors.ts';
import type { Row } from '../../src/domain/row.ts';
import { DecimalColumn } from '../../src/sheet/decimal-column.ts';
import { parseMoney } from '../../src/sheet/parse-money.ts';
import type { DecimalSign } from '../../src/sheet/plain-amount.ts';
import { fromMemory } from '../../src/sheet/read-source.ts';
import { runs, sampled } from '../support/runs.ts';
import { READING } from '../support/some-run.ts';
import { LOCALES } from './locales.ts';
import { readSheet } from './support.ts';

/**
 * Amounts as the world writes them, made by `Intl`: each is read to its exact cents or refused with a reason, in a column
 * of its like and on its own. None is taken for another amount.
 */

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

const formats: readonly Format[] = [...sampled(everyFormat())];

function* everyFormat(): Generator<Format> {
  for (const [locale, currency] of Object.entries(LOCALES)) {
    for (const style of STYLES) {
      const scripts = STYLES_IN_ALL_DIGITS.has(style.name) ? [undefined, ...DIGITS] : [undefined];
      for (const numberingSystem of scripts) {
        const formatter = new Intl.NumberFormat(locale, { ...style.options(currency), numberingSystem });
        const digits = formatter.resolvedOptions().numberingSystem;
        yield { locale, style, digits, isOwn: numberingSystem === undefined, formatter };
      }
    }
  }
}

interface Written {
  readonly text: string;
  readonly cents: number;
}

/** Text and amount side by side. */
function write({ formatter }: Format, amounts: readonly number[] = CENTS): readonly Written[] {
  return amounts.map((cents) => ({ text: formatter.format(cents / 100), cents }));
}

/** What comes of each text of a sheet's column: its cents, or why it was refused. */
async function readSheetOf(texts: readonly string[]): Promise<readonly (number | string)[]> {
  const lines = texts.map((text, index) => `A-${index},"${text.replaceAll('"', '""')}"\n`);
  const chunks = [Buffer.from(`sku,cost\n${lines.join('')}`)];
  const source = await fromMemory({ path: 'costs.csv', name: 'costs.csv', chunks });
  try {
    const { rows } = await readSheet(source, READING);
    expect(rows).toHaveLength(texts.length);
    return rows.map(outcomeOf);
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    expect(error.message).toContain('Cannot determine the decimal sign');
    return texts.map(() => UNSETTLED);
  }
}

const UNSETTLED = 'sheet: decimal sign not told';

/** Files take most of the time, so that only one in so many columns is read as one; these are of all locales and styles. */
const ONE_IN = 5;

/** The same without a file around the cells. */
function readColumn(
  texts: readonly string[],
  decimalSign = signOfColumn(texts),
): readonly (number | string)[] {
  if (decimalSign === 'unsettled') return texts.map(() => UNSETTLED);
  return texts.map((text) => {
    const parsed = parseMoney(text.trim(), { unit: 'major', decimalSign, rounding: 'half-up' });
    return parsed.kind === 'money' ? parsed.cents : parsed.reason;
  });
}

function signOfColumn(texts: readonly string[]): DecimalSign | 'unsettled' {
  const column = new DecimalColumn('cost', { index: 1, header: 'cost', inCents: false }, 'costs.csv');
  try {
    for (const [index, text] of texts.entries()) column.add({ line: index + 2, text: text.trim() });
    column.result();
    return column.sign ?? '.';
  } catch (error) {
    if (!(error instanceof SheetError)) throw error;
    return 'unsettled';
  }
}

function outcomeOf(row: Row): number | string {
  if (row.kind === 'row') return row.requested.cost ?? 'LOST';
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

  add(format: Format, { text, cents }: Written, outcome: number | string): void {
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
    for (const [at, format] of formats.entries()) {
      const written = write(format);
      const texts = written.map(({ text }) => text);
      const outcomes = readColumn(texts);
      if (at % ONE_IN === 0) expect(await readSheetOf(texts), texts.join(' ')).toEqual(outcomes);
      for (const [index, amount] of written.entries()) {
        const outcome = outcomes[index] ?? 'LOST';
        all.add(format, amount, outcome);
        if (format.style.plain && format.isOwn && format.digits === 'latn')
          plain.add(format, amount, outcome);
      }
    }
    // biome-ignore lint/suspicious/noConsole: the one figure that this file is for
    console.log(`All styles: ${all.describe()}\nPlain styles, Latin digits: ${plain.describe()}`);
    expect(all.wrong).toEqual([]);
    expect(all.texts).toBeGreaterThan(runs(2000));
    expect(plain.texts).toBeGreaterThan(runs(2000));
    expect(plain.share).toBeLessThan(0.1);
  });

  it('are read to the cent or refused with a reason where the decimal sign is given', () => {
    const byStyle = new Map(STYLES.map(({ name }) => [name, new Tally()]));
    for (const format of formats) {
      const written = write(format);
      const outcomes = readColumn(
        written.map(({ text }) => text),
        signOf(format),
      );
      const tally = byStyle.get(format.style.name);
      for (const [index, amount] of written.entries()) tally?.add(format, amount, outcomes[index] ?? 'LOST');
    }
    expect([...byStyle.values()].flatMap(({ wrong }) => wrong)).toEqual([]);
    for (const style of ['percent', 'scientific', 'engineering', 'unit'])
      expect(byStyle.get(style)?.share, style).toBe(1);
  });

  it('are read to the cent or refused with a reason where one of them is the whole column', () => {
    const all = new Tally();
    for (const format of formats) {
      for (const amount of write(format)) {
        const [outcome = 'LOST'] = readColumn([amount.text]);
        all.add(format, amount, outcome);
      }
    }
    expect(all.wrong).toEqual([]);
  });

  it('are refused below zero, however the minus is written', () => {
    const all = new Tally();
    for (const format of formats) {
      const written = write(format, [-1, -525, -125_000, -1_234_567]);
      for (const sign of [undefined, signOf(format)]) {
        const outcomes = readColumn(
          written.map(({ text }) => text),
          sign,
        );
        for (const [index, amount] of written.entries()) all.add(format, amount, outcomes[index] ?? 'LOST');
      }
    }
    expect(all.wrong).toEqual([]);
    expect(all.share).toBe(1);
  });
});
