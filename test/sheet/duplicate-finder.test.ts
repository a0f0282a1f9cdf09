import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Row, requestedKey, targetKey } from '../../src/domain/row.ts';
import { type DuplicatePolicy, settleDuplicates } from '../../src/domain/settle-duplicates.ts';
import { DuplicateFinder } from '../../src/sheet/settle-rows.ts';
import { aRow, cents, sku } from '../support/builders.ts';
import { runs } from '../support/runs.ts';

type Verdicts = readonly (readonly [line: number, kind: string, other: number])[];

function byFinder(rows: readonly Row[], policy: DuplicatePolicy): Verdicts {
  const finder = new DuplicateFinder(policy);
  for (const row of rows) finder.add(row);
  return [...finder.result()].map(([line, { kind, other }]) => [line, kind, other.line]);
}

/** What the reader of sheets says, which has all rows at hand. */
function bySettling(rows: readonly Row[], policy: DuplicatePolicy): Verdicts {
  const verdicts = settleDuplicates(rows, {
    keyOf: targetKey,
    requestedOf: (row) => (row.kind === 'row' ? requestedKey(row) : undefined),
    policy,
  });
  return [...verdicts].flatMap(([row, { kind, other }]) =>
    row.kind === 'row' ? [[row.line, kind, other.line] as const] : [],
  );
}

const byLine = (verdicts: Verdicts): Verdicts => verdicts.toSorted(([a], [b]) => a - b);
const POLICIES = ['error', 'first', 'last'] as const;

const someRow = fc.record({
  kind: fc.constantFrom('row', 'row', 'row', 'invalid', 'ignored', 'nameless'),
  sku: fc.constantFrom('A', 'B', 'a', 'A ', 'Ä', '1', '01'),
  platform: fc.constantFrom(undefined, undefined, 'amazon', 'walmart'),
  channel: fc.constantFrom(undefined, undefined, 'c1'),
  cost: fc.constantFrom(undefined, null, 500, 600),
  currency: fc.constantFrom(undefined, undefined, 'usd', 'eur'),
});

function toRow(
  {
    kind,
    sku: text,
    platform,
    channel,
    cost,
    currency,
  }: typeof someRow extends fc.Arbitrary<infer T> ? T : never,
  line: number,
): Row {
  const target = { sku: sku(text), platform, channel };
  const cells = [text];
  if (kind === 'invalid') return { kind, line, cells, target, problems: [] };
  if (kind === 'nameless') return { kind: 'invalid', line, cells, problems: [] };
  if (kind === 'ignored') return { kind, line, cells, reason: 'note', message: '' };
  const requested = cost === undefined ? {} : { cost: cost === null ? null : cents(cost) };
  return aRow({ line, cells, target, currency, requested });
}

describe('DuplicateFinder', () => {
  it('agrees with settleDuplicates on any rows', () => {
    fc.assert(
      fc.property(fc.array(someRow, { maxLength: 30 }), fc.constantFrom(...POLICIES), (specs, policy) => {
        const rows = specs.map((spec, index) => toRow(spec, index * 2 + 2));
        expect(byLine(byFinder(rows, policy))).toEqual(byLine(bySettling(rows, policy)));
      }),
      { numRuns: runs(2000) },
    );
  });

  it.each(POLICIES)('agrees with it on many rows, far more than fit at first (%s)', (policy) => {
    const rows = Array.from({ length: 5000 }, (_, index) =>
      aRow({ line: index + 2, sku: `SKU-${index % 4000}`, requested: { cost: cents(index % 3000) } }),
    );
    const found = byFinder(rows, policy);
    expect(byLine(found)).toEqual(byLine(bySettling(rows, policy)));
    expect(found.length).toBeGreaterThan(900);
  });

  it('finds nothing among rows that have nothing in common', () => {
    const rows = Array.from({ length: 100_000 }, (_, index) =>
      aRow({ line: index + 2, sku: `SKU-${index}` }),
    );
    expect(byFinder(rows, 'error')).toEqual([]);
  });

  it('can be asked more than once, and in between', () => {
    const finder = new DuplicateFinder('error');
    expect(finder.result().size).toBe(0);
    finder.add(aRow({ line: 2 }));
    expect(finder.result().size).toBe(0);
    finder.add(aRow({ line: 3 }));
    for (const _ of [1, 2]) expect([...finder.result().keys()]).toEqual([3]);
  });
});
