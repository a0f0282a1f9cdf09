import { describe, expect, it } from 'vitest';
import { clip } from '../../../src/report/text/clip.ts';

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
