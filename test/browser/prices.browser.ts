import { copyFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Listing } from '../../src/sandbox/catalogue.ts';
import { anAccount } from '../support/an-account.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { faultsOf } from './faults-of.ts';
import { type Made, makeReport } from './make-report.ts';
import { openBrowser, openReport } from './open-browser.ts';

/** Each sells for 12.00 with shipping, between 9.00 and 20.00. */
const LIVE: Partial<Listing> = {
  current_price: 1000,
  current_shipping: 200,
  cost: 100,
  minimum_price: 900,
  maximum_price: 2000,
};

const SHEET = `sku,min,max,cost
UP-1,12.30,,
UP-2,13.00,,
DOWN,,11.40,
STAYS,11.90,,
OFF,12.30,,
WAITS,,10.00,
COST,,,1.02
`;

describe('a report of prices that have to move', () => {
  let browser: Browser;
  let made: Made;

  beforeAll(async () => {
    browser = await openBrowser();
    const skus = ['UP-1', 'UP-2', 'DOWN', 'STAYS', 'OFF', 'WAITS', 'COST'];
    const catalogue = anAccount(
      skus.map((sku) => ({ ...LIVE, sku, ...(sku === 'OFF' && { repricing: false }) })),
    );
    made = await makeReport({ catalogue, sheet: SHEET });
    await made.again('sync', 'costs.csv', '--hold-over', '45%', '--out', 'prices');
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await made?.close();
  });

  const report = () => join(made.cwd, 'prices/report.html');

  it.each(['light', 'dark'] as const)('has tiles that show the rows, %s', async (colorScheme) => {
    const { page, mishaps } = await openReport(browser, report(), { colorScheme });
    const tiles = page.locator('#tiles .price');
    expect(await tiles.allTextContents()).toEqual([
      "1 price has to fall maximum below today's",
      "2 price has to rise minimum above today's",
      "1 price has to fall maximum below today's",
    ]);
    await tiles.filter({ hasText: 'rise' }).press('Enter');
    expect(await page.locator('#table tbody .sku').allTextContents()).toEqual(['UP-2', 'UP-1']);
    const chosen = page.locator('select[name="price"] option:checked');
    expect(await chosen.innerText()).toBe('has to rise: the minimum is above it (2)');
    expect(await faultsOf(page)).toEqual([]);
    expect(mishaps).toEqual([]);
    await page.context().close();
  });

  it('links the files beside it, if it was not mailed', async () => {
    const { page } = await openReport(browser, report());
    await page.locator('#about > summary').click();
    const link = page.locator('[data-file="results.csv"] a');
    expect(await link.getAttribute('href')).toBe('./results.csv');
    await page.context().close();
    const mailed = join(tempFolder(), basename(report()));
    copyFileSync(report(), mailed);
    const { page: alone, mishaps } = await openReport(browser, mailed);
    expect(await alone.locator('[data-file] a').count()).toBe(0);
    expect(await faultsOf(alone)).toEqual([]);
    expect(mishaps).toEqual([]);
    await alone.context().close();
  });
});
