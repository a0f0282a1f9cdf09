import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlanEntry } from '../../src/domain/stages.ts';
import { judgeMoves, MovedAmounts } from '../../src/plan/judge-sheet.ts';
import { aListing, aResolved, cents, listingId } from '../support/builders.ts';
import { runs } from '../support/runs.ts';
import { aKeptRecord } from '../support/some-history.ts';

/** What a sheet says of listings that were at 10.00 when sheet and service last agreed. */
function movesOf(
  costs: readonly (number | null)[],
  kind: PlanEntry['kind'] = 'unchanged',
  agreed: number | null = 1000,
) {
  const before = agreed === null ? null : cents(agreed);
  const moved = new MovedAmounts(() => (field) => (field === 'cost' ? before : undefined));
  for (const [index, cost] of costs.entries()) {
    const listing = aListing({ id: listingId(index) });
    const desired = { cost: cost === null ? null : cents(cost) };
    moved.add({
      kind,
      resolved: aResolved({ listing, desired }),
      changes: [],
      notices: [],
      pins: [],
    } as never);
  }
  return moved.moves();
}

const ten = (cost: number) => Array.from({ length: 10 }, () => cost);

describe('MovedAmounts', () => {
  it('is the median ratio, whatever single amounts do', () => {
    expect(movesOf([...ten(1000), 5, 90_000]).cost).toBe(1);
    expect(movesOf(ten(1050)).cost).toBeCloseTo(1.05, 3);
    expect(movesOf(ten(500)).cost).toBeCloseTo(0.5, 3);
  });

  it('says nothing of few amounts, of clears, and of fields that were never agreed on', () => {
    expect(movesOf(ten(2000).slice(1))).toEqual({});
    expect(movesOf([...ten(2000).slice(1), null])).toEqual({});
    expect(movesOf(ten(2000), 'unchanged', 0)).toEqual({});
    expect(movesOf(ten(2000), 'unchanged', null)).toEqual({});
  });

  it.each([
    ['update', 2],
    ['blocked', 2],
    ['held', 2],
    ['unchanged', 2],
    ['unresolved', undefined],
  ] as const)('counts rows that are %s', (kind, move) => {
    const { cost } = movesOf(ten(2000), kind);
    if (move === undefined) expect(cost).toBeUndefined();
    else expect(cost).toBeCloseTo(move, 2);
  });

  it('does not move where fewer than half of the amounts do', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 100_000 }), { maxLength: 40 }), (others) => {
        expect(movesOf([...others, ...Array.from({ length: others.length + 10 }, () => 1000)]).cost).toBe(1);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('judgeMoves', () => {
  const nights = (usual: number, count: number) =>
    Array.from({ length: count }, () => aKeptRecord({ moves: { cost: usual } }));

  it.each([
    [1, false],
    [1.05, false],
    [1.149, false],
    [1.151, true],
    [0.9, false],
    [0.871, false],
    [0.868, true],
    [1.19, true],
    [1 / 1.19, true],
    [100, true],
    [0.5, true],
  ])('a move of %d', (cost, isFound) => {
    expect(judgeMoves({ cost }, nights(1, 7)) !== undefined).toBe(isFound);
    expect(judgeMoves({ minimum_price: cost }, nights(1, 7)) !== undefined).toBe(isFound);
  });

  it.each([
    ['up or down', 1 / 1.2],
    ['in the same way', 1.2],
  ])('grows with how far the amounts usually move, %s', (_, usual) => {
    expect(judgeMoves({ cost: 1.5 }, nights(usual, 7))).toBeUndefined();
    expect(judgeMoves({ cost: 2 }, nights(usual, 7))?.rule).toBe('totals_moved');
  });

  it('does not grow with one odd night', () => {
    const good = [...nights(1, 3), ...nights(3, 1)];
    expect(judgeMoves({ cost: 1.2 }, good)).toBeDefined();
  });

  it.each([
    [
      1.19,
      'cost: half of the amounts went up by 19.0 % or more since the last run (usually by 2.0 %), and the limit is 15.0 %',
    ],
    [
      0.86,
      'cost: half of the amounts went down by 14.0 % or more since the last run (usually by 2.0 %), and the limit is 13.0 %',
    ],
  ])('gives figure, usual figure and limit in one measure: %d', (cost, message) => {
    expect(judgeMoves({ cost }, nights(1.02, 7))?.message).toBe(message);
  });

  it('names each field', () => {
    expect(judgeMoves({ cost: 2, minimum_price: 2, maximum_price: 1 }, [])?.message.split('; ')).toHaveLength(
      2,
    );
  });
});
