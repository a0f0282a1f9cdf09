import { describe, expect, it } from 'vitest';
import { ColumnLooks } from '../../src/sheet/column-looks.ts';
import { aRow } from '../support/builders.ts';

/** Differs in more than its digits. */
function titleOf(n: number): string {
  return `A large bowl of ${[...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')} clay, glazed`;
}

describe('ColumnLooks', () => {
  it('counts what says something of an amount in every row of a long sheet', () => {
    const looks = new ColumnLooks();
    for (let n = 0; n < 30_000; n++) looks.add({ ...aRow(), cells: [n < 500 ? titleOf(n) : 'per dozen'] });
    expect(looks.result()[0]).toMatchObject({ kind: 'words', values: ['per dozen'] });
  });

  it.each([
    ['a number of pieces', 'Fach # per 1', 'Fach 7 per 100'],
    ['a day', 'Fach # ab 1111', 'Fach 7 ab 2027'],
    ['a unit', 'Fach #', 'Fach 7 per dozen'],
  ])('finds %s among many words that differ in their digits alone', (_name, words, mark) => {
    const looks = new ColumnLooks();
    for (let n = 0; n < 600; n++) looks.add({ ...aRow(), cells: [words.replace('#', String(n))] });
    looks.add({ ...aRow(), cells: [mark] });
    expect(looks.result()[0]).toMatchObject({ kind: 'words', values: [], marks: [mark] });
  });

  it.each([
    ['dates', 100, 40],
    ['amounts', 100, 1],
    ['amounts', 16, 1],
    ['dates', 15, 1],
  ])('takes numbers that can be days for %s if there are %i, each in %i rows', (kind, numbers, times) => {
    const looks = new ColumnLooks();
    for (let n = 0; n < numbers * times; n++)
      looks.add({ ...aRow(), cells: [String(46_001 + (n % numbers))] });
    expect(looks.result()[0]).toMatchObject({ kind, mayBeDays: true });
  });
});
