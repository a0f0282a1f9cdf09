import { describe, expect, it } from 'vitest';
import { histogramHead, renderHistogram } from '../../../src/report/screen/render-histogram.ts';
import { ASCII, UNICODE } from '../../../src/report/text/glyphs.ts';

const FEW_BESIDE_MANY = [1, 0, 0, 0, 0, 100_000, 0, 0, 0, 0, 0, 1];
const NOTHING = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

describe('renderHistogram', () => {
  it.each([
    ['each bucket under its edges', [1, 2, 3, 4, 5, 6, 7, 8, 4, 1, 1, 0], '▁▁ ▂▂ ▃▃ ▄▄ ▅▅ ▆▆ ▇▇ ██ ▄▄ ▁▁ ▁▁'],
    ['what is few beside what is many', FEW_BESIDE_MANY, '▁▁             ██                ▁▁'],
    ['nothing of nothing', NOTHING, ''],
  ])('draws %s', (_name, buckets, bars) => {
    expect(renderHistogram(buckets, UNICODE)).toBe(bars);
  });

  it.each([
    ['shares', [0, 0, 1, 3, 46, 30, 20, 0, 0, 0, 0, 0], '       1  3 46 30 20'],
    ['what is few beside what is many', FEW_BESIDE_MANY, '<1             100               <1'],
    ['nothing of nothing', NOTHING, ''],
  ])('where there are no bars, tells %s in percent', (_name, buckets, shares) => {
    expect(renderHistogram(buckets, ASCII)).toBe(shares);
  });

  it('is no wider than its head, which has edges with their signs above the gap between two buckets', () => {
    expect(histogramHead(UNICODE)).toBe('−50   −10    −1  0 +1   +10   +50 %');
    expect(histogramHead(ASCII)).toBe('-50   -10    -1  0 +1   +10   +50 %');
    expect(histogramHead(ASCII)).toHaveLength(35);
  });
});
