import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Sku } from '../../src/domain/listing.ts';
import { csvBlocks } from '../../src/report/files/csv-file.ts';
import { explainUnwritableSku } from '../../src/sheet/parse-row.ts';
import { NAUGHTY_TEXTS } from '../support/naughty-text.ts';
import { runs } from '../support/runs.ts';
import { read } from './support.ts';

/** The SKU that is read from a sheet in which one was written. */
async function readBack(sku: string): Promise<string | undefined> {
  const sheet = [
    ...csvBlocks([
      ['sku', 'cost'],
      [sku, '1.00'],
      ['last', '1.00'],
    ]),
  ].join('');
  const { rows } = await read(sheet);
  const [row] = rows.filter(({ line }) => line === 2);
  return row?.kind === 'row' ? row.target.sku : undefined;
}

describe('explainUnwritableSku', () => {
  it.each([
    ['', 'is blank'],
    [' \u00a0', 'is blank'],
    [' A', 'has spaces before or after it'],
    ['A\n', 'holds a line break or another control character'],
    ['A\u0085B', 'holds a line break or another control character'],
    ['A\ud800', 'contains half of a character'],
    ['Summe:', 'looks like a total'],
    ['**', 'looks like a total'],
    ['="0005"', 'looks like a formula for another SKU'],
    ['<missing>', 'looks like the mark for a missing cell'],
    ['A', undefined],
    ['=1+1', undefined],
    ['Total 5', undefined],
  ])('says why no cell can hold %j', (sku, why) => {
    expect(explainUnwritableSku(sku as Sku)).toBe(why);
  });

  it('agrees with what the reader makes of a cell', async () => {
    const naughty = NAUGHTY_TEXTS.map(({ text }) => text).filter((text) => text.length < 1000);
    const text = fc.oneof(fc.constantFrom(...naughty), fc.string({ unit: 'binary', maxLength: 6 }));
    await fc.assert(
      fc.asyncProperty(text, async (sku) => {
        if (explainUnwritableSku(sku as Sku) === undefined) expect(await readBack(sku)).toBe(sku);
      }),
      { numRuns: runs(500) },
    );
  });
});
