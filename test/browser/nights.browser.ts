/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import * as fs from 'node:fs';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeNights } from '../../src/report/screen/describe-nights.ts';
import { readAccounts } from '../../src/run/page/read-jobs.ts';
import { writeIndex, writePage } from '../../src/run/page/write-index.ts';
import { NAUGHTY_SKUS } from '../support/naughty-text.ts';
import { CHRONIC, FAILED, IN_NEED, STOPPED, writeNinetyNights } from '../support/ninety-nights.ts';
import { anAttention } from '../support/some-history.ts';
import { TEMP_ROOT } from '../support/temp-root.ts';
import { faultsOf, open } from './stage.ts';

const LAST = '2026-11-20T02:15:00.000Z';
const NOW = Date.parse('2026-11-20T03:00:00Z');

let root: string;

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(TEMP_ROOT, 'pricesheet-nights-')));
  writeNinetyNights({
    runs: runsOf('one'),
    last: LAST,
    odd: { 0: IN_NEED, 1: IN_NEED, 9: STOPPED, 10: null, 33: FAILED },
    attention: CHRONIC,
  });
  for (const [job, odd] of [
    ['costs', {}],
    ['prices-de', { 0: FAILED }],
    ['prices-fr', { 0: null, 1: null, 2: null }],
  ] as const)
    writeNinetyNights({ runs: runsOf('many'), last: LAST, job, odd });
  writeHostile();
  mkdirSync(join(root, 'empty/runs/.history'), { recursive: true });
  for (const name of ['one', 'many', 'naughty', 'empty']) expect(renew(name)).toBeUndefined();
  const names = ['one', 'many', 'naughty', 'empty'];
  const { accounts: jobs } = readAccounts(names, { cwd: root, now: NOW, disk: fs });
  const subject = { jobs, title: describeNights(jobs), notices: ['<b>notice'] };
  writePage(join(root, 'accounts.html'), subject, { now: NOW, disk: fs, redact: (text) => text });
});

afterAll(async () => {
  rmSync(root, { recursive: true, force: true });
});

function runsOf(name: string): string {
  return join(root, name, 'runs');
}

function renew(name: string): string | undefined {
  const history = join(runsOf(name), '.history');
  return writeIndex({ history, now: NOW, redact: (text) => text, disk: fs });
}

/** Every text that was ever a trap, as the name of a job, of SKUs, and of what stopped a run. */
function writeHostile(): void {
  const markup = `"><img src=x onerror=alert(1)><script>alert(2)</script>`;
  const skuOf = (n: number): string => NAUGHTY_SKUS[n % NAUGHTY_SKUS.length] ?? markup;
  const stop = { code: 'sheet', rules: [markup], message: markup };
  writeNinetyNights({
    runs: runsOf('naughty'),
    last: LAST,
    job: markup,
    nights: 20,
    odd: { 0: { ...FAILED, stopped: stop }, 1: IN_NEED },
    skuOf,
  });
  writeNinetyNights({
    runs: runsOf('naughty'),
    last: LAST,
    job: 'a b%20#?&"\'ü',
    nights: 20,
    attention: [anAttention({ sku: markup, reason: markup }), anAttention({ sku: '\u202e\u0000x' })],
    skuOf: (n) => `${n}</table>${markup}`,
  });
}

const PAGES = [
  ['one job', 'one/runs/index.html'],
  ['several jobs', 'many/runs/index.html'],
  ['hostile names', 'naughty/runs/index.html'],
  ['no runs', 'empty/runs/index.html'],
  ['many accounts', 'accounts.html'],
] as const;

describe.each(PAGES)('the page about nights: %s', (_name, file) => {
  it.each([
    ['light', { colorScheme: 'light', viewport: { width: 1280, height: 900 } }],
    ['dark', { colorScheme: 'dark', viewport: { width: 1280, height: 900 } }],
    ['phone', { colorScheme: 'light', viewport: { width: 390, height: 800 } }],
    ['narrow', { colorScheme: 'dark', viewport: { width: 320, height: 800 } }],
  ] as const)('opens without an error or a request, and axe finds nothing, %s', async (_look, look) => {
    const { page, mishaps } = await open(join(root, file), look);
    expect(await faultsOf(page)).toEqual([]);
    expect(mishaps).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      look.viewport.width,
    );
  });

  it('says without JavaScript what matters', async () => {
    const { page, mishaps } = await open(join(root, file), { javaScriptEnabled: false });
    expect(await page.locator('h1').innerText()).not.toBe('');
    expect(await page.locator('.strip').count()).toBe(await page.locator('.strip:visible').count());
    expect(mishaps).toEqual([]);
  });
});

describe('the page about many accounts', () => {
  it('leads to the page of each, and its bars reach over ninety nights', async () => {
    const { page } = await open(join(root, 'accounts.html'));
    const links = await page
      .locator('.job a')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    expect(new Set(links.map((link) => fileURLToPath(link)))).toEqual(
      new Set(['one', 'many', 'naughty'].map((name) => join(runsOf(name), 'index.html'))),
    );
    const widths = await page
      .locator('.bars')
      .evaluateAll((all) =>
        all.map((bars) =>
          [...bars.querySelectorAll('rect')].reduce((sum, bar) => sum + bar.width.baseVal.value, 0),
        ),
      );
    expect(new Set(widths)).toEqual(new Set([90]));
  });
});

describe('the page about the nights of one job', () => {
  it('has ninety nights, each with a sign, a word and a colour for how it ended', async () => {
    const { page } = await open(join(root, 'one/runs/index.html'));
    const nights = page.locator('.strip .night');
    expect(await nights.count()).toBe(90);
    const looks = new Map<string, Set<string>>();
    for (const [state, sign, colour] of await nights.evaluateAll((all) =>
      all.map((each) => [
        each.className.replace('night ', ''),
        each.querySelector('[aria-hidden]')?.textContent ?? '',
        getComputedStyle(each).backgroundColor,
      ]),
    ))
      looks.set(state ?? '', (looks.get(state ?? '') ?? new Set()).add(`${sign} ${colour}`));
    expect([...looks.keys()].sort()).toEqual(['attention', 'done', 'failed', 'none', 'stopped']);
    for (const look of looks.values()) expect(look.size).toBe(1);
    const signs = [...looks.values()].map(([look = '']) => look.split(' ')[0]);
    expect(new Set(signs).size).toBe(signs.length);
  });

  it('leads to every report that is there, and to no other', async () => {
    for (const file of ['one/runs/index.html', 'naughty/runs/index.html']) {
      const { page } = await open(join(root, file));
      const links = await page
        .locator('a[href*="report.html"]')
        .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
      expect(links.length).toBeGreaterThan(20);
      expect(links.filter((link) => !fs.existsSync(fileURLToPath(link)))).toEqual([]);
    }
    const { page } = await open(join(root, 'one/runs/index.html'));
    expect(await page.locator('#runs a').count()).toBe(29);
  });

  it('opens a report from the strip by the keyboard alone', async () => {
    const { page } = await open(join(root, 'one/runs/index.html'));
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('skip');
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      return {
        isNight: element?.closest('.strip') !== null,
        isSeen: element !== null && getComputedStyle(element).outlineStyle !== 'none',
      };
    });
    expect(focused).toEqual({ isNight: true, isSeen: true });
    await page.keyboard.press('Enter');
    await page.waitForURL(/report\.html$/);
  });
});
