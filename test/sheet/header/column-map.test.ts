import { describe, expect, it } from 'vitest';
import { formatMapFlag, nameForMap } from '../../../src/sheet/header/column-map.ts';

describe('nameForMap', () => {
  it.each([
    ['Kosten', 'Kosten'],
    ['  Kosten ', 'Kosten'],
    ['x'.repeat(60), 'x'.repeat(60)],
  ])('names a column "%s" by its header: %s', (text, expected) => {
    expect(nameForMap(['SKU', text, 'Menge'], 1)).toBe(expected);
  });

  it.each([
    ['no letters', '2024'],
    ['nothing', ''],
    ['a comma', 'Price, net'],
    ['an equals sign', 'net=true'],
    ['a sign of the shell', 'Price $'],
    ['quotes of a word processor', 'Price „net“'],
    ['a character that is not seen', 'Pri\u200bce'],
    ['more than sixty characters', 'x'.repeat(61)],
    ['the text of another one', 'SKU'],
  ])('names a column by its letter if its header has %s', (_name, text) => {
    expect(nameForMap(['SKU', text, 'Menge'], 1)).toBe('B');
  });

  it('names a column behind the end of the header by its letter', () => {
    expect(nameForMap(['SKU'], 27)).toBe('AB');
  });
});

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
