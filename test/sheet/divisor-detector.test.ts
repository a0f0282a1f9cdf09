import { describe, expect, it } from 'vitest';
import { aMap, read, refusalOfWork, requestedOf } from './support.ts';

/** A sheet with a column between SKU and cost; its cells from above, the costs all with a decimal point. */
function aSheet(header: string, cells: readonly string[]): string {
  const rows = cells.map((cell, index) => `S-${index};${cell};${index + 5}.25`);
  return `sku;${header};cost\n${rows.join('\n')}\n`;
}

function repeat(text: string, times: number): readonly string[] {
  return Array.from({ length: times }, () => text);
}

/** What the rows set, or why there are none. */
async function endOf(work: ReturnType<typeof read>): Promise<unknown> {
  return work.then(requestedOf, (error: Error) => error.message);
}

const MIXED = ['100', '1', '10', '1', '1000'];

describe('a column of an unknown name beside a cost', () => {
  it.each([
    ['Lot', MIXED, 'Lot'],
    ['Pack Qty', MIXED, '"Pack Qty"'],
    ['Pack size', ['10', '10'], '"Pack size"'],
    ['VPE', ['1', '100'], 'VPE'],
    ['Quantity', ['1', '1', '1', '10'], 'Quantity'],
    ['EUR/', ['100 ST', '1 ST', '1.000 ST'], 'EUR/'],
    ['Bezug', ['per 100', 'per 1'], 'Bezug'],
    ['Basis', ['1.000', '1.000'], 'Basis'],
    ['base de prix', ['100,000', '1,000'], '"base de prix"'],
    ['Prijs voor', ['100.00', '1.00'], '"Prijs voor"'],
    ['Vendor Pack', ['1 000', '0001'], '"Vendor Pack"'],
    ['Q2', ['10000', '1'], 'Q2'],
    ['Lot', [...repeat('1', 200), '100'], 'Lot'],
    ['Lot', [...repeat('', 50), '100', '  ', '10'], 'Lot'],
    ['Lot', [...repeat('100', 8), '25', 'x'], 'Lot'],
    ['Lot', [...repeat('7', 3), ...repeat('10', 12)], 'Lot'],
    ['Lot', [...repeat('7', 120), ...repeat('100', 600)], undefined],
    ['Lot', [...repeat('100', 79), ...repeat('7', 21)], undefined],
    ['Lot', repeat('1', 30), undefined],
    ['Lot', ['1', '1.0', '1,00', '1 ST', '1.0000'], undefined],
    ['Lot', ['0', '1', '0', '1'], undefined],
    ['Lot', ['12', '24', '6', '100'], undefined],
    ['Lot', ['100 KG', '10 CTN', '1'], undefined],
    ['Lot', ['100-1', '1e3', '1011', '1.00.0'], undefined],
    ['Lot', ['', '', ''], undefined],
    ['MOQ', MIXED, undefined],
    ['Min order qty', MIXED, undefined],
    ['Qty On Hand', MIXED, undefined],
    ['Price', MIXED, undefined],
    ['Page', MIXED, undefined],
  ] as const)('"%s" with the cells %j: the way out is %s', async (header, cells, way) => {
    const work = read(aSheet(header, cells));
    if (way === undefined) {
      expect(await endOf(work)).toMatchObject(cells.map((_, index) => ({ cost: index * 100 + 525 })));
      return;
    }
    const { message, hint } = await refusalOfWork(work);
    expect(message).toContain(`"${header}" (column B)`);
    expect(hint).toBe(
      `Pass --map cost_divisor=${way} if "cost" is for that many pieces, or --map cost_divisor= if it is for one piece`,
    );
  });

  it('is named with what it holds', async () => {
    const { message } = await refusalOfWork(read(aSheet('Lot', ['1', '100', '5', '100', '1000', '1'])));
    expect(message).toBe(
      'Cannot read the sheet "prices.csv": what one "cost" is for may be in a column with an unknown name: 5 of the 6 filled cells of "Lot" (column B) hold 1, 10, 100, 1000 or 10000: "100" on line 3, "1000" on line 6',
    );
  });

  it('is named beside others that look like it', async () => {
    const { message, hint } = await refusalOfWork(read('sku;cost;Lot;Pack\nA;5;100;10\nB;6;1;10\n'));
    expect(message).toContain('"Lot" (column C)');
    expect(message).toContain('"Pack" (column D)');
    expect(hint).toContain('--map cost_divisor=Lot or --map cost_divisor=Pack if');
  });

  it.each([
    ['divides where it is mapped', { cost_divisor: 'Lot' }, [{ cost: 5 }, { cost: 600 }]],
    ['is left out where it is declined', { cost_divisor: '' }, [{ cost: 500 }, { cost: 600 }]],
    ['does no harm where no cost is taken', { cost: '' }, [{ minimum_price: 700 }, { minimum_price: 800 }]],
    ['may be something else', { manual_price: 'Lot' }, [{ manual_price: 10_000 }, { manual_price: 100 }]],
  ] as const)('%s', async (_name, map, requested) => {
    const work = read('sku;cost;min price;Lot\nA;5;7;100\nB;6;8;1\n', { map: aMap(map) });
    expect(await endOf(work)).toMatchObject(requested);
  });

  it('asks no more where another column says what the cost is for', async () => {
    const work = read('sku;cost;price unit;Lot\nA;5;10;100\nB;6;1;1\n');
    expect(await endOf(work)).toEqual([{ cost: 50 }, { cost: 600 }]);
  });

  it('counts only rows with a cost, and none that is no row', async () => {
    const work = read('sku;cost;Lot\nA;5;3\nB;;100\nC; ;100\nD;;100\nE;;100\nTotal;5;100\n');
    expect(await endOf(work)).toEqual([{ cost: 500 }, {}, {}, {}, {}, 'ignored']);
  });

  it('stops a sheet without a header, and names the column by its letter', async () => {
    const options = { headerRow: 'none', map: aMap({ sku: 'A', cost: 'B' }) } as const;
    const { message, hint } = await refusalOfWork(read('A-1;5.25;100\nA-2;6.25;1\n', options));
    expect(message).toContain('of column C hold');
    expect(hint).toContain('--map cost_divisor=C if');
  });

  it('is not asked about again in what a run left of its sheet', async () => {
    const work = read(aSheet('Lot', ['100', '10']), { decimalSigns: new Map() });
    expect(await endOf(work)).toEqual([{ cost: 525 }, { cost: 625 }]);
  });
});
