import { describe, expect, it } from 'vitest';
import type { PageRow } from '../../../src/report/page/page-row.ts';
import { PageTally } from '../../../src/report/page/page-tally.ts';
import { aMove, aPageRow } from '../../page/support.ts';
import { cents } from '../../support/builders.ts';

function digestOf(rows: readonly PageRow[], missingIsOk = false) {
  const tally = new PageTally({ missingIsOk });
  for (const row of rows) tally.add(row);
  return tally.result();
}

const held = (row: PageRow): PageRow => ({
  ...row,
  status: 'blocked',
  reason: 'max_change',
  live: undefined,
});

describe('PageTally', () => {
  it('tells changes that are made from those that are held back', () => {
    const { moves } = digestOf([aMove(0, 7), aMove(1, 8), held(aMove(2, 90))]);
    expect([...(moves.get('cost') ?? [])]).toEqual([
      ['up5', { going: 2, held: 0 }],
      ['up50', { going: 0, held: 1 }],
    ]);
  });

  it('counts margins less fees, and the updates that no fee is known of', () => {
    const { margins, fees } = digestOf([
      aPageRow({ fees: { share: 50_000 } }),
      aPageRow({ n: 1, fees: { perUnit: cents(100) } }),
      aPageRow({ n: 2 }),
    ]);
    // Of 10.00 less a cost of 6.00, which becomes 6.30.
    expect([...margins.after]).toEqual([
      ['below', 1],
      ['m20', 1],
      ['m50', 1],
    ]);
    expect(fees).toEqual({ said: 2, unsaid: 1 });
  });

  it('counts by status what tiles beside that of the status are about', () => {
    const clear = { field: 'minimum_price', before: cents(900), after: null } as const;
    const { parts } = digestOf([
      aPageRow({ price: 'rise', changes: [clear, { ...clear, field: 'maximum_price' }] }),
      aPageRow({ n: 1, price: 'rise', status: 'held', reason: 'drifted;hold_over' }),
      aPageRow({ n: 2, price: 'within', changes: [{ ...clear, after: cents(800) }] }),
    ]);
    const { status } = aPageRow();
    expect([...parts].map(([filter, counts]) => [filter, [...counts]])).toEqual([
      [
        'price=rise',
        [
          [status, 1],
          ['held', 1],
        ],
      ],
      ['size=cleared', [[status, 1]]],
      ['reason=drifted', [['held', 1]]],
    ]);
  });

  it('counts updates by where they are, and which way they go', () => {
    const down = aMove(1, -5);
    const set = aPageRow({ n: 2, changes: [{ field: 'strategy', before: null, after: 's1' }] });
    const { groups } = digestOf([aMove(0, 5), down, set]);
    expect([...groups.strategy]).toEqual([
      ['', { up: 1, down: 1, other: 0 }],
      ['s1', { up: 0, down: 0, other: 1 }],
    ]);
    expect([...groups.currency]).toEqual([['usd', { up: 1, down: 1, other: 1 }]]);
  });

  it('groups rows by each of their reasons, the most frequent first', () => {
    const both = { ...held(aMove(0, 90)), reason: 'max_change;below_cost' } as const;
    const { reasons } = digestOf([both, held(aMove(1, 90))]);
    expect(reasons.map(({ reason, count, foremost }) => [reason, count, foremost?.first.n])).toEqual([
      ['max_change', 2, 0],
      ['below_cost', 1, undefined],
    ]);
  });

  it('puts first what needs attention, then what no percentage tells, then what moves most, then the rest', () => {
    const missing = aPageRow({ n: 3, status: 'not_found', changes: [], live: undefined });
    const stays = aPageRow({ n: 4, status: 'unchanged', changes: [], live: undefined });
    const clears = { field: 'maximum_price', before: cents(500), after: null } as const;
    const rows = [aMove(0, 2), aMove(1, 9), stays, missing, aPageRow({ n: 5, changes: [clears] })];
    expect(digestOf(rows).foremost.map(({ n }) => n)).toEqual([3, 5, 1, 0, 4]);
    expect(digestOf(rows, true).foremost.map(({ n }) => n)).toEqual([5, 1, 0, 4, 3]);
  });
});
