import { describe, expect, it } from 'vitest';
import { createNearestSkus } from '../../src/resolve/nearest-skus.ts';

function nearest(wanted: string, skus: readonly string[]): readonly string[] {
  const found = createNearestSkus(wanted);
  for (const sku of skus) found.see(sku);
  return found.skus();
}

describe('createNearestSkus', () => {
  it.each([
    [
      'the same but for case and blanks, and no other',
      'mug-1',
      ['MUG-2', 'MUG-1', ' Mug-1'],
      ['MUG-1', ' Mug-1'],
    ],
    [
      'the three nearest, the nearest first',
      'MUG-100',
      ['MUG-111', 'MUG-10', 'MUG-1000', 'MUG-101', 'X'],
      ['MUG-10', 'MUG-1000', 'MUG-101'],
    ],
    ['each once', 'MUG-100', ['MUG-10', 'MUG-10'], ['MUG-10']],
    ['none that is far', 'MUG-100', ['PLATE-20'], []],
    ['none for a word to which everything is near', 'AB', ['CD', 'A', ''], []],
    ['none of enormous length', 'A'.repeat(5000), ['A'.repeat(5001)], []],
  ])('finds %s', (_, wanted, skus, found) => {
    expect(nearest(wanted, skus)).toEqual(found);
  });
});
