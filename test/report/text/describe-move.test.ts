import { describe, expect, it } from 'vitest';
import { describeMove } from '../../../src/report/text/describe-move.ts';
import { ASCII } from '../../../src/report/text/glyphs.ts';

describe('describeMove', () => {
  it.each([
    ['minimum_price', 1000, 850, 'min 10.00 → 8.50 (−15.0 %)'],
    ['maximum_price', 1000, 1001, 'max 10.00 → 10.01 (+0.1 %)'],
    ['manual_price', 99, 0, 'manual 0.99 → 0.00 (−100.0 %)'],
    ['cost', 600, 700, 'cost 6.00 → 7.00 (+16.7 %)'],
  ] as const)('tells a %s that moves from %d to %d', (field, before, after, text) => {
    expect(describeMove({ field, before, after })).toBe(text);
  });

  it('does with ASCII alone where there is nothing else', () => {
    expect(describeMove({ field: 'cost', before: 600, after: 300 }, ASCII)).toBe(
      'cost 6.00 -> 3.00 (-50.0 %)',
    );
  });
});
