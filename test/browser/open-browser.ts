import { existsSync } from 'node:fs';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** Where Debian and others put it; `CHROMIUM` names another one. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** It is not to ask anybody for anything. */
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The browser that reports are looked at with. Errors: there is none, which is no reason to call anything tested. */
function findBrowser(): string {
  const named = process.env['CHROMIUM'];
  const found = [...(named === undefined ? [] : [named]), ...PLACES].find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new Error(
    'NOT TESTED: there is no Chromium, so nobody has seen a report. Install it (apt-get install chromium), or name one in CHROMIUM',
  );
}

export function openBrowser(): Promise<Browser> {
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: findBrowser(),
    args: [...QUIET, ...(isRoot ? ['--no-sandbox'] : [])],
  });
}

/** A report as somebody sees it who opens the file, and all that is not to happen meanwhile. */
export interface OpenReport {
  readonly page: Page;
  /** Errors of the console and of the script, requests for anything but the file, dialogs. */
  readonly mishaps: readonly string[];
  /** How often the page asked whether it may be left, which it then was. */
  readonly asked: () => number;
}

export async function openReport(
  browser: Browser,
  path: string,
  { fragment = '', ...options }: BrowserContextOptions & { readonly fragment?: string } = {},
): Promise<OpenReport> {
  const context = await browser.newContext({ acceptDownloads: true, ...options });
  const page = await context.newPage();
  const mishaps: string[] = [];
  const url = pathToFileURL(path).href;
  page.on('console', (message) => mishaps.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => mishaps.push(`error: ${error.message}`));
  let asked = 0;
  page.on('dialog', (dialog) => {
    if (dialog.type() === 'beforeunload') {
      asked++;
      void dialog.accept();
      return;
    }
    mishaps.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => mishaps.push(`popup: ${popup.url()}`));
  page.on('request', (request) => {
    const isOwn = request.url().split('#')[0] === url || request.url().startsWith('blob:');
    if (!isOwn) mishaps.push(`request: ${request.url()}`);
  });
  await page.goto(`${url}${fragment}`);
  if (options.javaScriptEnabled !== false) await page.waitForSelector('[data-ready]', { state: 'attached' });
  return { page, mishaps, asked: () => asked };
}
