/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { anExtensiveNight, makeReport } from '../browser/make-report.ts';
import { openBrowser } from '../browser/open-browser.ts';
import { alternate, type BenchContext, type Group, group, type Line, wanted } from './figures.ts';
import { onAllCores } from './run-child.ts';

const ROWS = 100_000;
const OPENS_WITHIN_MS = 1800;
const ANSWERS_WITHIN_MS = 100;

/** Nobody has found what to click on before that. */
const FOUND_AFTER_MS = 1000;

interface Step {
  readonly name: string;
  /** What a person clicks on, once nobody could have found it any sooner; or the field that gets a value, as soon as the page is ready. */
  readonly on: string;
  readonly value?: string;
}

const STEPS: readonly Step[] = [
  // A letter that few rows lack.
  { name: 'the first letter typed into its search', on: '#search', value: 'm' },
  { name: 'put in order by an amount, a second later', on: 'th[data-sort="minimum_price"] button' },
];

const TIMEOUT_MS = 120_000;
/** The page is opened once for nothing and then in these rounds. */
const ROUNDS = { quick: 3, full: 7 };

/**
 * `report`: how long a report of 100,000 rows takes in a browser, and what a person does on it first.
 */
export const openReport: Group = {
  ids: ['report'],
  measure: (context) => onAllCores(() => measureReport(context)),
};

async function measureReport({ full, say }: BenchContext): Promise<readonly Line[]> {
  say(`making a report of ${group(ROWS)} rows`);
  const made = await makeReport(anExtensiveNight(ROWS));
  const browser = await openBrowser();
  const inBrowser = (work: (page: Page) => Promise<number>) => () => inPage(browser, made.report, work);
  try {
    say('opening it, and doing on it what people do');
    await inPage(browser, made.report, untilPainted);
    const opened = `open ${group(ROWS)} rows, until they can be used`;
    const works: Record<string, () => Promise<number>> = { [opened]: inBrowser(untilPainted) };
    for (const step of STEPS) works[step.name] = inBrowser((page) => untilDone(page, step));
    const done = Object.entries(await alternate(full ? ROUNDS.full : ROUNDS.quick, works, { warmUp: false }));
    return done.map(([name, series]) =>
      wanted(name === opened ? OPENS_WITHIN_MS : ANSWERS_WITHIN_MS, { id: 'report', name, ours: series }),
    );
  } finally {
    await browser.close();
    await made.close();
  }
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
async function untilDone(page: Page, { on, value }: Step): Promise<number> {
  if (value === undefined) await page.waitForTimeout(FOUND_AFTER_MS);
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
