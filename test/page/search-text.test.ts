import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SearchText } from '../../src/page/search-text.ts';

const find = (texts: readonly string[], word: string) => [...new SearchText(texts).find(word)];

describe('SearchText', () => {
  it.each([
    ['at the beginning and at the end', ['mug-1', 'a mug', 'cup'], 'mug', [1, 1, 0]],
    ['in any case', ['MUG', 'mug', 'Mug'], 'mug', [1, 1, 1]],
    ['more than once in one text', ['mmm', 'x', 'm'], 'm', [1, 0, 1]],
    ['not over the end of a text', ['mu', 'g'], 'mug', [0, 0]],
    ['behind letters that become two when they are small', ['İİİ', 'mug', 'x'], 'mug', [0, 1, 0]],
    ['among empty texts', ['', '', 'm', ''], 'm', [0, 0, 1, 0]],
    ['in the lines of one text', ['a\nmug\nb', 'b'], 'mug', [1, 0]],
    ['nowhere', [], 'mug', []],
  ])('finds a word %s', (_where, texts, word, found) => {
    expect(find(texts, word)).toEqual(found);
  });

  it('finds what looking into each text finds', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'İ', 'ß', '\n', '😀'), maxLength: 6 });
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'ß', '😀'), minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), word, (texts, wanted) => {
        expect(find(texts, wanted)).toEqual(texts.map((each) => Number(each.toLowerCase().includes(wanted))));
      }),
    );
  });
});
