/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { anExtensiveNight, makeReport } from '../browser/make-report.ts';
import { findBrowser, openBrowser } from '../browser/open-browser.ts';
import { type BenchContext, compare, type Group, type Line } from './figure.ts';
import { alternate, measured, type Series } from './measure.ts';
import { toPlainTable } from './plain-table.ts';
import { onAllCores } from './run-child.ts';

const ROWS = 100_000;
const OPENS_WITHIN_MS = 2000;
const ANSWERS_WITHIN_MS = 100;
/** A letter that few rows lack: what follows it is quicker, as whoever types on looks for less of what was found. */
const TYPED = 'm';

/** Nobody clicks on a column before that. */
const FOUND_AFTER_MS = 1000;

/** A browser takes a good half minute for the plain table on two cores. */
const TIMEOUT_MS = 120_000;
/** The page is opened once for nothing and then in these rounds, and the plain table beside it in some of them. */
const QUICK = { rounds: 3, besides: 1 };
const FULL = { rounds: 7, besides: 3 };

/**
 * `report`: a report of 100,000 rows in a browser, beside a plain table of the same rows; and how long a typed letter and
 * an order take.
 */
export const openReport: Group = {
  ids: ['report'],
  measure: (context) => onAllCores(() => measureReport(context)),
};

async function measureReport({ full, folder, say }: BenchContext): Promise<readonly Line[]> {
  const missing = whatIsMissing();
  if (missing !== undefined) return [leftOutLine(missing)];
  say(`making a report of ${group(ROWS)} rows`);
  const made = await makeReport(anExtensiveNight(ROWS));
  const plain = join(folder, 'plain.html');
  writeFileSync(plain, toPlainTable(readFileSync(join(made.folder, 'results.csv'))));
  const browser = await openBrowser();
  const { rounds, besides } = full ? FULL : QUICK;
  const inBrowser = (path: string, work: (page: Page) => Promise<number>) => () =>
    inPage(browser, path, work);
  try {
    say('opening it, and a plain table of the same rows');
    await inPage(browser, made.report, untilPainted);
    const both = { ours: inBrowser(made.report, untilPainted), plain: inBrowser(plain, untilPainted) };
    const beside = await alternate(besides, both, { warmUp: false });
    const { ours, typed, ordered } = await alternate(
      rounds,
      {
        ours: both.ours,
        typed: inBrowser(made.report, untilTyped),
        ordered: inBrowser(made.report, untilOrdered),
      },
      { warmUp: false },
    );
    return [
      compare({
        id: 'report',
        name: `open ${group(ROWS)} rows, until they can be used`,
        ours: beside.ours,
        yardstick: beside.plain,
        against: 'a plain table',
        unit: 'ms',
      }),
      wanted('the same', ours, OPENS_WITHIN_MS),
      wanted('the first letter typed into its search', typed, ANSWERS_WITHIN_MS),
      wanted('put in order by an amount, a second later', ordered, ANSWERS_WITHIN_MS),
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
}

function whatIsMissing(): string | undefined {
  try {
    findBrowser();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function leftOutLine(why: string): Line {
  const series: Series = { kind: 'missing', why };
  return compare({
    id: 'report',
    name: 'open a report',
    ours: series,
    yardstick: series,
    against: '',
    unit: '',
    must: { most: 1 },
  });
}

/** What is wanted of the page itself, as a yardstick that is always the same. */
function wanted(name: string, ours: Series, ms: number): Line {
  const count = ours.kind === 'measured' ? ours.values.length : 1;
  const yardstick = measured(...Array.from({ length: count }, () => ms));
  return compare({ id: 'report', name, ours, yardstick, against: 'wanted', unit: 'ms', must: { most: 1 } });
}

function sizeOf(path: string): Series {
  return measured(statSync(path).size / 1e6);
}

/** Opens a file, does something in it once it is there, and closes it. Errors: it took too long. */
async function inPage(
  browser: Browser,
  path: string,
  work: (page: Page) => Promise<number>,
): Promise<number> {
  const page = await browser.newPage();
  try {
    await page.goto(pathToFileURL(path).href, { timeout: TIMEOUT_MS });
    await page.waitForSelector('html[data-ready]', { state: 'attached', timeout: TIMEOUT_MS });
    return await within(TIMEOUT_MS, work(page));
  } finally {
    await page.close();
  }
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`nothing was painted within ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** From the click on the file until its rows are there and were painted. Units: ms. */
function untilPainted(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now()))),
      ),
  );
}

/** From a typed letter until the table was painted anew. Units: ms. */
function untilTyped(page: Page): Promise<number> {
  return page.evaluate(async (text) => {
    const search = document.querySelector<HTMLInputElement>('#search');
    if (!search) throw new Error('There is no table to search in');
    const start = performance.now();
    search.value = text;
    search.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - start;
  }, TYPED);
}

/** From the click on the head of a column, as soon as somebody may have found it, until the table was painted anew. Units: ms. */
async function untilOrdered(page: Page): Promise<number> {
  await page.waitForTimeout(FOUND_AFTER_MS);
  return page.evaluate(async () => {
    const head = document.querySelector<HTMLElement>('th[data-sort="minimum_price"] button');
    if (!head) throw new Error('There is no column to order by');
    const start = performance.now();
    head.click();
    await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - start;
  });
}

function group(value: number): string {
  return value.toLocaleString('en-GB');
}
