import { describe, expect, it } from 'vitest';
import { checkAmbiguousColumns } from '../../../src/run/sheet/check-ambiguous-columns.ts';
import type { ColumnQuestion } from '../../../src/sheet/header/read-header.ts';
import { refusalOf } from '../../sheet/support.ts';

const MIN: ColumnQuestion = {
  name: 'minimum_price',
  column: { index: 1, header: 'Min', inCents: false },
  taken: true,
  why: ['may mean something else'],
  example: '7.50',
  mapAs: 'Min',
};
const AT = { sheet: 'in/prices.csv', job: undefined, map: new Map() };

describe('checkAmbiguousColumns', () => {
  it('says why a column is taken', () => {
    expect(checkAmbiguousColumns([MIN], { ...AT, shell: 'posix' })).toEqual([
      '"Min" is taken for minimum_price, though it may mean something else, because of its name and cells such as "7.50"',
    ]);
  });

  it('stops where a column is not taken, and names the command that settles it', () => {
    const question = { ...MIN, taken: false };
    const { message, hint } = refusalOf(() =>
      checkAmbiguousColumns([MIN, question], { ...AT, shell: 'posix' }),
    );
    expect(message).toContain('Cannot use the sheet "in/prices.csv" before its columns are settled');
    expect(hint).toContain('--map minimum_price=Min');
    expect(hint).toContain(
      'pricesheet check in/prices.csv --job NAME --map minimum_price=Min --save-mapping',
    );
  });

  it('says again what was said before, since a second --map takes the place of the first', () => {
    const map = new Map([['cost', 'Avg Cost']] as const);
    const open = { ...MIN, taken: false };
    const { hint } = refusalOf(() => checkAmbiguousColumns([open], { ...AT, shell: 'posix', map }));
    expect(hint).toContain('--map cost="Avg Cost",minimum_price= to leave it out');
    expect(hint).toContain('--map cost="Avg Cost",minimum_price=Min to take it');
  });

  it('says nothing where all columns are plain', () => {
    expect(checkAmbiguousColumns([], { ...AT, shell: 'posix' })).toEqual([]);
  });
});
