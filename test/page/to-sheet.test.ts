import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { restoreCell } from '../../src/domain/formula-cell.ts';
import { isInSheet, toSheet } from '../../src/page/to-sheet.ts';
import { cents } from '../support/builders.ts';
import { NAUGHTY_SKUS } from '../support/naughty-text.ts';
import { unmarked } from '../support/unmarked.ts';
import { aPageRow } from './support.ts';

const sheetOf = (...given: Parameters<typeof toSheet>): string => unmarked(toSheet(...given));

const PLAIN = { delimiter: ',', decimalSign: '.', moneyUnit: 'major', clearToken: 'null' } as const;
const ID = '00000000-0000-4000-8000-000000000001';

describe('toSheet', () => {
  it('sets each listing to what its row wishes for, and clears with null', () => {
    const rows = [
      aPageRow({
        changes: [
          { field: 'cost', before: cents(600), after: cents(5) },
          { field: 'repricing', before: true, after: false },
        ],
      }),
      aPageRow({ sku: 'B', changes: [{ field: 'maximum_price', before: cents(2000), after: null }] }),
    ];
    expect(sheetOf(rows, PLAIN)).toBe(
      `listing_id,sku,currency,cost,maximum_price,repricing\n${ID},SKU-0,usd,0.05,,false\n${ID},B,usd,,null,\n`,
    );
  });

  it('writes cents, and says so, where one of the currencies has no hundredths', () => {
    const yen = { ...aPageRow().listing, currency: 'jpy' } as never;
    expect(sheetOf([aPageRow(), aPageRow({ listing: yen })], PLAIN)).toBe(
      `listing_id,sku,currency,cost_cents\n${ID},SKU-0,usd,630\n${ID},SKU-0,jpy,630\n`,
    );
  });

  it('says the bounds that an update keeps, so that a strategy does not compute others upon its cost', () => {
    const pins = { minimum_price: cents(1000), maximum_price: cents(2000) };
    expect(sheetOf([aPageRow({ pins })], PLAIN)).toBe(
      `listing_id,sku,currency,cost,minimum_price,maximum_price\n${ID},SKU-0,usd,6.30,10.00,20.00\n`,
    );
  });

  it.each([
    [{ ...PLAIN, delimiter: ';', decimalSign: ',' }, 'cost;maximum_price', '6,30;LEER'],
    [{ ...PLAIN, decimalSign: ',' }, 'cost,maximum_price', '"6,30",LEER'],
    [{ ...PLAIN, delimiter: '\t', moneyUnit: 'cents' }, 'cost_cents\tmaximum_price_cents', '630\tLEER'],
    [{ ...PLAIN, delimiter: '^' }, 'cost^maximum_price', '6.30^LEER'],
  ] as const)('is written as the sheet of the run was: %j', (shape, header, cells) => {
    const row = aPageRow({
      changes: [
        { field: 'cost', before: cents(600), after: cents(630) },
        { field: 'maximum_price', before: cents(2000), after: null },
      ],
    });
    const at = shape.delimiter;
    expect(sheetOf([row], { ...shape, clearToken: 'LEER' })).toBe(
      `listing_id${at}sku${at}currency${at}${header}\n${ID}${at}SKU-0${at}usd${at}${cells}\n`,
    );
  });

  it('leaves out what is no update: a guard rule is against it', () => {
    expect([aPageRow({ status: 'blocked', live: undefined })].map(isInSheet)).toEqual([false]);
  });

  it('leaves out what has nothing to set', () => {
    expect(sheetOf([aPageRow({ listing: undefined }), aPageRow({ changes: [] })], PLAIN)).toBe(
      'listing_id,sku,currency\n',
    );
    expect([aPageRow(), aPageRow({ changes: [] })].map(isInSheet)).toEqual([true, false]);
  });

  it.each(NAUGHTY_SKUS.map((sku) => [sku]))('holds %j as a cell that no spreadsheet runs', (sku) => {
    const [, [, cell = ''] = []] = parse(toSheet([aPageRow({ sku })], PLAIN), {
      bom: true,
      record_delimiter: '\n',
    });
    expect(restoreCell(cell)).toBe(sku);
    expect(cell).not.toMatch(/^[\t\r=+\-@](?![\d.,]*$)/);
  });
});
