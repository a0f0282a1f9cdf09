import { describe, expect, it } from 'vitest';
import { rowsOf } from '../../../src/cli/terminal/stdio.ts';

describe('rowsOf', () => {
  it.each([
    [60, 58],
    [24, 22],
    [22, 20],
    [10, 20],
  ])(
    'of a terminal of %d rows leaves %d to a screen, so that the prompt below it moves nothing away',
    (rows, left) => {
      expect(rowsOf({ isTTY: true, rows })).toBe(left);
    },
  );

  it('bounds nothing that is no terminal', () => {
    expect(rowsOf({ isTTY: false, rows: 24 })).toBeUndefined();
  });
});
