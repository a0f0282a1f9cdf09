/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'csv-parse/sync';
import type { Browser } from 'playwright-core';
import { anExtensiveNight, makeReport } from '../browser/make-report.ts';
import { findBrowser, openBrowser } from '../browser/open-browser.ts';
import { compare, type Group } from './figure.ts';
import { alternate, type Series } from './measure.ts';

const ROWS = 100_000;
const OPENS_WITHIN_MS = 2000;
const ANSWERS_WITHIN_MS = 100;
const TYPED = 'mug-00';

/** `report`: a report of 100,000 rows in a browser, beside a plain table of the same rows; and how long a typed letter takes. */
export const openReport: Group = {
  ids: ['report'],
  measure: async ({ full, folder, say }) => {
    const missing = whatIsMissing();
    if (missing !== undefined) {
      const lacking: Series = { kind: 'missing', why: missing };
      return [
        compare({
          id: 'report',
          name: 'open a report',
          ours: lacking,
          yardstick: lacking,
          against: '',
          unit: '',
        }),
      ];
    }
    say(`making a report of ${group(ROWS)} rows`);
    const made = await makeReport(anExtensiveNight(ROWS));
    const plain = join(folder, 'plain.html');
    writeFileSync(plain, toPlainTable(readFileSync(join(made.folder, 'results.csv'))));
    const browser = await openBrowser();
    try {
      const rounds = full ? 5 : 1;
      say('opening it, and a plain table of the same rows');
      const opened = await alternate(
        rounds,
        {
          ours: () => timeToOpen(browser, made.report, 'html[data-ready]'),
          plain: () => timeToOpen(browser, plain, 'html[data-ready]'),
        },
        { warmUp: full },
      );
      const typed = await alternate(rounds, { ours: () => slowestLetter(browser, made.report) });
      const line = { id: 'report', unit: 'ms' };
      return [
        compare({
          ...line,
          name: `open ${group(ROWS)} rows, until they can be used`,
          ours: opened.ours,
          yardstick: opened.plain,
          against: 'a plain table',
        }),
        compare({ ...line, name: 'the same', ours: opened.ours, ...bound(rounds, OPENS_WITHIN_MS) }),
        compare({
          ...line,
          name: 'the slowest typed letter',
          ours: typed.ours,
          ...bound(rounds, ANSWERS_WITHIN_MS),
        }),
        compare({
          id: 'report',
          name: 'size of the file',
          ours: sizeOf(made.report),
          yardstick: sizeOf(plain),
          against: 'a plain table',
          unit: 'MB',
          digits: 1,
        }),
      ];
    } finally {
      await browser.close();
      await made.close();
    }
  },
};

function whatIsMissing(): string | undefined {
  try {
    findBrowser();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** What is wanted of the page itself, as a yardstick that is always the same. */
function bound(rounds: number, ms: number) {
  const yardstick: Series = { kind: 'measured', values: Array.from({ length: rounds }, () => ms) };
  return { yardstick, against: 'wanted', must: { most: 1 } } as const;
}

function sizeOf(path: string): Series {
  return { kind: 'measured', values: [statSync(path).size / 1e6] };
}

/** From the click on the file until its rows are there and were painted. */
async function timeToOpen(browser: Browser, path: string, ready: string): Promise<number> {
  const page = await browser.newPage();
  try {
    await page.goto(pathToFileURL(path).href, { timeout: 120_000 });
    await page.waitForSelector(ready, { state: 'attached', timeout: 120_000 });
    return await page.evaluate(
      () =>
        new Promise<number>((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now()))),
        ),
    );
  } finally {
    await page.close();
  }
}

/** Types letter by letter, and waits for each until the table was painted anew. */
async function slowestLetter(browser: Browser, path: string): Promise<number> {
  const page = await browser.newPage();
  try {
    await page.goto(pathToFileURL(path).href);
    await page.waitForSelector('html[data-ready]', { state: 'attached' });
    return await page.evaluate(async (text) => {
      const search = document.querySelector<HTMLInputElement>('#search');
      const body = document.querySelector('#table tbody');
      if (!search || !body) throw new Error('There is no table to search in');
      let slowest = 0;
      for (let length = 1; length <= text.length; length++) {
        const start = performance.now();
        const drawn = new Promise<void>((resolve) => {
          const observer = new MutationObserver(() => {
            observer.disconnect();
            requestAnimationFrame(() => setTimeout(resolve));
          });
          observer.observe(body, { childList: true });
        });
        search.value = text.slice(0, length);
        search.dispatchEvent(new Event('input', { bubbles: true }));
        await drawn;
        slowest = Math.max(slowest, performance.now() - start);
      }
      return slowest;
    }, TYPED);
  } finally {
    await page.close();
  }
}

/** What one would write in an hour: each row of results.csv as a row of one table. */
function toPlainTable(results: Buffer): string {
  const [header = [], ...rows] = parse(results) as readonly (readonly string[])[];
  const cells = (row: readonly string[], tag: string) =>
    row.map((text) => `<${tag}>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</${tag}>`).join('');
  const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
  return `<!doctype html><html data-ready><meta charset="utf-8"><title>results</title><table><thead><tr>${cells(header, 'th')}</tr></thead><tbody>${body}</tbody></table>`;
}

function group(value: number): string {
  return value.toLocaleString('en-GB');
}
