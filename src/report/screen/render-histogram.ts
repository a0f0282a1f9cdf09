import { BUCKET_COUNT, BUCKET_EDGES } from '../../domain/change-buckets.ts';
import type { Glyphs } from '../text/glyphs.ts';

/** Of a bucket; its last column stays free. */
const WIDTH = 3;

/** With a sign, an edge of two digits fills a bucket's width: those between have no label, so that none touches another. */
const UNLABELLED: readonly number[] = [-20, -5, 5, 20];

/** The head of the histograms: the bucket edges with their signs, each above its gap. */
export function histogramHead({ minus }: Glyphs): string {
  const labels = BUCKET_EDGES.map((edge) => {
    if (UNLABELLED.includes(edge)) return '';
    const sign = edge < 0 ? minus : edge > 0 ? '+' : '';
    return `${sign}${Math.abs(edge)}`;
  });
  return `${labels.map((label) => label.padStart(WIDTH)).join('')} %`;
}

/**
 * How many amounts move how far, a bar for each bucket, the highest being as high as there is; where bars can't be drawn, each
 * bucket's share in percent. A bucket that has any is never drawn as one that has none.
 */
export function renderHistogram(buckets: readonly number[], { bars }: Glyphs): string {
  const total = buckets.reduce((sum, count) => sum + count, 0);
  const highest = Math.max(...buckets);
  const cells = Array.from({ length: BUCKET_COUNT }, (_, index) => {
    const count = buckets[index] ?? 0;
    if (count === 0) return '';
    if (bars.length === 0) return describeShare(count, total);
    const bar = bars[Math.ceil((count / highest) * bars.length) - 1] ?? '';
    return bar.repeat(WIDTH - 1);
  });
  return cells
    .map((cell) => (bars.length === 0 ? cell.padStart(WIDTH - 1).padEnd(WIDTH) : cell.padEnd(WIDTH)))
    .join('')
    .trimEnd();
}

function describeShare(count: number, total: number): string {
  const percent = Math.round((count / total) * 100);
  return percent === 0 ? '<1' : String(percent);
}
