/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, onTestFinished } from 'vitest';
import { type Made, makeReport } from './make-report.ts';
import { type OpenReport, openBrowser, openReport } from './open-browser.ts';

/** The browser of a file of tests, and the reports that were made for it. */
let browser: Promise<Browser> | undefined;
const reports: Made[] = [];

afterAll(async () => {
  await (await browser)?.close();
  for (const made of reports) await made.close();
});

/** `makeReport`, for as long as the tests of this file run. */
export async function make(...given: Parameters<typeof makeReport>): Promise<Made> {
  const made = await makeReport(...given);
  reports.push(made);
  return made;
}

/** `openReport`, in the browser of this file, until the test is over. */
export async function open(path: string, options?: Parameters<typeof openReport>[2]): Promise<OpenReport> {
  browser ??= openBrowser();
  const opened = await openReport(await browser, path, options);
  onTestFinished(() => opened.page.context().close());
  return opened;
}

/** What axe has against a page, as `rule: element`. */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    // @ts-expect-error It was put there a line ago.
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
    return violations.flatMap(
      ({ id, nodes }: { id: string; nodes: readonly { target: unknown; failureSummary: string }[] }) =>
        nodes.slice(0, 5).map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
    );
  });
}
