import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RUN_RULES } from '../../src/plan/limits.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { anAccount } from '../support/an-account.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { envOf } from '../support/test-sandbox.ts';

/** All of them take ten minutes. */
const RUNS = { full: 5_000, gate: 300 }[process.env['TEST_TIER'] ?? ''] ?? 120;
const LONGEST_MS = 3_600_000;

const TODAY = '2026-11-27';

/** What a column makes of the amount of a row, once it is settled; `undefined` if the row does not count. */
type Effect = (cents: number, row: number) => number | undefined;

/** How somebody who knows what a column means settles it. */
interface Answer {
  /** The field that it is mapped to; no two columns can be one. */
  readonly field?: string;
  readonly flags: readonly string[];
  readonly effect: Effect;
}

/** The cells of a column, and whether they may say something of the amounts. */
interface Cells {
  readonly cells: readonly string[];
  readonly qualifies: boolean;
  readonly answer?: ((header: string) => Answer) | undefined;
}

interface Column extends Cells {
  readonly header: string;
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
    digits(12).map((tail) => `4${tail}`),
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

const toText = (cents: number): string => (cents / 100).toFixed(2);

type CellsOf = (rows: number) => fc.Arbitrary<Cells>;

/** A column of such cells, which is left out on purpose if there is no answer to what it means. */
function each(
  cell: fc.Arbitrary<string>,
  answer?: (header: string, cells: readonly string[]) => Answer,
): CellsOf {
  return (rows) =>
    fc.array(cell, { minLength: rows, maxLength: rows }).map((cells) => ({
      cells,
      qualifies: cells.some((text) => text !== ''),
      answer: answer && ((header) => answer(header, cells)),
    }));
}

/** Cells of a few values that come again. */
const again = (...values: readonly string[]): fc.Arbitrary<string> =>
  fc.constantFrom(...values, values[0] ?? '');

/** The day of a cell, whichever end its year is at. */
function toIso(cell: string): string {
  const [, year, month, date] = /^(\d{4})\D?(\d\d)\D?(\d\d)/.exec(cell) ?? [];
  return year ? `${year}-${month}-${date}` : cell.split('.').reverse().join('-');
}

const from = (header: string, cells: readonly string[]): Answer => ({
  field: 'valid_from',
  flags: ['--map', `valid_from=${header}`],
  effect: (cents, row) => (toIso(cells[row] ?? '') <= TODAY ? cents : undefined),
});

const unit =
  (pieces: Readonly<Record<string, number>>) =>
  (header: string, cells: readonly string[]): Answer => {
    const units = Object.entries(pieces).map((pair) => pair.join('='));
    return {
      field: 'unit',
      flags: ['--map', `unit=${header}`, '--units', units.join(',')],
      effect: (cents, row) => Math.round(cents / (pieces[cells[row] ?? ''] ?? Number.NaN)),
    };
  };

const only =
  (value: string) =>
  (header: string, cells: readonly string[]): Answer => ({
    flags: ['--where', `${header}=${value}`],
    effect: (cents, row) => (cells[row] === value ? cents : undefined),
  });

const money = (header: string, cells: readonly string[]): Answer => ({
  field: 'currency',
  flags: ['--map', `currency=${header}`],
  effect: (cents, row) => (cells[row] === 'USD' ? cents : undefined),
});

const numbers = (max: number, write: (number: number) => string): CellsOf =>
  each(fc.integer({ min: 3, max }).map(write));

const QUALIFYING: readonly CellsOf[] = [
  each(day, from),
  each(
    day.map((text) => text.split('-').reverse().join('.')),
    from,
  ),
  each(
    day.map((text) => text.replaceAll('-', '')),
    from,
  ),
  each(
    day.map((text) => `${text} 00:00:00`),
    from,
  ),
  each(
    day.map((text) => text.replaceAll('-', '/')),
    from,
  ),
  each(day.map((text) => `${text.replaceAll('-', '')}120000`)),
  numbers(99_999, toText),
  numbers(99_999, (cents) => `${toText(cents)} €`),
  numbers(99_999, (cents) => `EUR${toText(cents)}`),
  numbers(4000, String),
  numbers(4000, (pieces) => `${pieces}ST`),
  numbers(4000, (pieces) => `2x${pieces}pc`),
  numbers(52, (week) => `2027-W${week}`),
  numbers(60, (share) => `${share} %`),
  each(again('EA', 'DZ', 'CS'), unit({ EA: 1, DZ: 12, CS: 24 })),
  each(again('Stk', 'Karton', 'VPE6'), unit({ Stk: 1, Karton: 10, VPE6: 6 })),
  each(again('12er', '24er', '6er', '48er'), unit({ '12er': 12, '24er': 24, '6er': 6, '48er': 48 })),
  each(again('12 Stück im Karton', '24 Stück im Karton', '6 Stück im Karton')),
  each(again('amazon.de', 'amazon.co.uk', 'amazon.fr'), only('amazon.co.uk')),
  each(again('US', 'UK', 'DE', ''), only('US')),
  each(again('USD', 'GBP', 'EUR'), money),
  each(again('WH1', 'WH2', 'WH3'), only('WH2')),
  each(again('Hauptlager Nord', 'Aussenlager Süd'), only('Hauptlager Nord')),
  each(again('Müller GmbH', 'Rossi S.p.A.', ''), only('Rossi S.p.A.')),
  each(again('ja', 'nein'), only('nein')),
  each(again('incl. 20% VAT')),
  each(again('alle Preise pro hundert Stück', '')),
  each(again('gültig ab 01.03.2027', '', '')),
  each(again('discontinued', ''), only('')),
];

function aColumn(rows: number): fc.Arbitrary<Cells> {
  const plain = (cells: readonly string[]): Cells => ({ cells, qualifies: false });
  return fc.oneof(
    { weight: rows < 3 ? 0 : 2, arbitrary: aText(rows).map(plain) },
    { weight: 2, arbitrary: aCode(rows).map(plain) },
    { weight: 1, arbitrary: fc.constant(plain(Array<string>(rows).fill(''))) },
    { weight: 2, arbitrary: fc.constantFrom(...QUALIFYING).chain((cellsOf) => cellsOf(rows)) },
  );
}

/** A line that is not a row. */
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
  ...[
    'per dozen|je VPE|par carton|/ 100 St.|in cents|in Cent|en centimes|w groszach',
    'in GBP|in EUR|(CHF)|en euros|in £',
    'incl. VAT|inkl. 19 % MwSt.|TTC|con IVA|incl. btw|VAT included',
    'valid from 1 May 2027|gültig ab 01.05.2027|valables à partir du 2027-05-01|geldig tot 31-12-2025|bis 31.12.2025',
  ].map((claims) => fc.constantFrom(...claims.split('|'))),
);
const HARMLESS = fc.constantFrom(
  ...'2026|excl. VAT|ohne MwSt.|as of 27.11.2026|valid from 01.01.2026|per unit|of Acme Ltd|je Stück|hors taxes|bis 31.12.2099'.split(
    '|',
  ),
);

