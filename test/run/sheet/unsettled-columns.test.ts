import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SheetError } from '../../../src/domain/errors.ts';
import { findUnsettled } from '../../../src/run/sheet/unsettled-columns.ts';
import { ColumnLooks } from '../../../src/sheet/column-looks.ts';
import { read } from '../../sheet/support.ts';
import { runs } from '../../support/runs.ts';

/** A column by its heading and its cells; whether it may say something of the amounts is known. */
interface Built {
  readonly header: string;
  readonly cells: readonly string[];
  readonly qualifies: boolean;
}

const WORDS =
  'becher teller schale krug vase kanne löffel blau rot grün klein groß rund flach tief glas holz ton eiche birke mug plate bowl jar tray oak white black small large with lid and handle'.split(
    ' ',
  );
const HEADINGS =
  'Info Zusatz Extra Campo Veld Pole Kolumne Feld Wert2 Note1 Attr X1 Data Col Ref Detail'.split(' ');

const digits = (count: number): fc.Arbitrary<string> =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count })
    .map((found) => found.join(''));
const day = fc
  .date({ min: new Date('2001-02-03'), max: new Date('2038-11-30'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

/** Texts of a few words that differ, as titles do; whole sentences in a short sheet. */
function aText(rows: number): fc.Arbitrary<readonly string[]> {
  const [minLength, maxLength] = rows < 8 ? [5, 9] : [2, 6];
  const text = fc.array(fc.constantFrom(...WORDS), { minLength, maxLength }).map((words) => words.join(' '));
  return fc.uniqueArray(text, { minLength: rows, maxLength: rows });
}

function aCode(rows: number): fc.Arbitrary<readonly string[]> {
  const known = [
    digits(13),
    digits(9).map((tail) => `40${tail}12`),
    fc.tuple(digits(7), fc.constantFrom('A', 'K', 'X')).map(([tail, letter]) => `B0${letter}${tail}`),
    fc.uuid(),
    digits(6).map((tail) => `https://shop.example/p/${tail}`),
  ];
  const own = [
    digits(5).map((tail) => `ART-${tail}`),
    digits(4).map((tail) => `${tail}/B`),
    digits(6).map((tail) => `K${tail}`),
  ];
  return fc.oneof(
    ...[...known, ...(rows < 8 ? [] : own)].map((cell) =>
      fc.uniqueArray(cell, { minLength: rows, maxLength: rows }),
    ),
  );
}

/** Cells of a few values that come again, with blanks among them. */
const again = (
  ...values: readonly string[]
): fc.Arbitrary<(rows: number) => fc.Arbitrary<readonly string[]>> =>
  fc.constant((rows: number) =>
    fc.array(fc.constantFrom(...values, values[0] ?? ''), { minLength: rows, maxLength: rows }),
  );
const each = (cell: fc.Arbitrary<string>): fc.Arbitrary<(rows: number) => fc.Arbitrary<readonly string[]>> =>
  fc.constant((rows: number) => fc.array(cell, { minLength: rows, maxLength: rows }));

const QUALIFYING = fc.oneof(
  each(day),
  each(day.map((text) => text.split('-').reverse().join('.'))),
  each(day.map((text) => text.replaceAll('-', ''))),
  each(day.map((text) => `${text} 00:00:00`)),
  each(day.map((text) => text.replace(/^(....)-(..)-(..)$/, '$2/$3/$1'))),
  each(fc.integer({ min: 1, max: 99_999 }).map((cents) => (cents / 100).toFixed(2))),
  each(fc.integer({ min: 1, max: 99_999 }).map((cents) => `${(cents / 100).toFixed(2)} €`)),
  each(fc.integer({ min: 3, max: 4000 }).map(String)),
  each(fc.integer({ min: 1, max: 60 }).map((share) => `${share} %`)),
  again('EA', 'DZ', ''),
  again('Stk', 'Karton', 'VPE6'),
  again('12er', '24er', '6er', '48er'),
  again('12 Stück im Karton', '24 Stück im Karton', '6 Stück im Karton'),
  again('amazon.de', 'amazon.co.uk', 'amazon.fr'),
  again('US', 'UK', 'DE', ''),
  again('USD', 'GBP', 'EUR'),
  again('WH1', 'WH2', 'WH3'),
  again('Hauptlager Nord', 'Aussenlager Süd'),
  again('Müller GmbH', 'Rossi S.p.A.', ''),
  again('ja', 'nein'),
  again('incl. 20% VAT'),
  again('alle Preise pro hundert Stück', ''),
  again('gültig ab 01.03.2027', '', ''),
  again('discontinued', ''),
);

const COLUMN = (rows: number): fc.Arbitrary<Omit<Built, 'header'>> =>
  fc.oneof(
    { weight: rows < 3 ? 0 : 2, arbitrary: aText(rows).map((cells) => ({ cells, qualifies: false })) },
    { weight: 2, arbitrary: aCode(rows).map((cells) => ({ cells, qualifies: false })) },
    { weight: 1, arbitrary: fc.constant({ cells: Array<string>(rows).fill(''), qualifies: false }) },
    {
      weight: 2,
      arbitrary: QUALIFYING.chain((cellsOf) => cellsOf(rows)).map((cells) => ({
        cells,
        qualifies: cells.some((cell) => cell !== ''),
      })),
    },
  );

const SHEET = fc.integer({ min: 1, max: 40 }).chain((rows) =>
  fc
    .tuple(
      fc.array(COLUMN(rows), { maxLength: 4 }),
      fc.shuffledSubarray(HEADINGS, { minLength: 4 }),
      fc.array(fc.integer({ min: 100, max: 99_999 }), { minLength: rows, maxLength: rows }),
    )
    .map(([columns, headings, costs]) => ({
      columns: columns.map((column, at): Built => ({ ...column, header: headings[at] ?? '' })),
      costs,
    })),
);

function textOf({
  columns,
  costs,
}: {
  readonly columns: readonly Built[];
  readonly costs: readonly number[];
}): string {
  const header = ['sku', ...columns.map((column) => column.header), 'cost'];
  const rows = costs.map((cost, n) => [
    `S-${n}`,
    ...columns.map(({ cells }) => cells[n] ?? ''),
    (cost / 100).toFixed(2),
  ]);
  return `${[header, ...rows].map((cells) => cells.join('\t')).join('\n')}\n`;
}

/** The headings of the columns that a run that nobody watches would stop at; `undefined` where no run reads the sheet. */
async function openColumnsOf(text: string): Promise<readonly string[] | undefined> {
  try {
    const { reading, rows } = await read(text);
    const looks = new ColumnLooks();
    for (const row of rows) looks.add(row);
    return findUnsettled(reading, looks.result(), { map: new Map(), last: undefined }).map(
      ({ header }) => header,
    );
  } catch (error) {
    if (error instanceof SheetError) return undefined;
    throw error;
  }
}

describe('findUnsettled', () => {
  it('names each column that may say something of the amounts, and reads all others at sight', async () => {
    const counts = { sight: 0, open: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(SHEET, async (sheet) => {
        const open = sheet.columns.filter(({ qualifies }) => qualifies).map(({ header }) => header);
        const found = await openColumnsOf(textOf(sheet));
        counts[found === undefined ? 'refused' : found.length > 0 ? 'open' : 'sight']++;
        if (open.length === 0) expect(found).toEqual([]);
        else if (found !== undefined) expect([...found].sort()).toEqual([...open].sort());
      }),
      { numRuns: runs(20_000) },
    );
    process.stdout.write(`of ${runs(20_000)} sheets: ${JSON.stringify(counts)}\n`);
    expect(counts.open).toBeGreaterThan(counts.refused);
  });
});
