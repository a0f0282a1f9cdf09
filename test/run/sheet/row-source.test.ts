import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/domain/row.ts';
import { RowFactsCollector, setsAnyField } from '../../../src/resolve/row-facts.ts';
import { atOnce } from '../../../src/run/disk/in-slices.ts';
import { toRowSource, toSheetRows } from '../../../src/run/sheet/row-source.ts';
import { scanSheet } from '../../../src/sheet/scan-sheet.ts';
import { aSource, collect, readSheet } from '../../sheet/support.ts';
import { aRow, cents, sku } from '../../support/builders.ts';
import { runs } from '../../support/runs.ts';
import { READING } from '../../support/some-run.ts';

async function open(text: string, duplicates: 'error' | 'first' | 'last') {
  const collector = new RowFactsCollector();
  const options = { ...READING, duplicates };
  const sheet = await scanSheet(aSource(text, 37), options);
  const rows = (await collect(sheet.rows())).flat();
  for (const row of rows) collector.add(row);
  const source = await toSheetRows(sheet, {
    count: rows.length,
    facts: atOnce(collector.result()),
    duplicates,
  });
  const whole = await readSheet(aSource(text), options);
  return { source, whole: whole.rows };
}

const someLine = fc.tuple(
  fc.constantFrom('A', 'a', 'B', 'b', 'C', 'D', ''),
  fc.constantFrom('1.50', '2', 'x', ''),
  fc.constantFrom('amazon', 'walmart', ''),
);
const someText = fc
  .array(someLine, { maxLength: 14 })
  .map((lines) => `sku,cost,platform\n${lines.map((cells) => cells.join(',')).join('\n')}\n`);

function lookedUp(rows: readonly Row[]): readonly string[] {
  const skus = rows.flatMap((row) => (row.kind === 'row' && setsAnyField(row) ? [row.target.sku] : []));
  return [...new Set(skus)].toSorted();
}

describe('toSheetRows', () => {
  it('gives the rows of the whole sheet, and knows what there is to look up', async () => {
    await fc.assert(
      fc.asyncProperty(someText, fc.constantFrom('error', 'first', 'last'), async (text, duplicates) => {
        const { source, whole } = await open(text, duplicates);
        expect((await collect(source.batches())).flat()).toEqual(whole);
        expect(source.count).toBe(whole.length);
        expect(source.facts.skus).toBe(lookedUp(whole).length);
        const { isWanted } = source.facts;
        expect(lookedUp(whole).filter((text) => !isWanted(sku(text)))).toEqual([]);
        expect(isWanted(sku('Z'))).toBe(false);
        // What nobody looks up is not wanted either: how much paging found is told by how much of it was wanted.
        const named = whole.flatMap((row) => ('target' in row && row.target ? [row.target.sku] : []));
        const looked = lookedUp(whole);
        expect(named.filter((text) => isWanted(text) && !looked.includes(text))).toEqual([]);
      }),
      { numRuns: runs(300) },
    );
  });

  it('holds every row that may lead to the listing of another one, without its cells', async () => {
    await fc.assert(
      fc.asyncProperty(someText, async (text) => {
        const { source, whole } = await open(text, 'error');
        const bySku = new Map<string, Row[]>();
        for (const row of whole) {
          if (!('target' in row) || !row.target) continue;
          const key = row.target.sku.toLowerCase();
          bySku.set(key, [...(bySku.get(key) ?? []), { ...row, cells: [] }]);
        }
        expect(source.rowsBySku).toEqual(new Map([...bySku].filter(([, rows]) => rows.length > 1)));
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('toRowSource', () => {
  it('makes the rows anew each time they are gone through', async () => {
    let made = 0;
    const source = await toRowSource(() => {
      made++;
      return [aRow({ line: 2, sku: 'A', requested: { cost: cents(1) } }), aRow({ line: 3, sku: 'B' })];
    });
    expect(source).toMatchObject({ count: 2, facts: { skus: 1 }, rowsBySku: new Map() });
    expect(['A', 'B'].map((text) => source.facts.isWanted(sku(text)))).toEqual([true, false]);
    expect((await collect(source.batches())).flat()).toHaveLength(2);
    expect((await collect(source.batches())).flat()).toHaveLength(2);
    expect(made).toBe(3);
  });

  it('tells rows of the sheet from rows to go through, where one has several listings', async () => {
    const rows = [2, 2, 2, 3, 5, 5].map((line) => aRow({ line }));
    expect(await toRowSource(() => rows)).toMatchObject({ count: 6, sheetRows: 3 });
  });
});