const aNote: fc.Arbitrary<Note> = fc
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
  }));

interface Sheet {
  readonly note: Note | undefined;
  readonly columns: readonly Column[];
  /** Units: cents. */
  readonly costs: readonly number[];
  /** There is a column of ours with a minimum price, too. */
  readonly hasMinimum: boolean;
}

const aSheet: fc.Arbitrary<Sheet> = fc.integer({ min: 1, max: 14 }).chain((rows) =>
  fc
    .record({
      note: fc.option(aNote, { nil: undefined }),
      cells: fc.array(aColumn(rows), { maxLength: 4 }),
      headings: fc.shuffledSubarray(HEADINGS, { minLength: 4 }),
      costs: fc.array(fc.integer({ min: 100, max: 99_999 }), { minLength: rows, maxLength: rows }),
      hasMinimum: fc.boolean(),
    })
    .map(({ cells, headings, ...sheet }) => ({
      ...sheet,
      columns: cells.map((column, at) => ({ ...column, header: headings[at] ?? '' })),
    })),
);

const skuOf = (row: number): string => `S-${row}`;
const minimumOf = (cents: number): number => cents + 7;

function textOf({ note, columns, costs, hasMinimum }: Sheet): string {
  const minimum = (cell: string): readonly string[] => (hasMinimum ? [cell] : []);
  const header = ['sku', ...columns.map((column) => column.header), 'cost', ...minimum('minimum_price')];
  const rows = costs.map((cost, n) => [
    skuOf(n),
    ...columns.map(({ cells }) => cells[n] ?? ''),
    toText(cost),
    ...minimum(toText(minimumOf(cost))),
  ]);
  const lines = [header, ...rows].map((cells) => cells.join('\t'));
  if (note)
    lines.splice({ above: 0, 'below the header': 1, 'at the end': lines.length }[note.place], 0, note.text);
  return `${lines.join('\n')}\n`;
}

