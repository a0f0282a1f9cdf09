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
});
