import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defuseCell } from '../../../src/domain/csv-cells.ts';
import { csvBlocks } from '../../../src/report/files/csv-file.ts';
import { readRecords } from '../../../src/sheet/parse-records.ts';
import { runs } from '../../support/runs.ts';

async function recordsOf(text: string, delimiter: string): Promise<readonly (readonly string[])[]> {
  const dialect = { delimiter, quote: '"', padded: false } as const;
  async function* pieces(): AsyncGenerator<string> {
    if (text !== '') yield text;
  }
  const all: (readonly string[])[] = [];
  for await (const records of readRecords(pieces(), { dialect, name: 'x' })) {
    all.push(...records.map(({ cells }) => cells));
  }
  return all;
}

describe('csvBlocks', () => {
  it.each([
    [250, [250]],
    [251, [250, 1]],
    [600, [250, 250, 100]],
  ])('puts %d records into blocks of %j', (number, sizes) => {
    const records = Array.from({ length: number }, (_, index) => [String(index), 'x']);
    const blocks = [...csvBlocks(records)];
    expect(blocks.map((block) => block.trimEnd().split('\n').length)).toEqual(sizes);
    expect(blocks.join('')).toBe(records.map((cells) => `${cells.join(',')}\n`).join(''));
    const others = [...csvBlocks(records, { delimiter: ';' })].join('');
    expect(others).toBe(records.map((cells) => `${cells.join(';')}\n`).join(''));
  });

  it('writes what csv-stringify writes, whatever the cells hold', () => {
    const part = fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('', 'a', 'Z9', '0', '-1', 'a b', '€', 'ä') },
      { weight: 1, arbitrary: fc.constantFrom(...'\'"=+-@＝,;\t|:\r\n \u00ad\u200b') },
    );
    const cell = fc.array(part, { maxLength: 3 }).map((parts) => parts.join(''));
    const records = fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 5 });
    const delimiters = fc.constantFrom(',', ';', '\t', '|', ' ', 'a', "'", '::', '-');
    fc.assert(
      fc.property(records, delimiters, (records, delimiter) => {
        const defused = records.map((cells) => cells.map(defuseCell));
        expect([...csvBlocks(records, { delimiter })].join('')).toBe(stringify(defused, { delimiter }));
      }),
      { numRuns: runs(3000) },
    );
  });

  it('writes what the reader reads back, whatever the cells hold', async () => {
    const character = fc.oneof(
      fc.constantFrom(...'\'"=+-@＝,;\t|\r\n0 a'),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    );
    const cell = fc.array(character, { maxLength: 6 }).map((characters) => characters.join(''));
    const records = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(records, fc.constantFrom(',', ';', '\t', '|'), async (records, delimiter) => {
        const text = [...csvBlocks(records, { delimiter })].join('');
        const isFilled = (cells: readonly string[]) => cells.some((each) => defuseCell(each).trim() !== '');
        expect(await recordsOf(text, delimiter)).toEqual(records.filter(isFilled));
      }),
      { numRuns: runs(1000) },
    );
  });
});
