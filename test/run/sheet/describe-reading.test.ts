import { describe, expect, it } from 'vitest';
import { describeReading } from '../../../src/run/sheet/judge-reading.ts';
import { aMap, bytesOf, read } from '../../sheet/support.ts';

describe('describeReading', () => {
  it('says in plain data how a sheet was read', async () => {
    const content = bytesOf('Liste\nSKU;Cost;Min;Titel;x\nA;1,5;2,5;K', [0xe4], 'se;y\n');
    expect(describeReading((await read(content)).reading)).toMatchObject({
      encoding: 'windows-1252',
      encoding_by: 'guessed',
      delimiter: ';',
      quote: '"',
      delimiter_by: 'found',
      header_line: 2,
      lines_above: [1],
      columns: { sku: 'SKU', cost: 'Cost', minimum_price: 'Min' },
      ignored_columns: ['Titel', 'x'],
      decimal_signs: { cost: ',', minimum_price: ',' },
    });
  });

  it('survives being written as JSON', async () => {
    const { reading } = await read('sep=|\nA|5\n', { headerRow: 'none', map: aMap({ sku: 'A', cost: 'B' }) });
    const json = describeReading(reading);
    expect(JSON.parse(JSON.stringify(json))).toEqual(json);
    expect(json).toMatchObject({ delimiter_by: 'sep_line', columns: { sku: 'A', cost: 'B' } });
  });
});
