import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateCatalogue } from '../../src/sandbox/generate-catalogue.ts';
import { type Made, makeReport } from './make-report.ts';
import { openBrowser, openReport } from './open-browser.ts';

describe('a report of many kinds of things to look at', () => {
  const generated = generateCatalogue({ listings: 30, seed: 5, duplicateSkus: 0.2 });
  // In several currencies a row would mean one of the listings of its SKU.
  const listings = generated.listings.map((listing) => ({ ...listing, currency: 'usd' }));
  const catalogue = { ...generated, listings };
  const skus = [...new Set(catalogue.listings.map(({ sku }) => sku))];
  const cells = [
    ...['5.4O,,,', '-1,,,', '1.234567,5.4O,,', ',,maybe,', ',,,us dollars', ',5.40.30,,', ',-3,,'],
    ...['900000,,,', ',0,,', '5.40,,,', 'null,,,', ',,null,', '5.40 XYZ,,,', '5.50,,,'],
  ];
  const lines = skus.map((sku, index) => `"${sku.replaceAll('"', '""')}",${cells[index % cells.length]}`);
  const sheet = ['sku,cost,min,repricing,currency', 'GONE,1,,,usd', ',1,,,', ...lines, ''].join('\n');
  let browser: Browser;
  let many: Made;

  beforeAll(async () => {
    browser = await openBrowser();
    many = await makeReport({ catalogue, sheet }, '--max-invalid', '100%', '--currency', 'usd');
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await many?.close();
  });

  it.each(['screen', 'print'] as const)('says below all its tiles what they count, on %s', async (media) => {
    const { page } = await openReport(browser, many.report, { viewport: { width: 400, height: 800 } });
    await page.emulateMedia({ media });
    const tiles = await page.locator('#tiles').boundingBox();
    const last = await page.locator('#tiles a').last().boundingBox();
    const first = await page.locator('#tiles a').first().boundingBox();
    const entries = await page.locator('#entries').boundingBox();
    expect(last?.y).toBeGreaterThan(first?.y ?? Number.NaN);
    expect(entries?.y).toBeGreaterThanOrEqual((tiles?.y ?? Number.NaN) + (tiles?.height ?? Number.NaN));
    await page.context().close();
  });

  it('has a tile for rows that lose a value, which shows them', async () => {
    const { page } = await openReport(browser, many.report);
    const tile = page.locator('.goes_out .clears');
    const count = await tile.locator('b').innerText();
    await tile.click();
    expect(await page.locator('select[name="size"] option:checked').innerText()).toBe('cleared');
    const after = page.locator('#table tbody tr:has(b.cleared)');
    expect(await after.count()).toBe(Number(count));
    expect(await page.locator('#table tbody tr').count()).toBe(Number(count));
    await page.context().close();
  });

  it('counts the same for a kind in its heading, in the choice and in what that finds', async () => {
    const { page } = await openReport(browser, many.report);
    await page.locator('.warning[data-reason="below_cost"] a').click();
    const heading = await page.locator('.warning[data-reason="below_cost"] b').innerText();
    expect(heading).toBe('5');
    expect(await page.locator('select[name="reason"] option:checked').innerText()).toMatch(
      /^below_cost \(5\): [A-Z]/,
    );
    expect(await page.locator('#table tbody tr').count()).toBe(5);
    await page.context().close();
  });
});
