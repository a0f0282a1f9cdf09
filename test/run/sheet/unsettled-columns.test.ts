import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SheetError } from '../../../src/domain/errors.ts';
import { judgeNotes } from '../../../src/run/sheet/judge-notes.ts';
import { SheetTally } from '../../../src/run/sheet/tally-sheet.ts';
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

interface Note {
  readonly text: string;
  readonly place: 'above' | 'below the header' | 'at the end';
  readonly contradicts: boolean;
}

const PRICES = fc.constantFrom('Prices', 'Alle Preise', 'Prix', 'Precios', 'Prezzi', 'Prijzen', 'Ceny');
const CLAIM = fc.oneof(
  fc
    .tuple(fc.constantFrom('per', 'je', 'par', 'por', 'za'), fc.constantFrom('10', '12', '100', '1.000'))
    .map((words) => words.join(' ')),
  fc.constantFrom(
    'per dozen',
    'je VPE',
    'par carton',
    '/ 100 St.',
    'in cents',
    'in Cent',
    'en centimes',
    'w groszach',
  ),
  fc.constantFrom('in GBP', 'in EUR', '(CHF)', 'en euros', 'in £'),
  fc.constantFrom('incl. VAT', 'inkl. 19 % MwSt.', 'TTC', 'con IVA', 'incl. btw', 'VAT included'),
  fc.constantFrom(
    'valid from 1 May 2027',
    'gültig ab 01.05.2027',
    'valables à partir du 2027-05-01',
    'geldig tot 31-12-2025',
    'bis 31.12.2025',
  ),
);
const HARMLESS = fc.constantFrom(
  '2026',
  'excl. VAT',
  'ohne MwSt.',
  'as of 27.11.2026',
  'valid from 01.01.2026',
  'per unit',
  'of Acme Ltd',
  'je Stück',
  'hors taxes',
  'bis 31.12.2099',
);

const NOTE: fc.Arbitrary<Note | undefined> = fc.option(
  fc
    .record({
      said: fc.oneof(
        CLAIM.map((claim) => ({ claim, contradicts: true })),
        HARMLESS.map((claim) => ({ claim, contradicts: false })),
      ),
      prices: PRICES,
      place: fc.constantFrom('above', 'below the header', 'at the end'),
    })
    .map(({ said: { claim, contradicts }, prices, place }) => ({
      text: `${prices} ${claim}`,
      place,
      contradicts,
    })),
  { nil: undefined },
);

const SHEET = fc.integer({ min: 1, max: 40 }).chain((rows) =>
  fc
    .tuple(
      NOTE,
      fc.array(COLUMN(rows), { maxLength: 4 }),
      fc.shuffledSubarray(HEADINGS, { minLength: 4 }),
      fc.array(fc.integer({ min: 100, max: 99_999 }), { minLength: rows, maxLength: rows }),
    )
    .map(([note, columns, headings, costs]) => ({
      note,
      columns: columns.map((column, at): Built => ({ ...column, header: headings[at] ?? '' })),
      costs,
    })),
);

interface BuiltSheet {
  readonly note: Note | undefined;
  readonly columns: readonly Built[];
  readonly costs: readonly number[];
}

function textOf({ note, columns, costs }: BuiltSheet): string {
  const header = ['sku', ...columns.map((column) => column.header), 'cost'];
  const rows = costs.map((cost, n) => [
    `S-${n}`,
    ...columns.map(({ cells }) => cells[n] ?? ''),
    (cost / 100).toFixed(2),
  ]);
  const lines = [header, ...rows].map((cells) => cells.join('\t'));
  if (note)
    lines.splice({ above: 0, 'below the header': 1, 'at the end': lines.length }[note.place], 0, note.text);
  return `${lines.join('\n')}\n`;
}

interface Found {
  /** The headings of the columns that a run that nobody watches would stop at. */
  readonly columns: readonly string[];
  /** What any run would stop at. */
  readonly note: string | undefined;
}

/** `undefined` where no run reads the sheet. */
async function findOpen(text: string): Promise<Found | undefined> {
  try {
    const { reading, rows } = await read(text);
    const [looks, tally] = [new ColumnLooks(), new SheetTally()];
    for (const row of rows) {
      looks.add(row);
      tally.add(row);
    }
    const open = findUnsettled(reading, looks.result(), {
      map: new Map(),
      last: undefined,
      asOf: 20261127,
      shell: 'posix',
    });
    return {
      columns: open.map(({ header }) => header),
      note: judgeNotes(reading, tally.result(), {
        asOf: 20261127,
        moneyUnit: 'major',
        currency: undefined,
        costPer: undefined,
      }),
    };
  } catch (error) {
    if (error instanceof SheetError) return undefined;
    throw error;
  }
}

describe('what nobody has settled of a sheet', () => {
  it('is named, each column and each note that may say something of the amounts, and all else is read at sight', async () => {
    const counts = { sight: 0, open: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(SHEET, async (sheet) => {
        const open = sheet.columns.filter(({ qualifies }) => qualifies).map(({ header }) => header);
        const found = await findOpen(textOf(sheet));
        const isOpen = found && (found.columns.length > 0 || found.note !== undefined);
        counts[found === undefined ? 'refused' : isOpen ? 'open' : 'sight']++;
        if (open.length === 0 && sheet.note === undefined) expect(found).toBeDefined();
        if (!found) return;
        expect([...found.columns].sort()).toEqual([...open].sort());
        expect(found.note !== undefined, found.note).toBe(sheet.note?.contradicts === true);
      }),
      { numRuns: runs(20_000) },
    );
    process.stdout.write(`of ${runs(20_000)} sheets: ${JSON.stringify(counts)}\n`);
    expect(counts.refused * 100).toBeLessThan(runs(20_000));
  });
});
