import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SheetError } from '../../src/domain/errors.ts';
import type { SheetOptions } from '../../src/sheet/read-sheet.ts';
import { runs } from '../support/runs.ts';
import { Chance } from './chance.ts';
import { aMap, read } from './support.ts';

/** All of them take a minute and a half. */
const RUNS = runs(20_000) === 20_000 ? 20_000 : 400;

/** Which of the lines of a sheet are rows, and how it is to be read. */
interface Generated {
  readonly text: string;
  readonly rows: readonly number[];
  readonly options: Partial<SheetOptions>;
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

function aSku(chance: Chance, number: number): string {
  return chance.pick([
    `A${number}`,
    `${1000 + number}`,
    `LMP-${number}-R`,
    `ab.${number}`,
    `S ${number}`,
    'LAMP',
  ]);
}

function anAmount(chance: Chance, number: number): string {
  return chance.pick([
    `${number + 2}`,
    `${number + 2}.50`,
    `${number + 2}.05`,
    `$${number}.10`,
    `EUR ${number}.00`,
  ]);
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
  const columns = chance.shuffled<Column>([
    'sku',
    'cost',
    ...chance.some(['title', 'type', 'stock'] as const),
  ]);
  const delimiter = chance.pick([',', ';', '\t']);
  const header = columns.map((column) => chance.pick<string>(NAMES[column]));
  const lines: { readonly cells: readonly string[]; readonly isRow: boolean }[] = [];
  const note = (cells: readonly string[]) => lines.push({ cells, isRow: false });
  const addRows = (count: number) => {
    for (let left = count; left > 0; left--) {
      const number = lines.length;
      const sku = aSku(chance, number);
      // A line that begins with words and has no amount, or begins with one word and has a blank, is a title as much as a row.
      const cost =
        !/^(?:LAMP|S)/.test(sku) && chance.oneIn(6) ? chance.pick(['', 'n/a']) : anAmount(chance, number);
      const cells = columns.map((column) =>
        column === 'sku'
          ? sku
          : column === 'cost'
            ? cost
            : cellOf(column, chance, number) || (sku === 'LAMP' ? 'Lamp' : ''),
      );
      lines.push({ cells: chance.oneIn(8) ? [...cells, ''] : cells, isRow: true });
      if (chance.oneIn(8)) note(chance.pick([[''], columns.map(() => '')]));
    }
  };
  const hasHeader = !chance.oneIn(5);
  for (const cells of chance.some(NOTES)) if (chance.oneIn(3)) note(cells);
  if (chance.oneIn(3)) addRows(1 + chance.below(3));
  if (chance.oneIn(6))
    note(columns.map((column) => (column === 'sku' ? 'Total' : column === 'cost' ? '31.50' : '')));
  const headerLine = lines.length + 1;
  if (hasHeader) note(header);
  addRows(1 + chance.below(4));
  if (hasHeader && chance.oneIn(8)) note(header);
  if (chance.oneIn(8)) note(['Nr', 'Article', 'Price']);
  if (chance.oneIn(4)) addRows(1 + chance.below(3));
  const letters = {
    sku: 'ABCDE'[columns.indexOf('sku')] ?? '',
    cost: 'ABCDE'[columns.indexOf('cost')] ?? '',
  };
  const names = { sku: header[columns.indexOf('sku')] ?? '', cost: header[columns.indexOf('cost')] ?? '' };
  const map = aMap(
    chance.pick<Parameters<typeof aMap>[0]>([{}, letters, letters, names, { sku: letters.sku }]),
  );
  const rows = lines.flatMap(({ isRow }, index) => (isRow ? [index + 1] : []));
  const rowsBelow = rows.filter((line) => line > headerLine);
  const isNamed = hasHeader && chance.oneIn(5);
  const headerRow = isNamed ? headerLine : !hasHeader && chance.oneIn(2) ? ('none' as const) : undefined;
  return {
    text: `${lines.map(({ cells }) => cells.join(delimiter)).join('\n')}\n`,
    rows: isNamed ? rowsBelow : rows,
    options: { map, headerRow },
  };
});

/** Rows of a sheet that are missing among what is read; none if it is refused. */
async function lostRows({ text, rows, options }: Generated): Promise<readonly number[]> {
  try {
    const found = new Set((await read(text, options)).rows.map(({ line }) => line));
    return rows.filter((line) => !found.has(line));
  } catch (error) {
    if (error instanceof SheetError) return [];
    throw error;
  }
}

describe('rows of a sheet', () => {
  it('are all read, or the sheet is refused', async () => {
    await fc.assert(
      fc.asyncProperty(aSheet, async (sheet) => {
        expect(await lostRows(sheet)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('are often read', async () => {
    const sheets = fc.sample(aSheet, { numRuns: 200, seed: 1 });
    const read200 = await Promise.all(
      sheets.map(({ text, options }) =>
        read(text, options).then(
          () => true,
          () => false,
        ),
      ),
    );
    expect(read200.filter((isRead) => isRead).length).toBeGreaterThan(30);
  });
});
