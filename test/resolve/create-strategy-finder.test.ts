import { describe, expect, it } from 'vitest';
import { createStrategyFinder } from '../../src/resolve/find-strategy.ts';
import { aStrategy } from '../support/builders.ts';

describe('createStrategyFinder', () => {
  it('compares a name with the strategies of a platform once, however many rows say it', () => {
    let comparisons = 0;
    const counted = {
      ...aStrategy(),
      get name() {
        comparisons++;
        return 'Buy Box';
      },
    };
    const find = createStrategyFinder([counted]);
    const first = find('Bye Box', 'amazon');
    const once = comparisons;
    expect(once).toBeGreaterThan(0);
    for (let row = 0; row < 3000; row++) expect(find('Bye Box', 'amazon')).toBe(first);
    expect(comparisons).toBe(once);
    expect(find('Buy Box', 'amazon')).toEqual({ kind: 'found', id: counted.id });
    expect(comparisons).toBeGreaterThan(once);
  });

  it('keeps platforms apart', () => {
    const find = createStrategyFinder([
      aStrategy({ id: 's-amazon' }),
      aStrategy({ id: 's-walmart', platform: 'walmart' }),
    ]);
    expect([find('Buy Box', 'amazon'), find('Buy Box', 'walmart'), find('Buy Box', 'amazon')]).toEqual([
      { kind: 'found', id: 's-amazon' },
      { kind: 'found', id: 's-walmart' },
      { kind: 'found', id: 's-amazon' },
    ]);
  });
});
