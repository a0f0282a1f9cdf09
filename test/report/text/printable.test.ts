import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clip, printable } from '../../../src/report/text/printable.ts';

describe('printable', () => {
  it.each([
    ['an escape sequence', '\u001b[31mred\u001b[0m', '\\u{1b}[31mred\\u{1b}[0m'],
    ['the one-byte form of it', '\u009b31m', '\\u{9b}31m'],
    ['a window title', '\u001b]0;x\u0007', '\\u{1b}]0;x\\u{7}'],
    ['line breaks', 'a\r\nb', 'a\\u{d}\\u{a}b'],
    ['line breaks of Unicode', 'a\u0085b\u2028c\u2029d', 'a\\u{85}b\\u{2028}c\\u{2029}d'],
    ['backspace, tab, NUL and delete', '\b\t\0\u007f', '\\u{8}\\u{9}\\u{0}\\u{7f}'],
    ['text that runs the other way', '\u202e99.21\u202c', '\\u{202e}99.21\\u{202c}'],
    ['isolates, marks', '\u2066a\u2069\u200e\u200f\u061c', '\\u{2066}a\\u{2069}\\u{200e}\\u{200f}\\u{61c}'],
    ['a byte order mark', '\ufeffa', '\\u{feff}a'],
    ['what has no width', 'a\u200bb\u200dc\u2060d\u00ade', 'a\\u{200b}b\\u{200d}c\\u{2060}d\\u{ad}e'],
    ['a blank that is a letter', 'a\u3164b\uffa0', 'a\\u{3164}b\\u{ffa0}'],
    ['tags', 'a\u{e0041}\u{e007f}', 'a\\u{e0041}\\u{e007f}'],
    ['a variant of nothing', 'a\ufe0fb', 'a\\u{fe0f}b'],
    ['half of a character', 'a\ud800b\udfff', 'a\\u{d800}b\\u{dfff}'],
    ['a heap of marks', `e${'\u0301'.repeat(6)}`, `e${'\u0301'.repeat(4)}\\u{301}\\u{301}`],
  ])('shows %s instead of obeying it', (_name, text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it.each([
    ...['', 'MUG-01', 'a\u00a0b', '\\u{1b}'],
    ...['Ä é ß', 'Việt', '日本語', 'אבג', 'שָׁלוֹם', 'مرحبا', 'नमस्ते'],
    ...['😀👨‍👩‍👧', '👍🏽', '❤️', '1️⃣', '🇩🇪'],
  ])('leaves %j alone', (text) => {
    expect(printable(text)).toBe(text);
  });

  it('leaves nothing that steers a terminal, whatever it is given', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 }), (units) => {
        const shown = printable(String.fromCharCode(...units));
        for (const character of shown) {
          const code = character.codePointAt(0) ?? 0;
          expect(code < 32 || (code >= 127 && code < 160)).toBe(false);
          expect(code >= 0x202a && code <= 0x202e).toBe(false);
          expect(code >= 0x2066 && code <= 0x2069).toBe(false);
        }
      }),
    );
  });
});

describe('clip', () => {
  it.each([
    ['', ''],
    ['abc', 'abc'],
    ['abcd', 'abc…'],
    ['😀😀😀', '😀😀😀'],
    ['😀😀😀😀😀', '😀😀😀…'],
  ])('%j is %j within three characters', (text, shown) => {
    expect(clip(text, 3)).toBe(shown);
  });

  it('leaves a long message whole, and not an endless one', () => {
    expect(clip('x'.repeat(4000))).toHaveLength(4000);
    expect(clip('x'.repeat(1_000_000)).length).toBeLessThan(4100);
  });
});
