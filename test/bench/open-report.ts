/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { anExtensiveNight, makeReport } from '../browser/make-report.ts';
import { findBrowser, openBrowser } from '../browser/open-browser.ts';
import { type BenchContext, compare, type Group, type Line } from './figure.ts';
import { alternate, measured, type Series } from './measure.ts';
import { onAllCores } from './run-child.ts';

const ROWS = 100_000;
const OPENS_WITHIN_MS = 1800;
const ANSWERS_WITHIN_MS = 100;
/** After garbage was collected, at the end of each step. */
const HEAP_WITHIN_MB = 120;

/** Nobody has found what to click on before that. */
const FOUND_AFTER_MS = 1000;

interface Step {
  readonly name: string;
  /** Done before, without being measured. */
  readonly first?: (page: Page) => Promise<void>;
  /** What a person clicks on, once; a field or a list gets its value instead. */
  readonly on: string;
  readonly value?: string;
  /** Measured as soon as the page is ready, since somebody may begin to type then. */
  readonly isAtOnce?: boolean;
}

/** The first rows of the page need attention, and have no boxes. */
async function showPlanned(page: Page): Promise<void> {
  await page.locator('select[name="status"]').selectOption('=planned');
}

/** What a person does on the page. A list is chosen from by the value that most rows have, so that most are shown. */
const STEPS: readonly Step[] = [
  // A letter that few rows lack.
  { name: 'the first letter typed into its search', on: '#search', value: 'm', isAtOnce: true },
  { name: 'a status chosen', on: 'select[name="status"]', value: '=planned' },
  { name: 'a currency chosen', on: 'select[name="currency"]', value: '=usd' },
  { name: 'a size of change chosen', on: 'select[name="size"]', value: '=10' },
  { name: 'a part of the picture of moves chosen', on: '[data-filter^="move="]' },
  { name: 'put in order by an amount', on: 'th[data-sort="minimum_price"] button' },
  { name: 'put in order by SKU', on: 'th[data-sort="sku"] button' },
  { name: 'the next page', on: '#next' },
  { name: 'one box ticked', first: showPlanned, on: 'td.approve input' },
  { name: 'all that the filter shows approved', first: showPlanned, on: '#approve-shown' },
  { name: 'all that the filter shows rejected', first: showPlanned, on: '#reject-shown' },
];

const TIMEOUT_MS = 120_000;
/** The page is opened once for nothing and then in these rounds. */
const ROUNDS = { quick: 3, full: 7 };

/**
 * `report`: how long a report of 100,000 rows takes in a browser, and each step that a person does on it; the heap of its script.
 */
export const openReport: Group = {
  ids: ['report'],
  measure: (context) => onAllCores(() => measureReport(context)),
};

async function measureReport({ full, say }: BenchContext): Promise<readonly Line[]> {
  const missing = whatIsMissing();
  if (missing !== undefined) return [leftOutLine(missing)];
  say(`making a report of ${group(ROWS)} rows`);
  const made = await makeReport(anExtensiveNight(ROWS));
  const browser = await openBrowser();
  const inBrowser = (work: (page: Page) => Promise<number>) => () => inPage(browser, made.report, work);
  try {
    say('opening it, and doing on it what people do');
    await inPage(browser, made.report, untilPainted);
    const heaps: number[] = [];
    const opened = `open ${group(ROWS)} rows, until they can be used`;
    const works: Record<string, () => Promise<number>> = { [opened]: inBrowser(untilPainted) };
    for (const step of STEPS)
      works[step.name] = inBrowser(async (page) => {
        const took = await untilDone(page, step);
        heaps.push(await heapOf(page));
        return took;
      });
    const done = Object.entries(await alternate(full ? ROUNDS.full : ROUNDS.quick, works, { warmUp: false }));
    return [
      ...done.map(([name, series]) =>
        wanted(name, series, { most: name === opened ? OPENS_WITHIN_MS : ANSWERS_WITHIN_MS, unit: 'ms' }),
      ),
      wanted('heap of its script after each of these', measured(...heaps), {
        most: HEAP_WITHIN_MB,
        unit: 'MB',
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
function wanted(
  name: string,
  ours: Series,
  { most, unit }: { readonly most: number; readonly unit: string },
): Line {
  const count = ours.kind === 'measured' ? ours.values.length : 1;
  const yardstick = measured(...Array.from({ length: count }, () => most));
  return compare({ id: 'report', name, ours, yardstick, against: 'wanted', unit, must: { most: 1 } });
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

/** From what a person does until the table was painted again. Units: ms. */
async function untilDone(page: Page, { first, on, value, isAtOnce = false }: Step): Promise<number> {
  if (!isAtOnce) await page.waitForTimeout(FOUND_AFTER_MS);
  await first?.(page);
  return page.evaluate(
    async ([selector, text]) => {
      const target = document.querySelector<HTMLElement>(selector);
      if (!target) throw new Error(`There is no ${selector}`);
      const start = performance.now();
      if (text === undefined)
        target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
      else {
        Object.assign(target, { value: text });
        target.dispatchEvent(new Event(target.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
      }
      await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      return performance.now() - start;
    },
    [on, value] as const,
  );
}

/** Of what the script keeps. Units: MB. */
async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 1e6;
}

function group(value: number): string {
  return value.toLocaleString('en-GB');
}
