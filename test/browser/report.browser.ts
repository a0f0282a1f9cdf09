/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { STATUSES } from '../../src/domain/status.ts';
import { readRun } from '../support/read-run.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anExtensiveNight, type Made } from './make-report.ts';
import { faultsOf, make, open } from './stage.ts';

const SIZES = [0, 14, 10_000, 100_000];

const made = new Map<number, Made>();

beforeAll(async () => {
  for (const rows of SIZES) {
    const night =
      rows === 0 ? { ...anExtensiveNight(14), sheet: 'sku,cost,currency\n' } : anExtensiveNight(rows);
    made.set(rows, await make(night));
  }
}, 400_000);

function madeOf(rows: number): Made {
  const found = made.get(rows);
  if (!found) throw new Error(`No report of ${rows} rows was made`);
  return found;
}

const reportOf = (rows: number): string => madeOf(rows).report;
const linesOf = (page: Page) =>
  page
    .locator('#table tbody tr')
    .evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-line'))));
const statusesOf = (page: Page) =>
  page
    .locator('#table tbody .status')
    .evaluateAll((cells) => [...new Set(cells.map((cell) => cell.textContent))]);

/** The text of each page, laid out as on paper, by pdftotext of poppler-utils. */
function textsOfPages(pdf: Buffer): readonly string[] {
  const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf, encoding: 'utf8' });
  return text.split('\f').slice(0, -1);
}

describe.each(SIZES)('a report of %i rows', (rows) => {
  it.each([
    ['light', { colorScheme: 'light', viewport: { width: 1280, height: 900 } }],
    ['dark', { colorScheme: 'dark', viewport: { width: 1280, height: 900 } }],
    ['narrow', { colorScheme: 'light', viewport: { width: 320, height: 800 } }],
  ] as const)('opens without an error or a request, and axe finds nothing, %s', async (_look, look) => {
    const { page, mishaps } = await open(reportOf(rows), look);
    expect(await faultsOf(page)).toEqual([]);
    expect(mishaps).toEqual([]);
    // 320 pixels are a screen at 400 %.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      look.viewport.width,
    );
  });

  it('prints every row up to 200, and no page without content', async () => {
    const { page } = await open(reportOf(rows));
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    expect(await page.locator('#table tbody tr').count()).toBe(Math.min(200, rows));
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('#table tbody tr:visible').count()).toBe(Math.min(200, rows));
    const folded = await page.locator('.why .full:not(:empty)').all();
    for (const text of folded.slice(0, 20)) expect(await text.isVisible()).toBe(true);
    const pdf = await page.pdf({ format: 'A4' });
    const pages = textsOfPages(pdf);
    // Each row says its whole message: of 200 held rows some dozen fit on a page.
    expect(pages.length).toBeLessThanOrEqual(rows <= 14 ? 2 : 20);
    for (const text of pages) {
      expect(text.split(/\s+/).length).toBeGreaterThan(20);
      expect(text.trimEnd()).not.toMatch(/(What to check|Charts|About this run)$/);
    }
    const row = new RegExp(String.raw`^ *\d+ +\S.* (?:${STATUSES.join('|')}) `, 'm');
    const withRows = pages.filter((text) => row.test(text));
    expect(withRows.length).toBeGreaterThan(rows > 100 ? 2 : Math.min(rows, 1) - 1);
    for (const text of withRows) expect(text).toMatch(/^ *(?:Approve +)?Line +SKU +Status/m);
  });

  it('says without JavaScript what matters', async () => {
    const { page, mishaps } = await open(reportOf(rows), { javaScriptEnabled: false });
    expect(await page.locator('#verdict').innerText()).toMatch(/dry run|stopped/i);
    const { counts } = readRun(madeOf(rows).folder).summary;
    const tiles = await page.locator('#tiles .tile:not(.part)').count();
    expect(tiles).toBe(Object.values(counts.by_status).filter((count) => count > 0).length);
    const shown = page.locator('#table tbody tr').filter({ visible: true });
    expect(await shown.count()).toBe(Math.min(200, rows));
    expect(mishaps).toEqual([]);
  });
});

