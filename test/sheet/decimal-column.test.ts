import { describe, expect, it } from 'vitest';
import { DecimalColumn } from '../../src/sheet/decimal-column.ts';
import { listed, withResult } from '../support/listed.ts';
import { refusalOf } from './support.ts';

const CELLS = { point: '12.99', comma: '7,5', either: '1.250', none: '12' };

/** The cells that a line names. */
const cellsOf = (line: string) => line.split(' ').map((kind) => CELLS[kind as keyof typeof CELLS]);

/** What a column of these cells is settled to; each stands on a line of its own, from line 2. */
function settle(texts: readonly string[]): string | undefined {
  const column = new DecimalColumn('cost', { index: 1, header: 'Min price', inCents: false }, 'prices.csv');
  for (const [index, text] of texts.entries()) column.add({ line: index + 2, text });
  column.result();
  return column.sign;
}

describe('DecimalColumn', () => {
  it('of no cells is not settled', () => {
    expect(settle([])).toBeUndefined();
  });

  it.each([
    ...withResult(undefined, ['none']),
    ...withResult('.', listed('point, point none, point either, point either none')),
    ...withResult(',', listed('comma, comma none, comma either, comma either none')),
  ])('from cells that say "%s" is %s, in whatever order they are', (evidence, sign) => {
    const texts = cellsOf(evidence);
    expect(settle(texts)).toBe(sign);
    expect(settle(texts.toReversed())).toBe(sign);
    expect(settle([...texts, ...texts])).toBe(sign);
  });

  it.each(
    listed('either, either none, point comma, point comma none, point comma either, point comma either none'),
  )('from cells that say "%s" is refused, in whatever order they are', (evidence) => {
    const texts = cellsOf(evidence);
    for (const order of [texts, texts.toReversed()]) {
      expect(refusalOf(() => settle(order)).hint).toBe('Pass --decimal . or --decimal , to say which it is');
    }
  });

  it.each([
    ['words', ['n/a', '7,5', 'TBD'], ','],
    ['dates', ['12.05.2024', '7,5'], ','],
    ['percentages', ['12.5%', '7,5'], ','],
    ['currencies', ['$ 12.99', '1.250'], '.'],
    ['minuses', ['7,5-', '1.250'], ','],
    ['thousands in both ways', ['1.250,00', '1.250'], ','],
    ['Swiss thousands', ["1'250", '1.250', '7.5'], '.'],
  ])('takes %s for what they are', (_name, texts, sign) => {
    expect(settle(texts)).toBe(sign);
  });

  it('is open while a cell waits for a sign, and no longer', () => {
    const column = new DecimalColumn('cost', { index: 0, header: 'Cost', inCents: false }, 'prices.csv');
    const states = ['12', '1.250', '12', '7,5', '1.250'].map((text, line) => {
      column.add({ line, text });
      return column.isOpen;
    });
    expect(states).toEqual([false, true, true, false, false]);
    expect(column.sign).toBe(',');
  });

  it('names sheet, column, line and cell of what can be read both ways', () => {
    expect(refusalOf(() => settle(['', '12', '1.250', '3,500']))).toEqual({
      message:
        'Cannot determine the decimal sign of the column "Min price" in "prices.csv": ' +
        '"1.250" on line 4 can be read with a decimal point or a decimal comma',
      hint: 'Pass --decimal . or --decimal , to say which it is',
    });
  });

  it('names line and cell of both sides of a contradiction', () => {
    expect(refusalOf(() => settle(['1.250', '7,5', '8,5', '12.99'])).message).toBe(
      'Cannot determine the decimal sign of the column "Min price" in "prices.csv": ' +
        '"12.99" on line 5 has a decimal point, "7,5" on line 3 a decimal comma',
    );
  });

  it.each([
    ['a comma among points', ['1.5', '2.5', '3,5'], 'point, "3,5" on line 4'],
    ['grouped with a comma among points', ['1.5', '1.250,00'], 'point, "1.250,00" on line 3'],
    ['grouped with a point among commas', ['1,5', '1,250.00'], '"1,250.00" on line 3 has a decimal point'],
  ])('finds %s, however many agree', (_name, texts, part) => {
    const many = Array.from({ length: 3 }, () => texts[0] ?? '');
    expect(refusalOf(() => settle(texts)).message).toContain(part);
    expect(refusalOf(() => settle([...many, ...texts])).message).toMatch(
      /has a decimal point, .* a decimal comma/,
    );
  });
});

describe('an amount that may have lost its last digits', () => {
  it.each<[string, readonly string[], string, boolean]>([
    ['has fewer decimals than all others', ['1.50', '2.25'], '3.5', true],
    ['has none', ['1.50', '2.25'], '3', true],
    ['has as many', ['1.50', '2.25'], '3.50', false],
    ['has as many, with a decimal comma', ['1,50', '1.002,25'], '7,75', false],
    ['has fewer, with a decimal comma', ['1,50', '1.002,25'], '7,7', true],
    ['has fewer than whole numbers and amounts', ['1.50', '2'], '3.5', false],
    ['has fewer than the first, of others that differ', ['1.50', '2', '2'], '3.5', false],
    ['has fewer than others, once they are as before', ['1.50', '2', '1.50'], '3.5', false],
    ['is whole like all others', ['5', '7'], '3', false],
    ['has decimals where all others are whole', ['5', '7'], '3.5', false],
    ['has a point behind its currency alone', ['Rp.500', 'Rp.700'], 'Rp.5', false],
    ['is the first', [], '3.5', false],
  ])('%s', (_name, before, last, expected) => {
    const column = new DecimalColumn('cost', { index: 1, header: 'Cost', inCents: false }, 'prices.csv');
    for (const [index, text] of before.entries()) column.add({ line: index + 2, text });
    expect(column.isShorter(last)).toBe(expected);
  });
});
