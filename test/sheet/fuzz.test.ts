import { isAscii } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SheetError } from '../../src/domain/errors.ts';
import { MONEY_FIELDS } from '../../src/domain/fields.ts';
import type { Row, SheetRow } from '../../src/domain/row.ts';
import { fromMemory } from '../../src/sheet/open-source.ts';
import type { SheetOptions } from '../../src/sheet/sheet-options.ts';
import { listed } from '../support/listed.ts';
import { runs } from '../support/runs.ts';
import { READING } from '../support/some-run.ts';
import {
  encode,
  type PricedRow,
  type PricedSheet,
  type Span,
  sheetPlans,
  writePricedSheet,
} from './priced-sheet.ts';
import { lengthsAt, readSheet, somePlaces } from './support.ts';

/**
 * Sheets that were damaged, cut or misunderstood. Whatever happens to a file: the reader ends, with rows or with a
 * `SheetError`, and never believes an amount of a row that nobody wrote there.
 *
 * fast-check prints the seed of what fails; hand it to `fc.assert` as `seed` with the `path` to see it again.
 */

type Outcome = { readonly rows: readonly Row[] } | { readonly refused: string };

async function readOrRefuse(bytes: Uint8Array, options: Partial<SheetOptions> = {}): Promise<Outcome> {
  try {
    const source = await fromMemory({ path: 'prices.csv', name: 'prices.csv', chunks: [bytes] });
    return { rows: (await readSheet(source, { ...READING, ...options })).rows };
  } catch (error) {
    // Anything else is a bug, and fails the test with its stack.
    if (!(error instanceof SheetError)) throw error;
    return { refused: error.message };
  }
}

function isUsable(row: Row): row is SheetRow {
  return row.kind === 'row';
}

/** All that is believed of a row, beside what was written. */
function amountsOf({ line, target, requested }: SheetRow): readonly unknown[] {
  return [line, target.sku, requested.cost, requested.minimum_price, requested.maximum_price];
}

function writtenOf({ line, sku, amounts }: PricedRow): readonly unknown[] {
  const centsOf = (name: string) => amounts.find(({ field }) => field === name)?.cents;
  return [line, sku, centsOf('cost'), centsOf('minimum_price'), centsOf('maximum_price')];
}

/** The text of a sheet, for whoever has to find out why it fails. */
function show({ bytes, dialect }: PricedSheet): string {
  return `${JSON.stringify(bytes.toString('latin1'))} ${JSON.stringify(dialect)}`;
}

describe('a sheet as it was written', () => {
  it('is read whole, whatever its dialect, with titles, totals and blank lines in it', async () => {
    await fc.assert(
      fc.asyncProperty(sheetPlans(), async (plan) => {
        const sheet = writePricedSheet(plan);
        const outcome = await readOrRefuse(sheet.bytes);
        if ('refused' in outcome) throw new Error(`${outcome.refused}: ${show(sheet)}`);
        expect(outcome.rows.filter(isUsable).map(amountsOf), show(sheet)).toEqual(sheet.rows.map(writtenOf));
      }),
      { numRuns: runs(200) },
    );
  });
});

interface Edit {
  readonly kind: 'replace' | 'insert' | 'delete';
  /** Where, in millionths of the file. */
  readonly at: number;
  /** What is put there: a byte, or a character of the sheet's own punctuation. */
  readonly by: number | 'delimiter' | 'quote' | 'lineEnd';
}

/** What files are made of, and anything. */
const edits: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom('replace', 'insert', 'delete'),
  at: fc.noBias(fc.nat({ max: 999_999 })),
  by: fc.oneof(
    fc.constantFrom('delimiter' as const, 'quote' as const, 'lineEnd' as const),
    fc.constantFrom(...Buffer.from('",;\t|\'\r\n.- 0159aA\0\u00e4=', 'latin1')),
    fc.nat({ max: 255 }),
  ),
});

interface Damaged {
  readonly bytes: Buffer;
  /** The places in the written file that are no longer what they were. */
  readonly places: readonly number[];
}

function damage({ bytes: written, dialect }: PricedSheet, { kind, at, by }: Edit): Damaged {
  // Punctuation takes the place of whole characters; else it would be none in UTF-16.
  const width = typeof by === 'number' ? 1 : encode(',', dialect.encoding).length;
  const exact = Math.floor((at / 1e6) * written.length);
  const from = exact - (exact % width);
  const put = typeof by === 'number' ? Buffer.from([by]) : encode(dialect[by], dialect.encoding);
  const bytes = Buffer.concat([
    written.subarray(0, from),
    ...(kind === 'delete' ? [] : [put]),
    written.subarray(kind === 'insert' ? from : from + width),
  ]);
  return { bytes, places: Array.from({ length: width }, (_, index) => from + index) };
}

/** No edit within a span, nor in the character right before or behind it, where it would lengthen the cell. */
function isIntact({ from, to }: Span, places: readonly number[]): boolean {
  return places.every((place) => place < from - 2 || place > to + 1);
}

