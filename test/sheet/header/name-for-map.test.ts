import { describe, expect, it } from 'vitest';
import { nameForMap } from '../../../src/sheet/header/name-for-map.ts';

describe('nameForMap', () => {
  it.each([
    ['a word', 'Kosten', 'Kosten'],
    ['words', 'Net price', '"Net price"'],
    ['blanks around it', '  Kosten ', 'Kosten'],
    ['no letters', '2024', 'B'],
    ['nothing', '', 'B'],
    ['a comma', 'Price, net', 'B'],
    ['an equals sign', 'net=true', 'B'],
    ['a sign of the shell', 'Price $', 'B'],
    ['a character that is not seen', 'Pri\u200bce', 'B'],
    ['sixty characters', 'x'.repeat(60), 'x'.repeat(60)],
    ['more than sixty', 'x'.repeat(61), 'B'],
    ['the text of another one', 'SKU', 'B'],
  ])('names a column whose header has %s', (_name, text, expected) => {
    expect(nameForMap(['SKU', text, 'Menge'], 1)).toBe(expected);
  });

  it('names a column behind the end of the header by its letter', () => {
    expect(nameForMap(['SKU'], 27)).toBe('AB');
  });
});