/** The answers of a person who knows the sheet: each column is used as far as that goes, and the others are left out. */
function answersTo(columns: readonly Column[]): readonly Answer[] {
  const fields = new Set<string>();
  return columns.flatMap(({ header, qualifies, answer }) => {
    const found = qualifies ? answer?.(header) : undefined;
    if (!found || (found.field && fields.has(found.field))) return [];
    if (found.field) fields.add(found.field);
    return [found];
  });
}

/** Cost and minimum price of each listing, `null` if they are as they were. */
type Amounts = readonly (readonly (number | null)[])[];

function rightAmounts({ costs, hasMinimum }: Sheet, answers: readonly Answer[]): Amounts {
  return costs.map((cost, row) => {
    const right = answers.reduce<number | undefined>(
      (cents, { effect }) => (cents === undefined ? undefined : effect(cents, row)),
      cost,
    );
    return right === undefined ? [null, null] : [right, hasMinimum ? minimumOf(cost) : null];
  });
}

/** Whatever else a sheet of chance may run into. */
const OTHERS = [
  ...RUN_RULES.filter((rule) => rule !== 'unsettled' && rule !== 'sheet_note'),
  'max_change',
  'below_cost',
].join();

const OPEN = /"([^"]+)" (?:holds|is taken for)/g;

/** What an unattended run, and one after somebody has settled the columns, does with a sheet. */
async function play(sheet: Sheet, home: string) {
  const { costs, columns, note } = sheet;
  const listings = costs.map((_, row) => ({
    sku: skuOf(row),
    cost: null,
    minimum_price: null,
    maximum_price: null,
    current_price: null,
  }));
  const sandbox = await startSandbox({ catalogue: anAccount(listings) });
  const cwd = tempFolder(home);
  writeFileSync(join(cwd, 'costs.csv'), textOf(sheet));
  const run = (...argv: readonly string[]) =>
    runInProcess([...argv, '--as-of', TODAY], { cwd, env: envOf(sandbox) });
  const sync = async (allowed = OTHERS) => {
    const argv = ['sync', 'costs.csv', '--json', '--history', 'off', '--allow', allowed];
    const { code, stdout } = await run(...argv);
    const { rules = [], message = '' } = JSON.parse(stdout).stopped ?? {};
    return {
      code,
      rules: rules as readonly string[],
      named: [...message.matchAll(OPEN)].map(([, header]) => header).sort(),
      amounts: sandbox.snapshot().listings.map(({ cost, minimum_price }) => [cost, minimum_price]),
      posts: sandbox.requests.filter(({ method }) => method === 'POST').length,
    };
  };
  try {
    const unattended = await sync();
    if (unattended.code === 2) return 'refused';
    const open = columns.filter(({ qualifies }) => qualifies).map(({ header }) => header);
    const stops = [
      ...(open.length > 0 || note?.contradicts === false ? ['unsettled'] : []),
      ...(note?.contradicts ? ['sheet_note'] : []),
    ];
    expect(unattended).toMatchObject({ rules: stops, named: open.sort() });
    if (stops.length === 0) {
      expect(unattended.code).toBe(0);
      expect(unattended.amounts).toEqual(rightAmounts(sheet, []));
      return 'sight';
    }
    expect(unattended.posts).toBe(0);
    const answers = answersTo(columns);
    await run('check', 'costs.csv', '--save-mapping', ...answers.flatMap(({ flags }) => flags));
    const settled = await sync(`${OTHERS},sheet_note`);
    const amounts = rightAmounts(sheet, answers);
    const isEmpty = amounts.flat().every((cents) => cents === null);
    expect(settled).toMatchObject({ rules: isEmpty ? settled.rules : [], amounts });
    return 'settled';
  } finally {
    await sandbox.close();
  }
}

describe('what nobody has settled of a sheet', () => {
  it(
    'is named and never sent, and all else is read at sight',
    async () => {
      const home = tempFolder();
      const counts = { sight: 0, settled: 0, refused: 0 };
      await fc.assert(
        fc.asyncProperty(aSheet, async (sheet) => {
          const ended = await play(sheet, home);
          counts[ended]++;
          if (!sheet.note && !sheet.columns.some(({ qualifies }) => qualifies)) expect(ended).toBe('sight');
        }),
        { numRuns: RUNS, endOnFailure: true },
      );
      process.stdout.write(`of ${RUNS} sheets: ${JSON.stringify(counts)}\n`);
      expect(counts.refused * 100).toBeLessThan(RUNS);
    },
    LONGEST_MS,
  );
});
