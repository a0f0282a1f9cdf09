/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Listing } from '../../src/sandbox/catalogue.ts';
import { generateCatalogue } from '../../src/sandbox/generate-catalogue.ts';
import type { Made } from './make-report.ts';
import { make, open } from './stage.ts';

let made: Made;

beforeAll(async () => {
  made = await make(aNightOfEveryField(1500), '--max-clears', '100%');
}, 240_000);

/** Every field changes in some rows, amounts come and go, most rows stay as they are, and messages are long. */
function aNightOfEveryField(rows: number) {
  const catalogue = generateCatalogue({ listings: rows, seed: 11, duplicateSkus: 0 });
  const { strategies } = catalogue;
  const toLine = (listing: Listing, index: number): string => {
    const { sku, cost, maximum_price: maximum, minimum_price: minimum, currency } = listing;
    const amount = (cents: number | null, factor = 1) =>
      cents === null ? '' : (Math.round(cents * factor) / 100).toFixed(2);
    const other = strategies.find(
      ({ id, platform }) => id !== listing.strategy && platform === listing.platform,
    );
    const kind = index % 10;
    const cells = [
      sku,
      kind === 0 ? amount(cost, 1.031) : amount(cost, index % 45 === 7 ? 9.5 : 1),
      amount(minimum, index % 45 === 8 ? 1.04 : 1),
      kind === 1 ? 'null' : amount(maximum),
      kind === 2 ? (other?.id ?? '') : '',
      kind === 3 ? String(!listing.repricing) : '',
      kind === 4 ? amount(minimum ?? cost, 1.1) : '',
      currency,
    ];
    return cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
  };
  const head = 'sku,cost,min,max,strategy,repricing,manual price,currency';
  return { catalogue, sheet: `${[head, ...catalogue.listings.map(toLine)].join('\n')}\n` };
}

/** How the table lies in what can be seen of it, and how wide its messages are. Units: pixels, and `0` digits. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const right = document.documentElement.clientWidth;
    const cells = [...document.querySelectorAll<HTMLElement>('#table tbody .message')];
    const said = cells.filter((cell) => cell.textContent !== '');
    const probe = document.createElement('span');
    probe.style.cssText = 'display:inline-block;width:19ch';
    said[0]?.append(probe);
    const wanted = probe.getBoundingClientRect().width;
    probe.remove();
    const open = said.flatMap((cell) => [...cell.querySelectorAll<HTMLElement>('.full')]);
    const shown = open.filter((text) => text.checkVisibility({ contentVisibilityAuto: true }));
    return {
      fields: document.querySelectorAll('#table thead th:not(.approve, .currency, [hidden])').length - 4,
      page: document.documentElement.scrollWidth - right,
      beyond: cells.filter((cell) => cell.getBoundingClientRect().right > right + 1).length,
      narrow: said.filter((cell) => cell.clientWidth < wanted).length,
      clipped: shown.filter((text) => text.scrollWidth > text.clientWidth + 1).length,
      shown: shown.length,
    };
  });

const WHOLE = { fields: 6, page: 0, beyond: 0, narrow: 0, clipped: 0 };

describe('a report in which every field changes', () => {
  it.each([1280, 1440, 1920])('fits on a screen %i pixels wide, and opens messages', async (width) => {
    const { page } = await open(made.report, { viewport: { width, height: 900 } });
    for (const [fragment, fields] of [
      ['', 6],
      ['#status=planned', 6],
      ['#status=needs_you', 3],
    ] as const) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, fragment);
      const { shown, ...found } = await measure(page);
      expect(found, fragment).toEqual({ ...WHOLE, fields });
      // What needs attention is open.
      expect(shown > 0, fragment).toBe(fragment !== '#status=planned');
    }
    await page.evaluate(() => {
      for (const details of document.querySelectorAll<HTMLDetailsElement>('.why')) details.open = true;
    });
    const { shown, ...found } = await measure(page);
    expect(found).toEqual({ ...WHOLE, fields: 3 });
    expect(shown).toBeGreaterThan(20);
  });

  it('has 25 rows that need no attention on the screen of a laptop once the filters are at its top', async () => {
    const { page } = await open(made.report, {
      viewport: { width: 1280, height: 800 },
      fragment: '#status=planned&field=cost',
    });
    await page.locator('#bar').evaluate((bar) => bar.scrollIntoView());
    const seen = await page.locator('#table tbody tr').evaluateAll((rows) => {
      const [head, bar] = ['#table thead th', '#approval'].map((each) =>
        document.querySelector(each)?.getBoundingClientRect(),
      );
      return rows.filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= (head?.bottom ?? 0) - 1 && bottom <= (bar?.top ?? 0);
      }).length;
    });
    expect(seen).toBeGreaterThanOrEqual(25);
  });

  it('shows every name of a strategy whole that a listing gets, and says in a word what is cleared', async () => {
    const { page } = await open(made.report, {
      viewport: { width: 1280, height: 800 },
      fragment: '#field=strategy',
    });
    const cut = await page
      .locator('#table td[data-field="strategy"]')
      .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
    expect(cut).toBe(0);
    const names = await page.locator('#table td[data-field="strategy"] b').allInnerTexts();
    expect(names).toContain('Match lowest FBA offer');
    await page.evaluate(() => {
      location.hash = '#move=maximum_price:cleared';
    });
    const words = await page.locator('#table td[data-field="maximum_price"] b').allInnerTexts();
    expect([words.length, new Set(words)]).toEqual([30, new Set(['cleared'])]);
  });

  it('leaves out columns that have nothing in what is shown', async () => {
    const { page } = await open(made.report, { fragment: '#field=repricing' });
    const heads = () => page.locator('#table thead th[data-sort]:visible').allInnerTexts();
    expect(await heads()).toContain('Repricing');
    expect(await heads()).not.toContain('Strategy');
    expect(await page.locator('#table td[data-field="strategy"]').count()).toBe(0);
    await page.evaluate(() => {
      location.hash = '#status=planned';
    });
    await expect.poll(async () => (await heads()).length).toBe(10);
  });

  it('keeps the box and the SKU in sight where the table is wider than the window', async () => {
    const { page } = await open(made.report, { viewport: { width: 970, height: 800 } });
    await page.locator('#table').evaluate((table) => {
      table.style.minWidth = '1200px';
    });
    await page.evaluate(() => scrollTo(10_000, document.body.scrollHeight / 2));
    expect(await page.evaluate(() => scrollX)).toBeGreaterThan(50);
    for (const cell of ['td.approve', 'th.sku', 'thead .approve', 'thead [data-sort="sku"]'])
      expect((await page.locator(`#table ${cell}`).first().boundingBox())?.x, cell).toBeGreaterThanOrEqual(0);
  });

  it('tells strategies of one name and channels apart by their platforms', async () => {
    const { page } = await open(made.report);
    const names = await page.locator('#by-strategy tbody th').allTextContents();
    expect(names).toEqual(expect.arrayContaining(['Margin first (amazon)', 'Margin first (walmart)']));
    expect(new Set(names).size).toBe(names.length);
    const channels = await page.locator('#filters select[name="channel"] option').allInnerTexts();
    expect(channels.length).toBe(5);
    for (const text of channels.slice(1))
      expect(text).toMatch(/^(?:amazon|walmart) [\da-f]{8}-[\da-f-]{27} \([\d,]+\)$/);
  });
});
