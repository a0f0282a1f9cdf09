import { describe, expect, it } from 'vitest';
import { holdsUnprintable, PLAIN_LINE, PLAIN_TEXT, UNPRINTABLE } from '../../src/domain/unprintable.ts';

const CHARACTERS = Array.from({ length: 0x110000 }, (_, codePoint) => String.fromCodePoint(codePoint));

describe('what is plain at first sight', () => {
  it('holds nothing unprintable, whatever the character', () => {
    const plain = CHARACTERS.filter((character) => PLAIN_LINE.test(character));
    expect(plain.filter((character) => UNPRINTABLE.test(character))).toEqual([]);
    expect(plain).toContain('→');
    expect(plain.length).toBeGreaterThan(900);
  });

  it('is a line, or lines', () => {
    expect([PLAIN_LINE.test('a → b'), PLAIN_LINE.test('a\nb'), PLAIN_TEXT.test('a\nb')]).toEqual([
      true,
      false,
      true,
    ]);
    expect([PLAIN_TEXT.test('a\r\nb'), PLAIN_TEXT.test('a\u001bb'), PLAIN_TEXT.test('a\u202eb')]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('changes nothing about what is unprintable', () => {
    expect(CHARACTERS.filter((text) => holdsUnprintable(text) !== UNPRINTABLE.test(text))).toEqual([]);
  });
});
