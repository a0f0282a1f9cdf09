import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlanEntry } from '../../src/domain/stages.ts';
import { guardsOfShard, limitOfShard } from '../../src/plan/guards-of-shard.ts';
import type { GuardLimits, RunRule } from '../../src/plan/limits.ts';
import { aListing, anUpdate, aRow, cents, listingId, sku } from '../support/builders.ts';
import { runs } from '../support/runs.ts';
import { allow, checkRunGuards, someLimits } from './support.ts';

function rulesAgainst(entries: readonly PlanEntry[], limits: GuardLimits): readonly RunRule[] {
  return checkRunGuards(entries, limits, 'usd').map(({ rule }) => rule);
}

type Kind = 'plain' | 'slipped' | 'clear' | 'missing' | 'invalid';

function anEntry(kind: Kind, number: number): PlanEntry {
  const listing = aListing({ id: listingId(number), sku: sku(`SKU-${number}`) });
  const row = aRow({ sku: `SKU-${number}`, line: number + 1 });
  switch (kind) {
    case 'plain':
      return {
        ...anUpdate({ cost: cents(601) }, listing),
        resolved: { ...anUpdate({ cost: cents(601) }, listing).resolved, row },
      };
    case 'slipped':
      return {
        ...anUpdate({ cost: cents(60_000) }, listing),
        resolved: { ...anUpdate({ cost: cents(60_000) }, listing).resolved, row },
      };
    case 'clear':
      return {
        ...anUpdate({ maximum_price: null }, listing),
        resolved: { ...anUpdate({ maximum_price: null }, listing).resolved, row },
      };
    case 'missing':
      return { kind: 'unresolved', row, status: 'not_found', reason: 'sku_not_listed', message: '' };
    case 'invalid':
      return { kind: 'invalid', line: number + 1, cells: [], problems: [] };
  }
}

const someEntries = fc
  .array(fc.constantFrom<Kind>('plain', 'plain', 'slipped', 'clear', 'missing', 'invalid'), {
    minLength: 1,
    maxLength: 40,
  })
  .map((kinds) => kinds.map((kind, index) => anEntry(kind, index + 1)));
const someLimit = fc.oneof(
  fc.nat({ max: 12 }).map((count) => ({ kind: 'count', count }) as const),
  fc.nat({ max: 60 }).map((percent) => ({ kind: 'percent', percent }) as const),
);
const someRules = fc.record({
  maxUpdates: fc.option(someLimit, { nil: undefined }),
  maxClears: someLimit,
  maxInvalid: fc.nat({ max: 60 }),
  maxMissing: fc.option(fc.nat({ max: 60 }), { nil: undefined }),
});

describe('guardsOfShard', () => {
  it('lets no rule that stops one run pass in all shards, however the rows fall', () => {
    fc.assert(
      fc.property(
        someEntries,
        someRules,
        fc.integer({ min: 1, max: 5 }),
        fc.infiniteStream(fc.nat({ max: 4 })),
        (entries, rules, of, deal) => {
          // Columns are judged from twenty rows up, and a shard sees its own alone.
          const limits = someLimits({ ...rules, allow: allow('implausible_column') });
          const whole = {
            rows: entries.length,
            invalid: entries.filter(({ kind }) => kind === 'invalid').length,
          };
          const parts = Array.from({ length: of }, (): PlanEntry[] => []);
          for (const entry of entries) parts[(deal.next().value ?? 0) % of]?.push(entry);
          const found = parts.flatMap((part, index) => {
            const guards = guardsOfShard(limits, { index: index + 1, of }, whole);
            return [...guards.violations.map(({ rule }) => rule), ...rulesAgainst(part, guards.limits)];
          });
          expect(found).toEqual(expect.arrayContaining([...rulesAgainst(entries, limits)]));
        },
      ),
      { numRuns: runs(2000) },
    );
  });

  it('judges the one shard of a whole sheet as a run', () => {
    const limits = someLimits({ maxUpdates: { kind: 'count', count: 3 } });
    expect(guardsOfShard(limits, { index: 1, of: 1 }, { rows: 5, invalid: 5 })).toEqual({
      limits,
      violations: [],
    });
  });

  it('is against every shard where too many rows of the whole sheet are invalid, and says so once', () => {
    const shards = [1, 2].map((index) =>
      guardsOfShard(someLimits(), { index, of: 2 }, { rows: 20, invalid: 3 }),
    );
    for (const { limits, violations } of shards) {
      expect(violations).toEqual([
        {
          rule: 'max_invalid',
          message: '3 of 20 rows are invalid (15.0 %) in the whole sheet, and --max-invalid is 10 %',
        },
      ]);
      expect(rulesAgainst([anEntry('invalid', 1)], limits)).toEqual([]);
    }
    expect(
      guardsOfShard(
        someLimits({ allow: allow('max_invalid') }),
        { index: 1, of: 2 },
        { rows: 20, invalid: 3 },
      ).violations,
    ).toEqual([]);
  });

  it('has nothing against a shard without rows, but against a sheet without rows', () => {
    const shard = { index: 1, of: 4 };
    expect(rulesAgainst([], guardsOfShard(someLimits(), shard, { rows: 3, invalid: 0 }).limits)).toEqual([]);
    expect(rulesAgainst([], guardsOfShard(someLimits(), shard, { rows: 0, invalid: 0 }).limits)).toEqual([
      'empty_sheet',
    ]);
  });

  it('counts percentages in a shard of few rows of a sheet of many, and not in one of few', () => {
    const entries = [anEntry('plain', 1), anEntry('missing', 2)];
    const rulesOf = (rows: number) =>
      rulesAgainst(
        entries,
        guardsOfShard(someLimits({ maxMissing: 20 }), { index: 1, of: 4 }, { rows, invalid: 0 }).limits,
      );
    expect([rulesOf(10), rulesOf(9)]).toEqual([['max_missing'], []]);
  });

  it('names a shard’s part of a number and the whole of it', () => {
    const { limits } = guardsOfShard(
      someLimits({ maxUpdates: { kind: 'count', count: 3 } }),
      { index: 2, of: 2 },
      { rows: 2, invalid: 0 },
    );
    const entries = [anEntry('plain', 1), anEntry('plain', 2)];
    expect(checkRunGuards(entries, limits, 'usd').map(({ message }) => message)).toEqual([
      '2 listings would be updated, and --max-updates is 1 for this shard, of 3 in all',
    ]);
  });
});

describe('limitOfShard', () => {
  it.each([
    [20, 3, [7, 7, 6]],
    [2, 4, [1, 1, 0, 0]],
    [0, 2, [0, 0]],
    [8, 1, [8]],
  ])('deals out %d to %d shards so that nothing is lost and nothing is made', (count, of, parts) => {
    const shares = parts.map((_, index) => limitOfShard({ kind: 'count', count }, { index: index + 1, of }));
    expect(shares).toEqual(parts.map((part) => ({ kind: 'count', count: part, whole: count })));
  });

  it('leaves a percentage as it is', () => {
    expect(limitOfShard({ kind: 'percent', percent: 10 }, { index: 1, of: 4 })).toEqual({
      kind: 'percent',
      percent: 10,
    });
  });
});
