import { describe, expect, it } from 'vitest';
import { settleDecimalSign } from '../../src/sheet/settle-decimal-sign.ts';
import { refusalOf } from './support.ts';

const CELLS = { point: '12.99', comma: '7,5', either: '1.250', none: '12' };
type Evidence = keyof typeof CELLS;

const COLUMN = { index: 1, header: 'Min price', inCents: false };

/** What a column of these cells is settled to; each stands on a line of its own, from line 2. */
function settle(texts: readonly string[]): string {
  const records = texts.map((text, index) => ({ line: index + 2, cells: ['1,5', text, '2.5'] }));
  return settleDecimalSign(records, COLUMN, { clearToken: 'null', name: 'prices.csv' });
}

describe('settleDecimalSign', () => {
  it.each<[readonly Evidence[], '.' | ',']>([
    [[], '.'],
    [['none'], '.'],
    [['point'], '.'],
    [['point', 'none'], '.'],
    [['point', 'either'], '.'],
    [['point', 'either', 'none'], '.'],
    [['comma'], ','],
    [['comma', 'none'], ','],
    [['comma', 'either'], ','],
    [['comma', 'either', 'none'], ','],
  ])('from cells that say %j is %s, in whatever order they stand', (evidence, sign) => {
    const texts = evidence.map((kind) => CELLS[kind]);
    expect(settle(texts)).toBe(sign);
    expect(settle(texts.toReversed())).toBe(sign);
    expect(settle([...texts, ...texts])).toBe(sign);
  });

  it.each<[readonly Evidence[]]>([
    [['either']],
    [['either', 'none']],
    [['point', 'comma']],
    [['point', 'comma', 'none']],
    [['point', 'comma', 'either']],
    [['point', 'comma', 'either', 'none']],
  ])('from cells that say %j is refused, in whatever order they stand', (evidence) => {
    const texts = evidence.map((kind) => CELLS[kind]);
    for (const order of [texts, texts.toReversed()]) {
      expect(refusalOf(() => settle(order)).hint).toBe('Pass --decimal . or --decimal , to say which it is');
    }
  });

  it('takes blanks around amounts, blank cells, missing cells and words for nothing', () => {
    expect(settle(['  7,5 ', '', ' ', 'n/a', '1.250'])).toBe(',');
    const records = [{ line: 2, cells: ['A'] }];
    expect(settleDecimalSign(records, COLUMN, { clearToken: 'null', name: 'prices.csv' })).toBe('.');
  });

  it('takes a clear token for nothing, even one that looks like an amount', () => {
    const records = ['1,5', '7.5'].map((text, index) => ({ line: index + 2, cells: ['A', text] }));
    expect(settleDecimalSign(records, COLUMN, { clearToken: '1,5', name: 'prices.csv' })).toBe('.');
  });

  it('names sheet, column, line and cell of what can be read both ways', () => {
    expect(refusalOf(() => settle(['', '12', '1.250', '3,500']))).toEqual({
      message:
        'Cannot tell the decimal sign of the column "Min price" of "prices.csv": ' +
        '"1.250" on line 4 can be read with a decimal point or a decimal comma',
      hint: 'Pass --decimal . or --decimal , to say which it is',
    });
  });

  it('names line and cell of both sides of a contradiction', () => {
    expect(refusalOf(() => settle(['1.250', '7,5', '8,5', '12.99'])).message).toBe(
      'Cannot tell the decimal sign of the column "Min price" of "prices.csv": ' +
        '"12.99" on line 5 has a decimal point, "7,5" on line 3 a decimal comma',
    );
  });
});
