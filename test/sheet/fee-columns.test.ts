import { describe, expect, it } from 'vitest';
import type { SheetOptions } from '../../src/sheet/sheet-options.ts';
import { read } from './support.ts';

/** The fees of each row, or why it can't be used. */
async function feesIn(
  lines: readonly string[],
  options: Partial<SheetOptions> = {},
): Promise<readonly unknown[]> {
  const { rows } = await read(`${lines.join('\n')}\n`, options);
  return rows.map((row) => {
    if (row.kind === 'row') return row.fees;
    return row.kind === 'invalid' ? row.problems.map(({ reason }) => reason).join(';') : row.kind;
  });
}

async function takenFor(lines: readonly string[]): Promise<Readonly<Record<string, string | undefined>>> {
  const { reading } = await read(`${lines.join('\n')}\n`);
  return {
    fee: reading.columns.get('fee')?.header,
    fee_percent: reading.columns.get('fee_percent')?.header,
  };
}

describe('the fees of a sheet', () => {
  it.each<readonly [name: string, lines: readonly string[], expected: readonly unknown[]]>([
    [
      'an amount and a share',
      ['sku,cost,fee,fee_percent', 'A,5.00,0.30,15'],
      [{ perUnit: 30, share: 15_000 }],
    ],
    ['one of them', ['sku,cost,fee', 'A,5.00,0.30'], [{ perUnit: 30 }]],
    ['blank cells', ['sku,cost,fee,fee_percent', 'A,5.00,,', 'B,5.00,,15%'], [undefined, { share: 15_000 }]],
    ['zero', ['sku,cost,fee,fee_percent', 'A,5.00,0,0'], [{ perUnit: 0, share: 0 }]],
    ['in whole cents by its header', ['sku,cost,fee_cents', 'A,5.00,30'], [{ perUnit: 30 }]],
    [
      'with a decimal comma',
      ['sku;cost;fee;fee_percent', 'A;5,00;0,30;7,5 %'],
      [{ perUnit: 30, share: 7500 }],
    ],
    ['finer than a cent: up', ['sku,cost,fee', 'A,5.00,0.301'], [{ perUnit: 31 }]],
    ['a word', ['sku,cost,fee', 'A,5.00,none'], ['money_word']],
    ['a percentage where an amount belongs', ['sku,cost,fee', 'A,5.00,15%'], ['money_percent']],
    [
      'an amount where a percentage belongs',
      ['sku,cost,fee_percent', 'A,5.00,€ 15'],
      ['fee_percent_unreadable'],
    ],
    ['a share of 1', ['sku,cost,fee_percent', 'A,5.00,0.15'], ['fee_percent_unreadable']],
    ['a negative amount', ['sku,cost,fee', 'A,5.00,-0.30'], ['money_negative']],
    ['the clear token', ['sku,cost,fee,fee_percent', 'A,5.00,null,null'], ['not_clearable;not_clearable']],
    [
      'another currency than the row’s',
      ['sku,cost,currency,fee', 'A,5.00,usd,€ 0.30'],
      ['currency_mismatch'],
    ],
    [
      'rows that request the same and differ in their fee',
      ['sku,cost,fee', 'A,5.00,0.30', 'A,5.00,0.40'],
      ['duplicate_disagrees', 'duplicate_disagrees'],
    ],
    [
      'rows that say the same',
      ['sku,cost,fee', 'A,5.00,0.30', 'A,5.00,0.30'],
      [{ perUnit: 30 }, 'duplicate'],
    ],
  ])('%s', async (_name, lines, expected) => {
    expect(await feesIn(lines)).toEqual(expected);
  });

  it('are rounded as --round says', async () => {
    const lines = ['sku,cost,fee', 'A,5.00,0.301'];
    expect(await feesIn(lines, { rounding: 'down' })).toEqual([{ perUnit: 30 }]);
    expect(await feesIn(lines, { rounding: 'error' })).toEqual(['money_too_fine']);
  });

  it('are in cents with the sheet', async () => {
    expect(await feesIn(['sku,cost,fee,fee_percent', 'A,500,30,15'], { moneyUnit: 'cents' })).toEqual([
      { perUnit: 30, share: 15_000 },
    ]);
  });

  it('take part in finding out the decimal sign', async () => {
    const lines = ['sku;fee;cost', 'A;1.250;5,00', 'B;0,30;5,00'];
    await expect(read('sku;fee;cost\nA;1.250;\nB;1.100;\n')).rejects.toThrow(
      'Cannot determine the decimal sign',
    );
    expect(await feesIn(lines)).toEqual([{ perUnit: 125_000 }, { perUnit: 30 }]);
    await expect(read('sku;fee;cost\nA;0.30;1.499,00\n')).rejects.toThrow('decimal sign');
  });

  it('set nothing: a row with fees alone is left as it is', async () => {
    const { rows } = await read('sku,cost,fee\nA,,0.30\n');
    expect(rows).toMatchObject([{ kind: 'row', requested: {}, fees: { perUnit: 30 } }]);
  });
});

describe('the columns of fees', () => {
  const FEE = { fee: 'Fee', fee_percent: undefined };
  const NONE = { fee: undefined, fee_percent: undefined };

  it.each<readonly [name: string, lines: readonly string[], expected: object]>([
    ['by our names', ['sku,cost,Fee,Fee Percent', 'A,1,1,1'], { fee: 'Fee', fee_percent: 'Fee Percent' }],
    ['beside names of others', ['Item No.,Unit Cost,Fee', 'A,1,1'], FEE],
    ['under a heading of prices', [',Purchase,Prices', 'SKU,Cost,Fee', 'A,1,1'], FEE],
    ['in two lines', [',,Fee', 'SKU,Cost,Percent', 'A,1,1'], { fee: undefined, fee_percent: 'Percent' }],
    ['not one of several', ['sku,cost,Referral Fee,FBA fee,Storage fee', 'A,1,1,1,1'], NONE],
    ['not a sum of fees', ['sku,cost,Fees,Total fees,estimated-fee-total', 'A,1,1,1,1'], NONE],
    ['not a sign for percent', ['sku,cost,Fee %', 'A,1,1'], NONE],
    ['under a heading of unknown words', [',,Club', 'SKU,Cost,Fee', 'A,1,1'], FEE],
  ])('%s', async (_name, lines, expected) => {
    expect(await takenFor(lines)).toEqual(expected);
  });

  it('are refused if there are two', async () => {
    await expect(read('sku,cost,fee,Fee\nA,1,1,1\n')).rejects.toThrow('both mean fee');
  });

  it('take no amount from another column, and no other column takes theirs', async () => {
    const { rows } = await read(
      'sku,cost,min,max,fee,fee_percent,manual_price\nA,1.00,2.00,3.00,0.10,5,2.50\n',
    );
    expect(rows).toMatchObject([
      {
        requested: { cost: 100, minimum_price: 200, maximum_price: 300, manual_price: 250 },
        fees: { perUnit: 10, share: 5000 },
      },
    ]);
  });
});
