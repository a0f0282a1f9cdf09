import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeyRefusedError } from '../../src/domain/errors.ts';
import type { Listing, Sku } from '../../src/domain/listing.ts';
import { skuGroup } from '../../src/domain/rewritten-sku.ts';
import type { RowsBySku, SheetRow } from '../../src/domain/row.ts';
import { type LookedUp, RowLookups, SkuLookups } from '../../src/resolve/look-up-skus.ts';
import { aListing, aRow, cents, listingId, sku } from '../support/builders.ts';
import { turn } from '../support/gate.ts';
import { runs } from '../support/runs.ts';

/** The groups that have several rows. */
function groupBySku(rows: readonly SheetRow[]): RowsBySku<SheetRow> {
  const groups = new Map<string, SheetRow[]>();
  for (const row of rows) {
    const key = skuGroup(row.target.sku);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return new Map([...groups].filter(([, group]) => group.length > 1));
}

const anyOf: (sku: Sku) => readonly Listing[] = (sku) => [aListing({ sku })];

/** Lookups for rows, the key being refused after some of them. */
function prepare(rows: readonly SheetRow[], refusedAfter = Number.POSITIVE_INFINITY, listed = anyOf) {
  const asked: Sku[] = [];
  const lookups = new SkuLookups({
    findListings: async (sku) => {
      asked.push(sku);
      if (asked.length > refusedAfter) throw new KeyRefusedError('no');
      return listed(sku);
    },
    total: rows.length,
    width: () => 3,
    maxFailures: 100,
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  const rowLookups = new RowLookups(lookups, groupBySku(rows));
  /** What the rows find when it is their turn, cut into batches. */
  async function through(batches: readonly (readonly SheetRow[])[]): Promise<readonly unknown[]> {
    const found: unknown[] = [];
    for await (const { rows: some, find } of rowLookups.through(inTurn(batches)))
      for (const row of some) found.push(row.kind === 'row' && find(row.target));
    return found;
  }
  return { asked, lookups, rowLookups, through };
}

const wishing = (text: string, line: number) => aRow({ line, sku: text, requested: { cost: cents(1) } });

async function* inTurn<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

describe('RowLookups', () => {
  it('asks once for each SKU however the rows are cut into batches, and knows each when it is its turn', async () => {
    const texts = fc.array(fc.constantFrom('A', 'a', 'B', 'C', 'c', 'D', 'E', 'F'), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 1, max: 6 }), async (names, size) => {
        const rows = names.map((name, index) => wishing(name, index + 2));
        const { asked, through } = prepare(rows);
        const cut = Array.from({ length: Math.ceil(rows.length / size) }, (_, index) =>
          rows.slice(index * size, (index + 1) * size),
        );
        expect(await through(cut)).toEqual(
          rows.map(({ target }) => ({ kind: 'found', listings: [aListing({ sku: target.sku })] })),
        );
        expect(asked.toSorted()).toEqual([...new Set(names)].toSorted());
      }),
      { numRuns: runs(200) },
    );
  });

  it('goes through many rows in order, a thousand at a time, and looks the next ones up meanwhile', async () => {
    const rows = Array.from({ length: 3500 }, (_, index) => wishing(`SKU-${index % 3000}`, index + 2));
    const { asked, rowLookups } = prepare(rows);
    const seen: { readonly line: number; readonly asked: number }[] = [];
    for await (const { rows: some } of rowLookups.through(inTurn([rows]))) {
      const [first] = some;
      seen.push({ line: first?.kind === 'row' ? first.line : -1, asked: asked.length });
      await turn();
    }
    expect(seen.map(({ line }) => line)).toEqual([2, 1002, 2002, 3002]);
    expect(seen[0]?.asked).toBeGreaterThan(1000);
    expect(asked).toHaveLength(3000);
  });

  it('looks the rows up together that share a SKU but for its case', async () => {
    const rows = [wishing('A', 2), ...Array.from({ length: 2500 }, (_, n) => wishing(`B-${n}`, n + 3))];
    const last = wishing('a', 9999);
    const { asked, rowLookups } = prepare([...rows, last]);
    for await (const { find } of rowLookups.through(inTurn([[...rows, last]]))) {
      expect([find({ sku: 'A' as Sku })?.kind, find({ sku: 'a' as Sku })?.kind]).toEqual(['found', 'found']);
      expect(asked.slice(0, 1001)).toEqual(expect.arrayContaining(['A', 'a']));
    }
  });

  it('forgets what no other row shares', async () => {
    const rows = Array.from({ length: 1500 }, (_, n) => wishing(`SKU-${n}`, n + 2));
    const { rowLookups } = prepare(rows);
    const batches: LookedUp[] = [];
    for await (const batch of rowLookups.through(inTurn([rows]))) batches.push(batch);
    expect(batches.map(({ find }) => find({ sku: 'SKU-0' as Sku })?.kind)).toEqual(['found', undefined]);
  });

  it('finds listings by their ids too, whose SKUs have lost their zeros, also for rows far below', async () => {
    const account = [
      aListing({ id: listingId(1), sku: sku('00000012') }),
      aListing({ id: listingId(2), sku: sku('00000034') }),
      aListing({ id: listingId(3), sku: sku('12') }),
    ];
    const named = (text: string, line: number, number: number) =>
      aRow({ line, sku: text, requested: { cost: cents(1) }, target: { listingId: listingId(number) } });
    const between = Array.from({ length: 1500 }, (_, n) => wishing(`SKU-${n}`, n + 10));
    const rows = [named('12', 2, 1), named('34', 3, 2), named('12', 4, 3), ...between, named('12', 2000, 1)];
    const { rowLookups } = prepare(rows, undefined, (wanted) =>
      account.filter((listing) => listing.sku === wanted),
    );
    const found: unknown[] = [];
    for await (const { rows: some, find } of rowLookups.through(inTurn([rows])))
      for (const row of some) {
        if (row.kind !== 'row' || row.target.listingId === undefined) continue;
        const lookup = find(row.target);
        found.push(lookup?.kind === 'found' && lookup.listings.map((listing) => listing.sku));
      }
    expect(found).toEqual([['12', '00000012'], ['00000034'], ['12', '00000012'], ['12', '00000012']]);
  });

  it('begins no further lookup once one has ended the looking up', async () => {
    const rows = Array.from({ length: 5000 }, (_, n) => wishing(`SKU-${n}`, n + 2));
    const { asked, lookups, rowLookups } = prepare(rows, 1200);
    const batches: LookedUp[] = [];
    for await (const batch of rowLookups.through(inTurn([rows]))) batches.push(batch);
    expect(batches.flatMap((batch) => batch.rows)).toEqual(rows);
    expect(lookups.stop).toBeInstanceOf(KeyRefusedError);
    expect(asked.length).toBeLessThanOrEqual(1200 + 6);
  });

  it('asks for nothing for a row that sets nothing', async () => {
    const { asked, through } = prepare([]);
    expect(await through([[aRow({ sku: 'A' })]])).toEqual([undefined]);
    expect(asked).toEqual([]);
  });
});
