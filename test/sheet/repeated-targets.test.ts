import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Row, targetKey, wishesKey } from '../../src/domain/row.ts';
import { type DuplicatePolicy, settleDuplicates } from '../../src/domain/settle-duplicates.ts';
import { hashText } from '../../src/sheet/hash-text.ts';
import { RepeatedTargets } from '../../src/sheet/repeated-targets.ts';
import { aRow, cents, listingId, sku } from '../support/builders.ts';

vi.mock('../../src/sheet/hash-text.ts', { spy: true });
afterEach(() => {
  vi.mocked(hashText).mockReset();
});

type Verdicts = readonly (readonly [line: number, kind: string, other: Row])[];

function afterReadings(rows: readonly Row[]): RepeatedTargets {
  const repeated = new RepeatedTargets();
  for (const row of rows) repeated.see(row);
  for (const row of rows) repeated.hold(row);
  return repeated;
}

function byReadings(rows: readonly Row[], policy: DuplicatePolicy): Verdicts {
  const verdicts = afterReadings(rows).settle(policy);
  return [...verdicts].map(([line, { kind, other }]) => [line, kind, other]);
}

/** What comes of settling all rows at once. */
function atOnce(rows: readonly Row[], policy: DuplicatePolicy): Verdicts {
  const verdicts = settleDuplicates(rows, {
    keyOf: (row) =>
      (row.kind === 'row' || row.kind === 'invalid') && row.target ? targetKey(row.target) : undefined,
    wishesOf: (row) => (row.kind === 'row' ? wishesKey(row) : undefined),
    policy,
  });
  return [...verdicts].flatMap(([row, { kind, other }]) =>
    row.kind === 'row' ? [[row.line, kind, other] as const] : [],
  );
}

const POLICIES = ['error', 'first', 'last'] as const;

const someRow = fc.record({
  kind: fc.constantFrom('row', 'row', 'row', 'invalid', 'ignored', 'nameless'),
  sku: fc.oneof(fc.constantFrom('A', 'B', 'a', 'A ', '', '01'), fc.string({ unit: 'binary', maxLength: 2 })),
  listing: fc.constantFrom(undefined, undefined, undefined, 1, 2),
  platform: fc.constantFrom(undefined, undefined, 'amazon', 'walmart'),
  channel: fc.constantFrom(undefined, undefined, 'c1', 'amazon'),
  cost: fc.constantFrom(undefined, null, 500, 600),
  currency: fc.constantFrom(undefined, undefined, 'usd', 'eur'),
});

type Spec = typeof someRow extends fc.Arbitrary<infer T> ? T : never;

function toRow({ kind, sku: text, listing, platform, channel, cost, currency }: Spec, line: number): Row {
  const id = listing === undefined ? undefined : listingId(listing);
  const target = { sku: sku(text), listingId: id, platform, channel };
  const cells = [text];
  if (kind === 'invalid') return { kind, line, cells, target, problems: [] };
  if (kind === 'nameless') return { kind: 'invalid', line, cells, problems: [] };
  if (kind === 'ignored') return { kind, line, cells, reason: 'note', message: '' };
  const wishes = cost === undefined ? {} : { cost: cost === null ? null : cents(cost) };
  return aRow({ line, cells, target, currency, wishes });
}

const someRows = fc
  .array(someRow, { maxLength: 30 })
  .map((specs) => specs.map((spec, index) => toRow(spec, index * 2 + 2)));

function expectSameAtOnce(): void {
  fc.assert(
    fc.property(someRows, fc.constantFrom(...POLICIES), (rows, policy) => {
      expect(byReadings(rows, policy)).toEqual(atOnce(rows, policy));
    }),
    { numRuns: 3000 },
  );
}

describe('RepeatedTargets', () => {
  it('says of any rows what settling all of them at once says', expectSameAtOnce);

  it('says so too where texts that differ often have the same hash', () => {
    vi.mocked(hashText).mockImplementation((text) => text.length % 3);
    expectSameAtOnce();
    const rows = ['A', 'B'].map((text, index) => aRow({ line: index + 2, sku: text }));
    expect([afterReadings(rows).any, byReadings(rows, 'error')]).toEqual([true, []]);
  });

  it('counts the SKUs of rows that wish something', () => {
    fc.assert(
      fc.property(someRows, (rows) => {
        const wishing = rows.flatMap((row) =>
          row.kind === 'row' && Object.keys(row.wishes).length > 0 ? [row.target.sku] : [],
        );
        expect(afterReadings(rows).distinctSkus).toBe(new Set(wishing).size);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(POLICIES)('says so of many rows as well, far more than fit at first (%s)', (policy) => {
    const rows = Array.from({ length: 5000 }, (_, index) =>
      aRow({ line: index + 2, sku: `SKU-${index % 4000}`, wishes: { cost: cents(index % 3000) } }),
    );
    const found = byReadings(rows, policy);
    expect(found).toEqual(atOnce(rows, policy));
    expect(found.length).toBeGreaterThan(900);
  });

  it('has nothing to hold where no two rows speak of the same thing', () => {
    const repeated = new RepeatedTargets();
    for (let index = 0; index < 100_000; index++)
      repeated.see(aRow({ line: index + 2, sku: `SKU-${index}` }));
    expect(repeated.any).toBe(false);
  });
});
