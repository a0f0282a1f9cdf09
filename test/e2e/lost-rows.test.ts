import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Chance } from '../sheet/chance.ts';
import { parseCsv } from '../support/parse-csv.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, envOf, testSandbox } from '../support/test-sandbox.ts';

/** All of them take ten minutes. */
const RUNS = { full: 20_000, gate: 500 }[process.env['TEST_TIER'] ?? ''] ?? 200;
const LONGEST_MS = 3_600_000;

/** Which of the lines of a sheet are rows, and how it is to be read. */
interface Generated {
  readonly text: string;
  readonly rows: readonly number[];
  /** Those of them with an amount, which are never ignored. */
  readonly valued: readonly number[];
  readonly flags: readonly string[];
}

type Column = 'sku' | 'cost' | 'title' | 'type' | 'stock';

const NAMES = {
  sku: ['sku', 'SKU', 'Artikelnummer', 'Item No.', 'No', 'Ref', 'Bez', 'Art'],
  cost: ['cost', 'EK', 'Unit Cost', 'Costo', 'Wert', 'X', 'Preis'],
  title: ['Title', 'Name', 'Text', 'Bezeichnung'],
  type: ['Typ', 'Max', 'Group', 'B'],
  stock: ['Stock', 'Qty', 'Bestand', 'Min'],
} as const satisfies Record<Column, readonly [string, ...string[]]>;

/** What is no row, wherever it is. */
const NOTES = [
  ['Price list 2026'],
  ['Preisliste, gültig ab 01.01.2026'],
  ['Created:', '01.02.2026'],
  ['Currency', 'EUR'],
  ['Kunde', 'Muster GmbH'],
  ['As of', '2026-02-01 10:30'],
  ['Sum:', '10.55'],
  ['-----'],
  [''],
] as const;

function aSku(chance: Chance, n: number): string {
  return chance.pick([`A${n}`, `${1000 + n}`, `LMP-${n}-R`, `ab.${n}`, `S ${n}`, 'LAMP']);
}

function anAmount(chance: Chance, number: number): string {
  const whole = number + 2;
  return chance.pick([`${whole}`, `${whole}.50`, `${whole}.05`, `$${number}.10`, `EUR ${number}.00`]);
}

function cellOf(column: Column, chance: Chance, number: number): string {
  switch (column) {
    case 'title':
      return chance.pick(['Lamp', 'Desk lamp', 'B', 'No', 'Max', '']);
    case 'type':
      return chance.pick(['A', 'B', 'C', 'D', 'Min', 'EK']);
    case 'stock':
      return chance.pick(['0', '7', '12', '']);
    default:
      return `${column}${number}`;
  }
}

