import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RowIndex } from '../../src/page/row-index.ts';
import { parseFragment } from '../../src/page/view-state.ts';
import type { PageRow } from '../../src/report/page/page-row.ts';
import { cents } from '../support/builders.ts';
import { runs } from '../support/runs.ts';
import { aMove, aPageRow } from './support.ts';

const unchanged = { changes: [], live: undefined, status: 'unchanged' } as const;
const ROWS = [
  aPageRow({ n: 0, sku: 'Red-Mug', ...unchanged }),
  aMove(1, 3),
  aPageRow({
    n: 2,
    sku: 'GREEN',
    status: 'blocked',
    reason: 'max_change;below_cost',
    message: 'cost moves from 6.00 to 60.00',
    changes: [{ field: 'cost', before: cents(600), after: cents(6000) }],
    live: undefined,
  }),
  aMove(3, -12),
  aPageRow({
    n: 4,
    status: 'not_found',
    reason: 'sku_not_listed',
    message: 'No listing has this SKU',
    listing: undefined,
    changes: [],
    live: undefined,
  }),
  aPageRow({
    n: 5,
    price: 'rise',
    listing: { ...aPageRow().listing, channel: 'c2', currency: 'eur', platform: 'walmart' } as never,
    changes: [
      { field: 'strategy', before: null, after: 's1' },
      { field: 'minimum_price', before: cents(1000), after: null },
    ],
  }),
];

const indexOf = (rows: readonly PageRow[] = ROWS, missingIsOk = false) =>
  new RowIndex(rows, { missingIsOk, isReviewed: false });
const linesOf = (index: RowIndex, fragment: string) =>
  index.find(parseFragment(fragment)).map(({ row }) => row.n);

describe('RowIndex', () => {
  it.each([
    ['what matters first, with what no percentage tells before all moves', '', [2, 4, 5, 3, 1, 0]],
    ['the sheet', '#sort=line', [0, 1, 2, 3, 4, 5]],
    ['the sheet from its end', '#sort=-line', [5, 4, 3, 2, 1, 0]],
    ['size', '#sort=size', [2, 3, 1, 0, 4, 5]],
    ['a field: rises, falls, then what does not change', '#sort=cost', [2, 1, 3, 0, 4, 5]],
    ['reason, rows without one last', '#sort=reason', [2, 4, 0, 1, 3, 5]],
  ])('orders by %s', (_name, fragment, expected) => {
    expect(linesOf(indexOf(), fragment)).toEqual(expected);
  });

  it.each([
    ['a status', '#status=planned', [1, 3, 5]],
    ['what needs attention', '#status=needs_you', [2, 4]],
    ['one of several reasons', '#reason=below_cost', [2]],
    ['a part of a reason', '#reason=below', []],
    ['a strategy that is set by the row', '#strategy=s1', [5]],
    ['no strategy, of rows that it is known of', '#strategy=', [1, 2, 3]],
    ['a channel', '#channel=c2', [5]],
    ['a currency', '#currency=usd', [0, 1, 2, 3]],
    ['a size', '#size=10', [2, 3]],
    ['what is cleared', '#size=cleared', [5]],
    ['a part of a chart', '#move=cost:down10', [3]],
    ['cleared amounts', '#move=minimum_price:cleared', [5]],
    ['a field that changes, also where it is held back', '#field=cost', [1, 2, 3]],
    ['a field without amounts', '#field=strategy', [5]],
    ['a field that there is none of', '#field=__proto__', []],
    ['a status that there is none of', '#status=fine', []],
    ['a part that there is none of', '#move=cost:up7', []],
    ['a margin that there is none of', '#margin=x', []],
    ['a size that is none', '#size=x', []],
    ['a margin', '#margin=unknown', [5]],
    ['a price that has to move', '#price=rise', [5]],
    ['no price that has to fall', '#price=fall', []],
    ['a SKU in any case', '#q=red-mug', [0]],
    ['words of a message and of a SKU', '#q=moves+green', [2]],
    ['a word of a reason', '#q=not_listed', [4]],
    ['nothing that is there', '#q=zzz', []],
    ['several things', '#status=planned&size=10', [3]],
  ])('finds %s', (_name, fragment, expected) => {
    expect(linesOf(indexOf(), `${fragment}&sort=line`)).toEqual(expected);
  });

  it('takes SKUs that are not listed for normal where the run did', () => {
    const index = indexOf(ROWS, true);
    expect(linesOf(index, '#status=needs_you')).toEqual([2]);
  });

  it('puts many rows in the order that a plain sort gives, equal ones in the order of the sheet', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 60 }), (percents) => {
        const rows = percents.map((percent, n) =>
          percent === 0 ? aPageRow({ n, ...unchanged }) : aMove(n, percent),
        );
        const index = indexOf(rows);
        const sizes = percents.map((percent, n) => ({ n, size: percent === 0 ? -1 : Math.abs(percent) }));
        const plain = sizes.sort((one, other) => other.size - one.size || one.n - other.n).map(({ n }) => n);
        expect(linesOf(index, '#sort=size')).toEqual(plain);
        expect(linesOf(index, '#sort=-size')).toEqual(plain.toReversed());
        expect(linesOf(index, '')).toEqual(plain);
      }),
      { numRuns: runs(500, 100) },
    );
  });

  it('counts for each reason the rows that choosing it finds', () => {
    const blocked = { status: 'blocked', changes: [], live: undefined } as const;
    const rows = [
      ...ROWS,
      aPageRow({ n: 6, ...blocked, reason: 'below_cost' }),
      aPageRow({ n: 7, ...blocked, reason: 'below_cost;zero_price' }),
    ];
    const index = indexOf(rows);
    const counts = [...index.countReasons()];
    expect(counts).toEqual([
      ['max_change', 1],
      ['below_cost', 3],
      ['sku_not_listed', 1],
      ['zero_price', 1],
    ]);
    for (const [reason, count] of counts)
      expect(linesOf(index, `#reason=${reason}`), reason).toHaveLength(count);
  });
});