/** What is believed of rows whose SKU and amount still stand as they were written, and is not what was written. */
function misread(sheet: PricedSheet, places: readonly number[], rows: readonly Row[]): readonly string[] {
  const usable = rows.filter(isUsable);
  const broken = new Set(rows.filter(({ kind }) => kind === 'invalid').map(({ line }) => line));
  const header = sheet.bytes.subarray(sheet.header.from, sheet.header.to);
  // A broken byte can make another encoding likelier, and a column whose name has other letters unknown.
  const headerIsIntact = isIntact(sheet.header, places) && isAscii(header);
  return sheet.rows.flatMap(({ sku, skuSpan, amounts }) => {
    if (!isIntact(skuSpan, places)) return [];
    const read = usable.filter(({ target }) => target.sku === sku);
    return amounts.flatMap(({ field, cents, span }) => {
      if (!isIntact(span, places)) return [];
      // A row that a damaged quote has cut in two is said on the line behind it.
      const whole = read.filter((row) => row.requested[field] !== undefined || !broken.has(row.line + 1));
      const found = whole.map(({ requested }) => requested[field]);
      const wrong = found.filter((value) => value !== cents && (value !== undefined || headerIsIntact));
      return wrong.map((value) => `${field} of ${sku} is ${cents}, read as ${value}`);
    });
  });
}

describe('a damaged sheet', () => {
  it('shows no wrong amount where one byte is not what it was', async () => {
    await fc.assert(
      fc.asyncProperty(sheetPlans(), edits, async (plan, edit) => {
        const sheet = writePricedSheet(plan);
        const damaged = damage(sheet, edit);
        const outcome = await readOrRefuse(damaged.bytes);
        if ('refused' in outcome) return;
        expect(
          misread(sheet, damaged.places, outcome.rows),
          JSON.stringify(damaged.bytes.toString('latin1')),
        ).toEqual([]);
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('a sheet that was cut off', () => {
  it('shows no wrong amount, wherever it ends, but in a last cell that lost its tail', async () => {
    await fc.assert(
      fc.asyncProperty(sheetPlans({ minRows: 2, maxRows: 4 }), somePlaces, async (plan, places) => {
        const sheet = writePricedSheet(plan);
        for (const length of lengthsAt(places, sheet.bytes.length + 1)) {
          const outcome = await readOrRefuse(sheet.bytes.subarray(0, length));
          if ('rows' in outcome) checkCut(sheet, length, outcome.rows.filter(isUsable));
          const isShort = sheet.rows.some((row) => lacksCells(row, length));
          expect(isShort && 'rows' in outcome, `${show(sheet)} cut after ${length} bytes`).toBe(false);
        }
      }),
      { numRuns: runs(400) },
    );
  });
});

/** What may be believed of the first `length` bytes of a sheet. */
function checkCut(sheet: PricedSheet, length: number, read: readonly SheetRow[]): void {
  const whole = sheet.rows.filter(({ span }) => span.to <= length);
  const note = `${show(sheet)} cut after ${length} bytes`;
  const isWhole = ({ line }: SheetRow) => whole.some((row) => row.line === line);
  const expected = whole.filter(({ line }) => read.some((row) => row.line === line));
  expect(read.filter(isWhole).map(amountsOf), note).toEqual(expected.map(writtenOf));
  const [last, ...more] = read.filter((row) => !isWhole(row));
  expect(more, note).toEqual([]);
  // Only the last cell of the last line may have lost something. A total that lost the end of its name looks like a SKU.
  const { lastColumn } = sheet;
  if (!last || lastColumn === 'sku') return;
  const cut = sheet.rows[whole.length];
  expect([last.line, last.target.sku], note).toEqual([cut?.line, cut?.sku]);
  for (const field of MONEY_FIELDS.filter((name) => name !== lastColumn)) {
    const written = cut?.amounts.find((amount) => amount.field === field);
    expect(last.requested[field], note).toBe(written?.cents);
  }
}

/** The file ends in this row, behind its SKU and before its last cell: nothing but a cut can be why. */
function lacksCells({ skuSpan, lastSpan }: PricedRow, length: number): boolean {
  return length >= skuSpan.to && length < lastSpan.from;
}

const wrongFlags: fc.Arbitrary<Partial<SheetOptions>> = fc.record(
  {
    headerRow: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.constant('none' as const)),
    delimiter: fc.constantFrom(',', ';', '\t', '|', ' ', '.', '-'),
    quote: fc.constantFrom('"', "'", 'none'),
    encoding: fc.constantFrom(
      ...listed('utf-8, windows-1252, cp850, utf-16le, utf-16be, shift_jis, gb18030'),
    ),
    decimalSign: fc.constantFrom('.', ','),
    moneyUnit: fc.constantFrom('major', 'cents'),
    rounding: fc.constantFrom('half-up', 'down'),
  },
  { requiredKeys: [] },
);

describe('a sheet that is read with flags for another one', () => {
  it('shows no wrong amount', async () => {
    await fc.assert(
      fc.asyncProperty(sheetPlans(), wrongFlags, async (plan, flags) => {
        const sheet = writePricedSheet(plan);
        const outcome = await readOrRefuse(sheet.bytes, flags);
        if ('refused' in outcome) return;
        const wrong = misread(sheet, [], outcome.rows).filter((text) => !text.endsWith('undefined'));
        expect(wrong, `${show(sheet)} ${JSON.stringify(flags)}`).toEqual([]);
      }),
      { numRuns: runs(400) },
    );
  });
});
