import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Sku } from '../../src/domain/listing.ts';
import { csvBlocks } from '../../src/report/files/csv-blocks.ts';
import { whyNoSkuCell } from '../../src/sheet/why-no-sku-cell.ts';
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

describe('whyNoSkuCell', () => {
  it.each([
    ['', 'is blank'],
    [' \u00a0', 'is blank'],
    [' A', 'has blanks around it'],
    ['A\n', 'holds a line break or another control character'],
    ['A\u0085B', 'holds a line break or another control character'],
    ['A\ud800', 'holds half of a character'],
    ['Summe:', 'reads like the mark of a total'],
    ['**', 'reads like the mark of a total'],
    ['="0005"', 'reads like a formula for another SKU'],
    ['<missing>', 'reads like a cell that was not there'],
    ['A', undefined],
    ['=1+1', undefined],
    ['Total 5', undefined],
  ])('says why no cell can hold %j', (sku, why) => {
    expect(whyNoSkuCell(sku as Sku)).toBe(why);
  });

  it('agrees with what the reader makes of a cell', async () => {
    const naughty = NAUGHTY_TEXTS.map(({ text }) => text).filter((text) => text.length < 1000);
    const text = fc.oneof(fc.constantFrom(...naughty), fc.string({ unit: 'binary', maxLength: 6 }));
    await fc.assert(
      fc.asyncProperty(text, async (sku) => {
        if (whyNoSkuCell(sku as Sku) === undefined) expect(await readBack(sku)).toBe(sku);
      }),
      { numRuns: runs(500) },
    );
  });
});
