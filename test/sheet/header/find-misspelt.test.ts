import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ColumnMap } from '../../../src/sheet/header/column.ts';
import { read } from '../support.ts';

const ERP = resolve(import.meta.dirname, '../../../fixtures/erp');

/** `header → what it may be meant to be` of a sheet with this header line. */
async function misspeltIn(header: string, map: ColumnMap = new Map()): Promise<readonly string[]> {
  const cells = header.split(',').map((_, at) => (at === 0 ? 'A' : ''));
  const { reading } = await read(`${header}\n${cells.join(',')}\n`, { map });
  return reading.misspelt.map(({ header: text, meant }) => `${text} → ${meant.join(' ')}`);
}

describe('misspelt columns', () => {
  it.each([
    ['sku,minimun_price', 'minimun_price → minimum_price'],
    ['sku,Minimun Price', 'Minimun Price → minimum_price'],
    ['sku,minimum_pirce,cost', 'minimum_pirce → minimum_price'],
    ['sku,maxium price', 'maxium price → maximum_price'],
    ['sku,minimun_price_cents', 'minimun_price_cents → minimum_price'],
    ['sku,cots', 'cots → cost'],
    ['sku,costt', 'costt → cost'],
    ['sku,manuel price', 'manuel price → manual_price'],
    ['sku,Einkaufspries', 'Einkaufspries → cost'],
    ['sku,Purchase Pirce (net)', 'Purchase Pirce (net) → cost'],
    ['sku,cost,startegy', 'startegy → strategy'],
    ['sku,cost,repriceing', 'repriceing → repricing'],
    ['sku,cost,curency', 'curency → currency'],
    ['sku,cost,chanel', 'chanel → channel'],
    ['sku,cost,platfrom', 'platfrom → platform'],
    ['sku,minimum', 'minimum → minimum_price'],
    ['sku,Maximum', 'Maximum → maximum_price'],
    ['sku,mininum', 'mininum → minimum_price'],
    ['sku,manual', 'manual → manual_price'],
    ['sku,min price usd', 'min price usd → minimum_price'],
    ['sku,min_price_eur', 'min_price_eur → minimum_price'],
    ['sku,cost_euro', 'cost_euro → cost'],
    ['sku,cost,costdivisr', 'costdivisr → cost_divisor'],
  ])('%s', async (header, told) => {
    expect(await misspeltIn(header)).toEqual([told]);
  });

  it.each([
    ['what is there already', 'sku,cost,costt'],
    ['what is near to what is there, and less near to another', 'sku,minimum_price,minimun_price'],
    [
      'what only looks a little like it',
      'sku,Post,Manager,list price,sale price,net price,quantity,Material group,Titel',
    ],
    ['another measure', 'sku,minimun price %'],
    ['lengths', 'sku,cost,Min (mm),Max [mm]'],
    ['times of changes, and what a litre is of', 'sku,changed,purchaseunit'],
    ['what was left out on purpose', 'sku,cost,listing-id'],
    ['what is counted', 'sku,cost,minimum stock,Maximum Inventory'],
    ['nothing', 'sku,,cost'],
    ['the columns of a retry file', 'sku,cost,status,reason,message'],
  ])('are not seen in %s', async (_, header) => {
    expect(await misspeltIn(header)).toEqual([]);
  });

  /** What the headings of exports mean by themselves; each stands in a sheet of SKUs alone. */
  const HEADINGS: readonly string[] = [
    ...['map', 'map_price', 'MAP Price', 'mapPrice', 'mapprice', 'Minimum Advertised Price', 'MAP Policy'],
    ...['msrp', 'rrp', 'MRP', 'MRP Price', 'Retail Price', 'List Price', 'Sale Price', 'Market Price'],
    ...['Main Price', 'Mid Price', 'Mix Price', 'Menu Price', 'Mean Price', 'Make Price', 'Price For'],
    ...['min_qty', 'max_order', 'Min Pieces', 'Min Piece', 'Max Piece', 'Min Stock', 'Maximum Inventory'],
    ...['costing method', 'cost center', 'Cost Centre', 'cost account', 'cost of goods sold', 'Cost Code'],
    ...['Cost Type', 'Cost Division', 'Cost Group', 'Cost Date', 'Cost Basis', 'Costco', 'Costume'],
    ...['Post', 'Lost', 'Host', 'Coat', 'Cast', 'Color', 'Unit Count', 'Unit Code', 'Unit Post'],
    ...['Item Count', 'Item Code', 'Default Code', 'Standard Code', 'Purchase Code', 'Purchase Unit'],
    ...['Average Count', 'Last Sold', 'Last Lost', 'Flour', 'Floors', 'Flooring', 'Sealing', 'Ceilings'],
    ...['Reporting', 'Repacking', 'Repairing', 'Recycling', 'Retail', 'Strategic', 'Storage', 'Currently'],
    ...['Category', 'Customer', 'Manuals', 'User Manual', 'Annual', 'Manager', 'Material', 'Kostenstelle'],
    ...['EK-Menge', 'VK-Preis', 'Mindestmenge', 'Mindestbestand', 'Höchstbestand', 'Prix de vente'],
  ];

  it.each(HEADINGS)('are not seen in "%s", which means something else', async (heading) => {
    expect(await misspeltIn(`sku,${heading}`)).toEqual([]);
  });

  it.each([
    ['Coast', 'cost'],
    ['Costs', 'cost'],
    ['Unit Costs', 'cost'],
    ['Unit Csot', 'cost'],
    ['unitcsot', 'cost'],
    ['Einkaufs Pries', 'cost'],
    ['Purchse Price', 'cost'],
    ['Max Prices', 'maximum_price'],
    ['maxprcie', 'maximum_price'],
    ['minimunPrice', 'minimum_price'],
    ['Min Pirce [EUR]', 'minimum_price'],
    ['manual', 'manual_price'],
    ['Platforms', 'platform'],
  ])('are seen in "%s": %s', async (heading, meant) => {
    expect(await misspeltIn(`sku,${heading}`)).toEqual([`${heading} → ${meant}`]);
  });

  it('are not asked about where somebody has said which column it is, or that there is none', async () => {
    expect(await misspeltIn('sku,minimun_price,x', new Map([['minimum_price', 'x']]))).toEqual([]);
    expect(await misspeltIn('sku,minimun_price', new Map([['minimum_price', '']]))).toEqual([]);
  });

  it.each(readdirSync(ERP).filter((name) => /\.(csv|txt)$/.test(name) && !name.includes('no-header')))(
    'are not seen in what a program exports: %s',
    async (name) => {
      const { reading } = await read(readFileSync(join(ERP, name)));
      expect(reading.misspelt).toEqual([]);
    },
  );
});
