import { describe, expect, it } from 'vitest';
import { findReviewColumns, shownInCell, shownInPlan } from '../../../src/run/approval/review-check.ts';
import type { PlannedEntry } from '../../../src/run/folder/plan-schema.ts';

const HEADER = ['approve', 'line', 'sku', 'cost_after', 'repricing_after', 'strategy_after', 'entry'];

function columnOf(name: string) {
  const column = findReviewColumns(HEADER)?.shown.find((each) => each.name === name);
  if (!column) throw new Error(`No column ${name}`);
  return column;
}

const entryOf = (changes: readonly object[]) =>
  ({ line: 7, sku: '00611', changes }) as unknown as PlannedEntry;

describe('findReviewColumns', () => {
  it('finds columns wherever they are, however they are written', () => {
    const found = findReviewColumns([' Entry', 'x', 'LINE', 'Approve ']);
    expect(found).toMatchObject({ approve: 3, entry: 0, shown: [{ name: 'line', at: 2 }] });
  });

  it.each([[['approve']], [['entry']], [['approve', 'approve', 'entry']], [[]]])(
    'finds none in %j',
    (header) => {
      expect(findReviewColumns(header)).toBeUndefined();
    },
  );
});

describe('a cell of a review file', () => {
  it.each([
    [
      'cost_after',
      123_450,
      ['1234.50', '1,234.5', '1234.5', "1'234.50", '$ 1,234.50'],
      ['1234,50', '1.234,50'],
    ],
    ['cost_after', 600, ['6', '6.00', '6.0', '06.00'], ['6', '6,00']],
    ['cost_after', 5, ['0.05', '.05'], ['0,05']],
    ['cost_after', 0, ['0', '0.00'], ['0,00']],
    ['cost_after', null, ['null', 'NULL'], [' null ']],
    ['repricing_after', true, ['on', 'ON'], ['on']],
    ['strategy_after', 'Abc-1', ['Abc-1', 'abc-1'], ['abc-1']],
  ])('is the same as the plan has in %s, %s', (name, after, withPoint, withComma) => {
    const column = columnOf(name);
    const { field } = column as { readonly field: string };
    const planned = shownInPlan(column, entryOf([{ field, before: null, after }]));
    for (const cell of withPoint) expect(shownInCell(column, cell, '.'), cell).toBe(planned);
    for (const cell of withComma) expect(shownInCell(column, cell, ','), cell).toBe(planned);
  });

  it.each([
    '6.01',
    '6.001',
    '60',
    '-6.00',
    '(6.00)',
    '6,000',
    '6.00 and more',
    'six',
    '',
    'Jun 00',
    '6E0',
    '####',
  ])('is another than 6.00: "%s"', (cell) => {
    const column = columnOf('cost_after');
    const planned = shownInPlan(column, entryOf([{ field: 'cost', before: null, after: 600 }]));
    expect(shownInCell(column, cell, '.')).not.toBe(planned);
  });

  it('is blank where the plan changes nothing', () => {
    expect(shownInPlan(columnOf('cost_after'), entryOf([]))).toBe('');
    expect(shownInCell(columnOf('cost_after'), ' ', '.')).toBe('');
  });

  it('has the line with or without signs between thousands', () => {
    expect(shownInPlan(columnOf('line'), entryOf([]))).toBe('7');
    for (const cell of ['1.234', '1,234', '1 234'])
      expect(shownInCell(columnOf('line'), cell, '.')).toBe('1234');
  });
});
