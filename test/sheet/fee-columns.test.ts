import { describe, expect, it } from 'vitest';
import type { SheetOptions } from '../../src/sheet/sheet-options.ts';
import { tableOf } from '../support/listed.ts';
import { inLines, read } from './support.ts';

/** The fees of each row, `cents a unit` and `share%`, or why it can't be used. */
async function feesIn(sheet: string, options: Partial<SheetOptions> = {}): Promise<string> {
  const { rows } = await read(inLines(sheet), options);
  const fees = rows.map((row) => {
    if (row.kind === 'invalid') return row.problems.map(({ reason }) => reason).join('+');
    if (row.kind !== 'row') return row.kind;
    const { perUnit = '', share } = row.fees ?? {};
    return row.fees ? `${perUnit}${share === undefined ? '' : ` ${share / 1000}%`}`.trim() : 'none';
  });
  return fees.join('; ');
}

describe('the fees of a sheet', () => {
  it.each(
    tableOf(`
an amount and a share | sku,cost,fee,fee_percent / A,5.00,0.30,15 / | 30 15%
one of them | sku,cost,fee / A,5.00,0.30 / | 30
blank cells | sku,cost,fee,fee_percent / A,5.00,, / B,5.00,,15% / | none; 15%
zero | sku,cost,fee,fee_percent / A,5.00,0,0 / | 0 0%
in whole cents by its header | sku,cost,fee_cents / A,5.00,30 / | 30
with a decimal comma | sku;cost;fee;fee_percent / A;5,00;0,30;7,5 % / | 30 7.5%
whose decimal sign shows further down | sku;fee;cost / A;1.250;5,00 / B;0,30;5,00 / | 125000; 30
finer than a cent: up | sku,cost,fee / A,5.00,0.301 / | 31
a word | sku,cost,fee / A,5.00,none / | money_word
a percentage where an amount belongs | sku,cost,fee / A,5.00,15% / | money_percent
an amount where a percentage belongs | sku,cost,fee_percent / A,5.00,€ 15 / | fee_percent_unreadable
a share of 1 | sku,cost,fee_percent / A,5.00,0.15 / | fee_percent_unreadable
a negative amount | sku,cost,fee / A,5.00,-0.30 / | money_negative
the clear token | sku,cost,fee,fee_percent / A,5.00,null,null / | not_clearable+not_clearable
another currency than the row’s | sku,cost,currency,fee / A,5.00,usd,€ 0.30 / | currency_mismatch
rows that differ in their fee alone | sku,cost,fee / A,5.00,0.30 / A,5.00,0.40 / | duplicate_disagrees; duplicate_disagrees
rows that say the same | sku,cost,fee / A,5.00,0.30 / A,5.00,0.30 / | 30; duplicate`),
  )('%s', async (_name, sheet = '', fees) => {
    expect(await feesIn(sheet)).toBe(fees);
  });

  it('are rounded as --round says, and in cents with the sheet', async () => {
    const fine = 'sku,cost,fee / A,5.00,0.301 /';
    expect(await feesIn(fine, { rounding: 'down' })).toBe('30');
    expect(await feesIn(fine, { rounding: 'error' })).toBe('money_too_fine');
    const inCents = 'sku,cost,fee,fee_percent / A,500,30,15 /';
    expect(await feesIn(inCents, { moneyUnit: 'cents' })).toBe('30 15%');
  });

  it.each([
    ['leave the sign open', 'sku;fee;cost / A;1.250; / B;1.100; /', 'Cannot determine the decimal sign'],
    ['contradict the decimal sign of the costs', 'sku;fee;cost / A;0.30;1.499,00 /', 'decimal sign'],
    ['are in two columns', 'sku,cost,fee,Fee / A,1,1,1 /', 'both mean fee'],
  ])('are refused if they %s', async (_name, sheet, message) => {
    await expect(read(inLines(sheet))).rejects.toThrow(message);
  });

  it('set nothing, take no amount from another column, and no other column takes theirs', async () => {
    const alone = await read('sku,cost,fee\nA,,0.30\n');
    expect(alone.rows).toMatchObject([{ kind: 'row', requested: {}, fees: { perUnit: 30 } }]);
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

  it.each(
    tableOf(`
by our names | sku,cost,Fee,Fee Percent / A,1,1,1 / | Fee | Fee Percent
beside names of others | Item No.,Unit Cost,Fee / A,1,1 / | Fee
under a heading of prices | ,Purchase,Prices / SKU,Cost,Fee / A,1,1 / | Fee
in two lines | ,,Fee / SKU,Cost,Percent / A,1,1 / |  | Percent
not one of several | sku,cost,Referral Fee,FBA fee,Storage fee / A,1,1,1,1 /
not a sum of fees | sku,cost,Fees,Total fees,estimated-fee-total / A,1,1,1,1 /
not a sign for percent | sku,cost,Fee % / A,1,1 /
under a heading of unknown words | ,,Club / SKU,Cost,Fee / A,1,1 / | Fee`),
  )('are in columns %s', async (_name, sheet = '', fee = '', percent = '') => {
    const { columns } = (await read(inLines(sheet))).reading;
    const headers = [columns.get('fee')?.header ?? '', columns.get('fee_percent')?.header ?? ''];
    expect(headers).toEqual([fee, percent]);
  });
});
