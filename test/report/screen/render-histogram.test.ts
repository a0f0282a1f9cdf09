import { describe, expect, it } from 'vitest';
import { histogramHead, renderHistogram } from '../../../src/report/screen/render-histogram.ts';
import { ASCII, UNICODE } from '../../../src/report/text/glyphs.ts';

const EVERY_HEIGHT = [1, 2, 3, 4, 5, 6, 7, 8, 4, 1, 1, 0];
const SHARES = [0, 0, 1, 3, 46, 30, 20, 0, 0, 0, 0, 0];
const FEW_BESIDE_MANY = [1, 0, 0, 0, 0, 100_000, 0, 0, 0, 0, 0, 1];
const NOTHING = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

describe('renderHistogram', () => {
  it.each([
    ['in bars, each bucket under its edges', EVERY_HEIGHT, UNICODE, '▁▁ ▂▂ ▃▃ ▄▄ ▅▅ ▆▆ ▇▇ ██ ▄▄ ▁▁ ▁▁'],
    ['in percent where there are no bars', SHARES, ASCII, '       1  3 46 30 20'],
    ['few beside many in bars', FEW_BESIDE_MANY, UNICODE, '▁▁             ██                ▁▁'],
    ['few beside many in percent', FEW_BESIDE_MANY, ASCII, '<1             100               <1'],
    ['nothing without bars', NOTHING, UNICODE, ''],
    ['nothing without percent', NOTHING, ASCII, ''],
  ])('draws %s', (_name, buckets, glyphs, drawn) => {
    expect(renderHistogram(buckets, glyphs)).toBe(drawn);
  });

  it('is no wider than its head, which has edges with their signs above the gap between two buckets', () => {
    expect(histogramHead(UNICODE)).toBe('−50   −10    −1  0 +1   +10   +50 %');
    expect(histogramHead(ASCII)).toBe('-50   -10    -1  0 +1   +10   +50 %');
    expect(histogramHead(ASCII)).toHaveLength(35);
  });
});