describe('a report of 10,000 rows', () => {
  it('shows the rows of a tile, and of several filters together', async () => {
    const { page, mishaps } = await open(reportOf(10_000));
    await page.locator('#tiles a[data-filter="status=invalid"]').click();
    expect(await statusesOf(page)).toEqual(['invalid']);
    expect(new URL(page.url()).hash).toContain('status=invalid');
    const invalid = readRun(madeOf(10_000).folder).results.filter(({ status }) => status === 'invalid');
    expect(await page.locator('#shown').innerText()).toContain(String(invalid.length));
    const sku = invalid[3]?.['sku'] ?? '';
    await page.locator('#search').fill(sku);
    await expect.poll(() => linesOf(page)).toContain(Number(invalid[3]?.['line']));
    const shown = await linesOf(page);
    const fitting = invalid.filter((row) => row['sku']?.toLowerCase().includes(sku.toLowerCase()));
    expect(shown.length).toBeGreaterThanOrEqual(1);
    expect(shown.length).toBeLessThanOrEqual(Math.max(fitting.length, 5));
    expect(mishaps).toEqual([]);
  });

  it('keeps what is shown in its address: a reload and the way back show it again', async () => {
    const { page } = await open(reportOf(10_000));
    await page.locator('#tiles a[data-filter="status=planned"]').click();
    await page.locator('th[data-sort="line"] button').click();
    const before = await linesOf(page);
    await page.reload();
    await page.waitForSelector('html[data-ready]', { state: 'attached' });
    expect(await linesOf(page)).toEqual(before);
    expect(await statusesOf(page)).toEqual(['planned']);
    await page.locator('#next').click();
    expect(await linesOf(page)).not.toEqual(before);
    await page.goBack();
    await expect.poll(() => linesOf(page)).toEqual(before);
  });

  it('shows the rows that matter most where the others are damaged, and says so', async () => {
    const damaged = join(tempFolder(), 'report.html');
    writeFileSync(damaged, readFileSync(reportOf(10_000), 'utf8').replace(/(data-rows>)[^<]{99}/, '$1'));
    const { page } = await open(reportOf(0));
    await page.goto(pathToFileURL(damaged).href);
    await page.locator('#shown', { hasText: 'this browser can’t load the other rows' }).waitFor();
    expect(await page.locator('#table tbody tr').filter({ visible: true }).count()).toBe(200);
  });

  it('sorts by each column, both ways, and says so to those who can not see it', async () => {
    const { page } = await open(reportOf(10_000));
    const heads = page.locator('#table th[data-sort]');
    const count = await heads.count();
    expect(count).toBeGreaterThan(4);
    for (let at = 0; at < count; at++) {
      const head = heads.nth(at);
      await head.locator('button').click();
      const first = await head.getAttribute('aria-sort');
      await head.locator('button').click();
      const second = await head.getAttribute('aria-sort');
      expect([first, second].sort()).toEqual(['ascending', 'descending']);
      expect(await page.locator('#table th[aria-sort]:not([aria-sort="none"])').count()).toBe(1);
    }
    await page.locator('th[data-sort="line"] button').click();
    const lines = await linesOf(page);
    const isSorted = [...lines].sort((a, b) => a - b).join() === lines.join();
    const isReversed = [...lines].sort((a, b) => b - a).join() === lines.join();
    expect(isSorted || isReversed).toBe(true);
  });

  it('can be gone through by the keyboard alone', async () => {
    const { page } = await open(reportOf(10_000));
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute('class') ?? document.activeElement?.id);
    await page.keyboard.press('Tab');
    expect(await focused()).toContain('skip');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const seen = new Set<string>();
    for (let presses = 0; presses < 40; presses++) {
      const at = await page.evaluate(() => {
        const element = document.activeElement;
        const outline = element ? getComputedStyle(element).outlineStyle : '';
        const head = element?.closest('th')?.getAttribute('data-sort');
        return {
          name: head ? `sort ${head}` : (element?.id ?? ''),
          isSeen: outline !== 'none',
          tag: element?.tagName,
        };
      });
      if (at.tag !== 'BODY') expect(at).toMatchObject({ isSeen: true });
      seen.add(at.name);
      await page.keyboard.press('Tab');
    }
    expect([...seen]).toEqual(expect.arrayContaining(['search', 'sort line', 'sort sku', 'next']));
    await page.locator('th[data-sort="sku"] button').focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('th[data-sort="sku"]').getAttribute('aria-sort')).toMatch(
      /ascending|descending/,
    );
    await page.locator('#tiles a').first().focus();
    await page.keyboard.press('Enter');
    expect(await statusesOf(page)).toHaveLength(1);
  });
});

describe('a report of 100,000 rows', () => {
  it('holds every row', async () => {
    const { page } = await open(reportOf(100_000), { fragment: '#sort=line' });
    const { results } = readRun(madeOf(100_000).folder);
    expect(await page.locator('#shown').innerText()).toContain(results.length.toLocaleString('en-GB'));
    const letter = await page.locator('#verdict .summary').innerText();
    expect(letter).toMatch(/^\d\d,\d{3} costs would rise/);
    // Those of a SKU belong to its name.
    expect(letter).not.toMatch(/\s\d{4}/);
    await page.locator('#last').click();
    expect((await linesOf(page)).at(-1)).toBe(Number(results.at(-1)?.['line']));
    expect(readFileSync(reportOf(100_000)).length).toBeLessThan(10 * 1024 * 1024);
  });
});