const aSheet: fc.Arbitrary<Generated> = fc.gen().map((generate) => {
  const chance = new Chance(generate);
  const others = chance.some(['title', 'type', 'stock'] as const);
  const columns = chance.shuffled<Column>(['sku', 'cost', ...others]);
  const delimiter = chance.pick([',', ';', '\t']);
  const header = columns.map((column) => chance.pick<string>(NAMES[column]));
  const lines: { readonly cells: readonly string[]; readonly isRow: boolean; readonly isValued?: boolean }[] =
    [];
  const note = (cells: readonly string[]) => lines.push({ cells, isRow: false });
  const addRows = (count: number, { isAbove = false } = {}) => {
    for (let left = count; left > 0; left--) {
      const number = lines.length;
      const sku = aSku(chance, number);
      // A line that begins with words and has no amount, or begins with one word and has a blank, is a title as much as a row, and so is any
      // without an amount above the header.
      const cost =
        !isAbove && !/^(?:LAMP|S)/.test(sku) && chance.oneIn(6)
          ? chance.pick(['', 'n/a'])
          : anAmount(chance, number);
      const cells = columns.map((column) =>
        column === 'sku'
          ? sku
          : column === 'cost'
            ? cost
            : cellOf(column, chance, number) || (sku === 'LAMP' ? 'Lamp' : ''),
      );
      lines.push({
        cells: chance.oneIn(8) ? [...cells, ''] : cells,
        isRow: true,
        isValued: /\d/.test(cost),
      });
      if (chance.oneIn(8)) note(chance.pick([[''], columns.map(() => '')]));
    }
  };
  const hasHeader = !chance.oneIn(5);
  for (const cells of chance.some(NOTES)) if (chance.oneIn(3)) note(cells);
  if (chance.oneIn(3)) addRows(1 + chance.below(3), { isAbove: true });
  if (chance.oneIn(6))
    note(columns.map((column) => (column === 'sku' ? 'Total' : column === 'cost' ? '31.50' : '')));
  const headerLine = lines.length + 1;
  if (hasHeader) note(header);
  addRows(1 + chance.below(4));
  if (hasHeader && chance.oneIn(8)) note(header);
  // Below nothing but rows that lack their amount it would be the header, and they the title above it.
  if (lines.some(({ isValued }) => isValued) && chance.oneIn(8)) note(['Nr', 'Article', 'Price']);
  if (chance.oneIn(4)) addRows(1 + chance.below(3));
  const letters = {
    sku: 'ABCDE'[columns.indexOf('sku')] ?? '',
    cost: 'ABCDE'[columns.indexOf('cost')] ?? '',
  };
  const names = { sku: header[columns.indexOf('sku')] ?? '', cost: header[columns.indexOf('cost')] ?? '' };
  const map = chance.pick<{ readonly sku?: string; readonly cost?: string }>([
    {},
    letters,
    letters,
    names,
    { sku: letters.sku },
  ]);
  const rows = lines.flatMap(({ isRow }, index) => (isRow ? [index + 1] : []));
  const rowsBelow = rows.filter((line) => line > headerLine);
  const isNamed = hasHeader && chance.oneIn(5);
  const headerRow = isNamed ? headerLine : !hasHeader && chance.oneIn(2) ? 'none' : undefined;
  const pairs = Object.entries(map).map((pair) => pair.join('='));
  return {
    text: `${lines.map(({ cells }) => cells.join(delimiter)).join('\n')}\n`,
    rows: isNamed ? rowsBelow : rows,
    // Another column may be taken for the SKU where nobody says which it is.
    valued: map.sku && map.cost ? rowsBelow.filter((line) => lines[line - 1]?.isValued) : [],
    flags: [
      ...(pairs.length > 0 ? ['--map', pairs.join(',')] : []),
      ...(headerRow === undefined ? [] : ['--header-row', String(headerRow)]),
      ...(chance.oneIn(3) ? ['--allow', 'unsettled'] : []),
    ],
  };
});

/** `Name` is taken for the SKU, and blank above the header. */
const ONCE_LOST: Generated = {
  text: 'S 0,2,,0\nRef,cost,Name,Stock\nA2,4,Lamp,0\n',
  rows: [1, 3],
  valued: [],
  flags: [],
};

/** Runs a sheet, and gives the rows that are not in `results.csv`, or are ignored there; `undefined` if the sheet is refused. */
async function lostRows(
  { text, rows, valued, flags }: Generated,
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<readonly number[] | undefined> {
  const out = join(cwd, 'out');
  writeFileSync(join(cwd, 'costs.csv'), text);
  const argv = ['sync', 'costs.csv', '--out', out, '--history', 'off', ...flags];
  const { code, stdout, stderr } = await runInProcess(argv, { cwd, env });
  if (code === 2) {
    expect(stderr).toContain('costs.csv');
    return undefined;
  }
  expect([0, 3, 4]).toContain(code);
  const file = join(out, 'results.csv');
  const results = existsSync(file) ? parseCsv(readFileSync(file, 'utf8')) : [];
  rmSync(out, { recursive: true });
  const [found, ignored] = [new Set<number>(), new Set<number>()];
  for (const { line, status } of results) (status === 'ignored' ? ignored : found).add(Number(line));
  // A line above the header is shown by its words to whoever settles how the sheet is read, and stops the run until then.
  const isAsked = (line: number): boolean => new RegExp(`is in line ${line}\\b`).test(stdout);
  const isLost = (line: number): boolean => !found.has(line) && (valued.includes(line) || !ignored.has(line));
  return rows.filter((line) => isLost(line) && !isAsked(line));
}

it(
  'rows of a sheet are all in results.csv, or the sheet is refused',
  async () => {
    const listings = ['A1', 'ab.2', '1003'].map((sku) => ({ sku }));
    const place = { cwd: tempFolder(), env: envOf(await testSandbox({ catalogue: anAccount(listings) })) };
    const counts = { read: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(aSheet, async (sheet) => {
        const lost = await lostRows(sheet, place);
        counts[lost ? 'read' : 'refused']++;
        expect(lost ?? []).toEqual([]);
      }),
      { numRuns: RUNS, examples: [[ONCE_LOST]] },
    );
    process.stdout.write(`of ${RUNS} sheets: ${JSON.stringify(counts)}\n`);
    expect(counts.read * 4).toBeGreaterThan(RUNS);
  },
  LONGEST_MS,
);
