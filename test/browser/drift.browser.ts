import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAccount } from '../support/an-account.ts';
import { faultsOf } from './faults-of.ts';
import { type Made, makeReport } from './make-report.ts';
import { openBrowser, openReport } from './open-browser.ts';

const LISTINGS = 12;

function toSheet(costOf: (index: number) => string): string {
  return `sku,cost\n${Array.from({ length: LISTINGS }, (_, index) => `SKU-${index + 1},${costOf(index)}\n`).join('')}`;
}

describe('a report of rows that somebody else has changed', () => {
  let browser: Browser;
  let made: Made;

  beforeAll(async () => {
    browser = await openBrowser();
    const catalogue = anAccount(Array.from({ length: LISTINGS }, () => ({})));
    made = await makeReport({ catalogue, sheet: toSheet(() => '6.50') });
    await made.again('sync', 'costs.csv');
    for (const [out, cost, own] of [
      ['6.60', 660, () => '6.50'],
      ['6.70', 670, (index: number) => (index < 4 ? '6.50' : '6.55')],
    ] as const) {
      for (const { id } of made.sandbox.snapshot().listings) made.sandbox.changeListing(id, { cost });
      writeFileSync(join(made.cwd, 'costs.csv'), toSheet(own));
      await made.again('sync', 'costs.csv', '--out', out);
    }
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await made?.close();
  });

  it.each(['light', 'dark'] as const)('has tiles that show the rows, %s', async (colorScheme) => {
    const { page, mishaps } = await openReport(browser, join(made.cwd, '6.70/report.html'), { colorScheme });
    const tiles = page.locator('#tiles .drift');
    expect(await tiles.evaluateAll((all) => all.map((tile) => tile.textContent))).toEqual([
      '4 drifted changed by somebody else',
      '8 contested changed by both',
    ]);
    await tiles.filter({ hasText: 'drifted' }).press('Enter');
    expect(await page.locator('#table tbody tr').count()).toBe(4);
    expect(await page.locator('select[name="reason"] option:checked').innerText()).toMatch(
      /^drifted \(4\): [A-Z]/,
    );
    expect(await faultsOf(page)).toEqual([]);
    expect(mishaps).toEqual([]);
    await page.context().close();
  });
});
