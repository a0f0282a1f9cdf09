import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AttentionRow, followAttention } from '../../../src/run/history/attention-rows.ts';
import { listingId } from '../../support/builders.ts';
import { runs } from '../../support/runs.ts';
import { night } from './support.ts';

function aRow(fields: Partial<AttentionRow> = {}): AttentionRow {
  return { line: 2, sku: 'A', listingId: null, status: 'not_found', reason: 'not_found', ...fields };
}

/** The news of night after night, each of them given as its rows. */
function follow(nights: readonly (readonly AttentionRow[])[]) {
  let before: ReturnType<typeof followAttention>['lines'] = [];
  return nights.map((rows, index) => {
    const { lines, news } = followAttention(rows, { before, at: night(index + 1), total: rows.length });
    before = lines;
    return { lines, news };
  });
}

describe('followAttention', () => {
  it('carries on since when a row needs attention', () => {
    const [first, second, third] = follow([[aRow()], [aRow()], [aRow({ line: 9 })]]);
    expect(
      [first, second, third].map((each) => each?.lines.map(({ since, nights }) => [since, nights])),
    ).toEqual([[[night(1), 1]], [[night(1), 2]], [[night(1), 3]]]);
    expect(third?.news).toEqual({
      fresh: 0,
      still: 1,
      since: night(1),
      latest: night(1),
      well: 0,
      freshRows: [],
    });
  });

  it.each([
    ['another SKU', { sku: 'B' }],
    ['another listing', { listingId: listingId(1) }],
    ['another status', { status: 'blocked' }],
    ['another reason', { reason: 'max_change' }],
  ] as const)('takes %s for another row', (_, other) => {
    const [, second] = follow([[aRow()], [aRow(other)]]);
    expect(second?.lines).toMatchObject([{ since: night(2), nights: 1 }]);
    expect(second?.news).toMatchObject({ fresh: 1, still: 0, since: undefined, well: 1 });
  });

  it('knows as many rows that are alike as there were: rows that lost their SKU are no less news', () => {
    const lost = (count: number) => Array.from({ length: count }, (_, at) => aRow({ sku: '', line: at + 2 }));
    const [, second, third] = follow([lost(1), lost(4), lost(2)]);
    expect(second?.news).toMatchObject({ fresh: 3, still: 1, well: 0 });
    expect(second?.news.freshRows.map(({ line }) => line)).toEqual([3, 4, 5]);
    expect(third?.news).toMatchObject({ fresh: 0, still: 2, well: 2 });
    expect(third?.lines.map(({ nights }) => nights)).toEqual([3, 2]);
  });

  it('begins again where a row was well for a night', () => {
    const [, , third] = follow([[aRow()], [], [aRow()]]);
    expect(third?.lines).toMatchObject([{ since: night(3), nights: 1 }]);
  });

  it('names the earliest', () => {
    const [, , third] = follow([[aRow()], [aRow(), aRow({ sku: 'B' })], [aRow({ sku: 'B' }), aRow()]]);
    expect(third?.news).toEqual({
      fresh: 0,
      still: 2,
      since: night(1),
      latest: night(2),
      well: 0,
      freshRows: [],
    });
  });

  it('names the first of the new ones', () => {
    const many = Array.from({ length: 30 }, (_, index) => aRow({ line: index + 3, sku: `N${index}` }));
    const [, second] = follow([[aRow()], [...many, aRow()]]);
    expect(second?.news).toMatchObject({ fresh: 30, still: 1 });
    expect(second?.news.freshRows).toHaveLength(20);
    expect(second?.news.freshRows[0]).toEqual({ line: 3, sku: 'N0' });
  });

  it('counts rows that are not kept as new ones', () => {
    const { news } = followAttention([aRow()], { before: [], at: night(1), total: 20_000 });
    expect(news.fresh).toBe(20_000);
  });

  it('does not call well what may be among the rows that are not kept', () => {
    const [first] = follow([[aRow(), aRow({ sku: 'B' })]]);
    const { news } = followAttention([aRow()], { before: first?.lines ?? [], at: night(2), total: 20_000 });
    expect(news.well).toBe(0);
  });

  it('says of every row of any nights what a book says that is kept by hand', () => {
    const anyNight = fc.uniqueArray(fc.nat({ max: 7 }), { maxLength: 8 });
    fc.assert(
      fc.property(fc.array(anyNight, { maxLength: 9 }), (nights) => {
        const followed = follow(nights.map((skus) => skus.map((sku) => aRow({ sku: `SKU-${sku}` }))));
        const since = new Map<number, number>();
        for (const [index, skus] of nights.entries()) {
          const earlier = new Set(since.keys());
          for (const sku of earlier) if (!skus.includes(sku)) since.delete(sku);
          for (const sku of skus) if (!since.has(sku)) since.set(sku, index + 1);
          const expected = skus.map((sku) => {
            const first = since.get(sku) ?? 0;
            return [`SKU-${sku}`, night(first), index + 2 - first];
          });
          expect(followed[index]?.lines.map((line) => [line.sku, line.since, line.nights])).toEqual(expected);
          const still = skus.filter((sku) => earlier.has(sku));
          expect(followed[index]?.news).toEqual({
            freshRows: skus.filter((sku) => !earlier.has(sku)).map((sku) => ({ line: 2, sku: `SKU-${sku}` })),
            fresh: skus.length - still.length,
            still: still.length,
            since:
              still.length === 0 ? undefined : night(Math.min(...still.map((sku) => since.get(sku) ?? 99))),
            latest:
              still.length === 0 ? undefined : night(Math.max(...still.map((sku) => since.get(sku) ?? 0))),
            well: earlier.size - still.length,
          });
        }
      }),
      { numRuns: runs(300) },
    );
  });
});
