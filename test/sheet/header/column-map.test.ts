import { describe, expect, it } from 'vitest';
import { findColumn, formatMapFlag, nameForMap } from '../../../src/sheet/header/column-map.ts';

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

  it.each([
    ['a header that is the letter of another one', ['sku', 'cost', 'A'], 2, 'C:A'],
    ['a small one', ['sku', 'b ', 'x'], 1, 'b'],
    ['a letter that is the header of another one', ['sku', 'B', '100', 'c'], 2, 'C:100'],
    ['no header, and a letter that is one', ['sku', '', 'B'], 1, 'B:'],
    ['a header that is a letter of no column', ['sku', 'EK'], 1, 'EK'],
  ])('names so that it is found again: %s', (_name, header, index, expected) => {
    expect(nameForMap(header, index)).toBe(expected);
    const naming = { sheet: 'a.csv', line: 1, purpose: 'cost', hint: '' };
    expect(findColumn(header, expected, naming)).toBe(index);
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
