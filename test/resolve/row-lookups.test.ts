import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldSku, type Sku } from '../../src/domain/listing.ts';
import type { AlikeRows, SheetRow } from '../../src/domain/row.ts';
import { SkuLookups } from '../../src/resolve/look-up-skus.ts';
import { RowLookups } from '../../src/resolve/row-lookups.ts';
import { aListing, aRow, cents } from '../support/builders.ts';

/** Those that several rows share but for their case. */
function groupAlike(rows: readonly SheetRow[]): AlikeRows<SheetRow> {
  const groups = new Map<string, SheetRow[]>();
  for (const row of rows) {
    const key = foldSku(row.target.sku);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return new Map([...groups].filter(([, group]) => group.length > 1));
}

function prepare(rows: readonly SheetRow[]) {
  const asked: Sku[] = [];
  const lookups = new SkuLookups({
    findListings: async (sku) => {
      asked.push(sku);
      return [aListing({ sku })];
    },
    total: rows.length,
    width: 3,
    maxFailures: 100,
    signal: new AbortController().signal,
    onProgress: () => {},
  });
  return { asked, rowLookups: new RowLookups(lookups, groupAlike(rows)) };
}

const wishing = (text: string, line: number) => aRow({ line, sku: text, wishes: { cost: cents(1) } });

describe('RowLookups', () => {
  it('asks once for each SKU however the rows are cut into batches, and knows each when it is its turn', async () => {
    const texts = fc.array(fc.constantFrom('A', 'a', 'B', 'C', 'c', 'D', 'E', 'F'), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 1, max: 6 }), async (names, size) => {
        const rows = names.map((name, index) => wishing(name, index + 2));
        const { asked, rowLookups } = prepare(rows);
        for (let from = 0; from < rows.length; from += size) {
          const batch = rows.slice(from, from + size);
          await rowLookups.load(batch);
          const known = batch.map(({ target }) => rowLookups.find(target.sku));
          expect(known).toEqual(
            batch.map(({ target }) => ({ kind: 'found', listings: [aListing({ sku: target.sku })] })),
          );
        }
        expect(asked.toSorted()).toEqual([...new Set(names)].toSorted());
      }),
      { numRuns: 200 },
    );
  });

  it('looks the rows up together that share a SKU but for its case, and remembers them', async () => {
    const rows = [wishing('A', 2), wishing('B', 3), wishing('a', 4)];
    const { asked, rowLookups } = prepare(rows);
    await rowLookups.load(rows.slice(0, 1));
    expect(asked.toSorted()).toEqual(['A', 'a']);
    await rowLookups.load(rows.slice(1, 2));
    expect(rowLookups.find(rows[2]?.target.sku as Sku)).toMatchObject({ kind: 'found' });
    await rowLookups.load(rows.slice(2));
    expect(asked.toSorted()).toEqual(['A', 'B', 'a']);
  });

  it('forgets what no other row shares', async () => {
    const rows = [wishing('A', 2), wishing('B', 3)];
    const { rowLookups } = prepare(rows);
    await rowLookups.load(rows.slice(0, 1));
    await rowLookups.load(rows.slice(1));
    expect(rowLookups.find(rows[0]?.target.sku as Sku)).toBeUndefined();
  });

  it('asks for nothing for a row that sets nothing', async () => {
    const { asked, rowLookups } = prepare([]);
    await rowLookups.load([aRow({ sku: 'A' })]);
    expect(asked).toEqual([]);
  });
});
