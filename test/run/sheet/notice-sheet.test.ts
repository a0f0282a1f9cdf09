import { describe, expect, it } from 'vitest';
import {
  noticeAmounts,
  noticeIgnored,
  noticeReading,
  noticeRewrittenSkus,
  warnOfSheet,
} from '../../../src/run/sheet/notice-sheet.ts';
import { SheetTally } from '../../../src/run/sheet/tally-sheet.ts';
import type { SheetOptions } from '../../../src/sheet/sheet-options.ts';
import { aMap, bytesOf } from '../../sheet/support.ts';
import { describeSheet } from './support.ts';

async function notices(
  content: string | Uint8Array,
  options: Partial<SheetOptions> = {},
): Promise<readonly string[]> {
  const { reading, columns, digest } = await describeSheet(content, options);
  return [
    ...noticeReading({ sheet: { reading }, columns, digest, options: { shell: 'posix' } }, []),
    ...noticeIgnored(reading, digest),
  ];
}

const NOT_DATA = 'Ignored, since they are not data: 2 totals (lines 3, 6)';
const FILLED_UP = '2 SKUs of "Material" were filled up with zeros to 18 digits';
const TAKEN_FROM_BEHIND = '1 SKU of "Name" was taken from the part behind the last " : "';

describe('the notices of a sheet', () => {
  it('has nothing to say of a plain sheet', async () => {
    expect(await notices('sku,cost\nA,5\n')).toEqual([]);
    expect(await notices('sku,cost,status,reason,message\nA,5,invalid,x,y\n')).toEqual([]);
    expect(await notices('\ufeffsku;cost\r\nÄ;5,20\r\n')).toEqual([]);
    expect(await notices('sku,cost,cost_divisor\nA,5,\nB,6,6\nC,6,1\n')).toEqual([]);
    const where = [{ column: 'x', isEqual: false, value: 'old' }];
    expect(await notices('sku,cost,x\nA,5,y\n', { where })).toEqual([]);
  });

  it.each([
    [
      'a guessed encoding',
      bytesOf('sku;cost\nK', [0xe4], 'se;5\n'),
      {},
      ['taken for windows-1252', '"Käse"', '--encoding'],
    ],
    ['columns that mean nothing', 'sku,Titel,cost,Farbe\nA,x,5,y\n', {}, ['ignored: "Titel", "Farbe"']],
    ['mostly blank pieces', 'sku,cost,cost_divisor\nA,5,\nB,6,\n', {}, ['pass --map cost_divisor=']],
    ['no rows', 'sku,cost\n', {}, ['The sheet has no rows']],
    ['nothing but ignored rows', 'sku,cost\nTotal,5\n', {}, ['The sheet has no rows', 'not data: 1 total']],
    ['ignored rows of several kinds', 'sku,cost\nA,5\nTotal,5\n,\nB,6\nTotal,6\n', {}, [NOT_DATA]],
    ['SKUs that were filled up', 'Material,cost\n7,5\n8,6\n', { skuPad: 18 }, [FILLED_UP]],
    ['SKUs behind their parents', 'Name,cost\nMugs : RED,5\n', {}, [TAKEN_FROM_BEHIND]],
  ] as const)('says of %s', async (_name, content, options, parts) => {
    const said = (await notices(content, options)).join('\n');
    for (const part of parts) expect(said).toContain(part);
  });

  it('says that a SKU was filled up also where another cell ends like it', async () => {
    const said = await notices('sku,Titel,cost\n5,Mug 0005,6\n', { skuPad: 4 });
    expect(said.join('\n')).toContain('1 SKU of "sku" was filled up with zeros to 4 digits');
    expect(said.join('\n')).not.toContain('taken from the part');
  });

  it('says that a column with our own name is ignored because of the map, and how to use it', async () => {
    const map = aMap({ cost: 'cost', strategy: '', repricing: '' });
    const said = await notices('sku,cost,strategy,x\nA,5,Fast,y\n', { map });
    expect(said).toEqual([
      'The column "strategy" is ignored, because the column map says that the sheet has no strategy; to use it, pass --map strategy=strategy, and with check also --save-mapping to use it in every run',
      'Unknown columns are ignored: "x"',
    ]);
  });
});

describe('noticeRewrittenSkus', () => {
  it('names SKUs that a spreadsheet has rewritten, for a check only', async () => {
    const content = 'sku,cost\n4.03479E+12,5\n5-May,6\n';
    expect(noticeRewrittenSkus((await describeSheet(content)).digest)).toEqual([
      'Some SKUs look as if a spreadsheet had rewritten them: "4.03479E+12", "5-May"; export that column as text',
    ]);
    expect(await notices(content)).toEqual([]);
    expect(noticeRewrittenSkus(new SheetTally().result())).toEqual([]);
  });
});

describe('warnOfSheet', () => {
  async function warnings(content: string): Promise<readonly string[]> {
    const { reading, digest } = await describeSheet(content);
    return warnOfSheet(reading, digest);
  }

  it.each([
    ['one column', 'sku,cost,Titel\nA,,x\n', '"cost" is blank (1 row)'],
    ['several columns', 'sku,Cost,min\nA,,\nB, ,\n', '"Cost", "min" is blank (2 rows)'],
  ])('says that every cell of %s is blank', async (_name, content, blank) => {
    expect(await warnings(content)).toEqual([
      `Nothing is set, because every cell of ${blank}; check the export of the sheet`,
    ]);
  });

  it.each([
    ['some cell is not blank', 'sku,cost,min\nA,,\nB,,0\n'],
    ['a cell is not blank and can’t be read', 'sku,cost\nA,\nB,x\n'],
    ['there are no rows', 'sku,cost\n'],
    ['there is no such column, which is for the guard rule', 'sku,Titel\nA,x\n'],
  ])('says nothing of the kind where %s', async (_name, content) => {
    expect(await warnings(content)).toEqual([]);
  });
});

describe('noticeAmounts', () => {
  it.each([
    ['nothing', 'sku,cost,min,max\nA,5,7,7\nB,,,\n', []],
    ['one that rounds to 0', 'sku,cost\nA,5\nB,0.004\n', ['1 row has a cost of 0 (line 3): a run blocks it']],
    [
      'a bound',
      'sku,min,max\nA,0,9\nB,8,7.99\n',
      [
        '1 row has a minimum_price of 0 (line 2): a run blocks it',
        '1 row has a minimum above the maximum (line 3): a run blocks it',
      ],
    ],
    [
      'several',
      `sku,cost\n${'ABCDEF'.replace(/./g, '$&,0\n')}`,
      ['6 rows have a cost of 0 (lines 2, 3, 4, 5, 6, …): a run blocks them'],
    ],
  ])('names lines that are wrong whatever a listing holds: %s', async (_name, content, expected) => {
    const { digest } = await describeSheet(content);
    expect(noticeAmounts(digest)).toEqual(expected);
  });
});
