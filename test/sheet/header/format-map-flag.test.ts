import { describe, expect, it } from 'vitest';
import { formatMapFlag } from '../../../src/sheet/header/column-map.ts';

describe('formatMapFlag', () => {
  it.each([
    ['posix', '--map sku=Größe,cost="Avg Cost",minimum_price='],
    ['cmd', '--map "sku=Größe,cost=Avg Cost,minimum_price="'],
    // A bare comma would make two words of it.
    ['powershell', '--map "sku=Größe,cost=Avg Cost,minimum_price="'],
  ] as const)('is one word for %s', (shell, expected) => {
    const pairs = [
      ['sku', 'Größe'],
      ['cost', 'Avg Cost'],
      ['minimum_price', ''],
    ] as const;
    expect(formatMapFlag(pairs, shell)).toBe(expected);
  });
});
