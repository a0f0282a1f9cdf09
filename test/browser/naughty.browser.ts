import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { restoreCell } from '../../src/domain/csv-cells.ts';
import { printable } from '../../src/report/text/printable.ts';
import type { Strategy } from '../../src/sandbox/catalogue.ts';
import { NAUGHTY_SKUS, NAUGHTY_TEXTS } from '../support/naughty-text.ts';
import { readRun } from '../support/read-run.ts';
import { anAccount } from '../support/test-sandbox.ts';
import type { Made } from './make-report.ts';
import { make, open } from './stage.ts';

const MARKUP = NAUGHTY_TEXTS.filter(({ kind }) => kind === 'markup').map(({ text }) => text);
/** What a sheet can hold in a cell, as far as it breaks no line. */
const CELLS = NAUGHTY_TEXTS.filter(({ kind, text }) => kind !== 'halves' && !/\p{Cc}/u.test(text)).map(
  ({ text }) => text,
);

let made: Made;

beforeAll(async () => {
  const account = anAccount(
    NAUGHTY_SKUS.map((sku, index) => ({
      sku,
      strategy: index % 3 === 0 ? strategyOf(index % MARKUP.length).id : null,
    })),
  );
  const catalogue = {
    ...account,
    strategies: [...MARKUP.map((_, index) => strategyOf(index)), ...account.strategies],
  };
  const rows = [
    // Each SKU gets a strategy of another naughty name, and a new cost.
    ...NAUGHTY_SKUS.map((sku, index) => [sku, '6.50', strategyOf((index + 7) % MARKUP.length).id, '']),
    // An amount that is none stands in the message.
    ...CELLS.map((text, index) => [`AMOUNT-${index}`, text === '' ? 'x' : text, '', '']),
    ...CELLS.map((text, index) => [`STRATEGY-${index}`, '', text, '']),
  ];
  const sheet = [['sku', 'cost', 'strategy', ...['</script><img src=x onerror=alert(1)>']], ...rows]
    .map((cells) => cells.map((text) => `"${inFile(text).replaceAll('"', '""')}"`).join(','))
    .join('\n');
  made = await make(
    { catalogue, sheet: `${sheet}\n`, name: '<img src=x onerror=alert(1)>&lt;"\'.csv' },
    ...['--currency', 'usd', '--max-invalid', '100'],
  );
}, 240_000);

function strategyOf(index: number): Strategy {
  return {
    id: `50000000-0000-4000-9000-${String(index).padStart(12, '0')}`,
    object: 'strategy',
    name: MARKUP[index] ?? '',
    type: 'buy_box',
    platform: 'amazon',
    created_at: 1_700_000_000 - index,
  };
}

/** As files hold what a spreadsheet would run. */
function inFile(text: string): string {
  return /^[\t\r\n]|^[\s'"\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠]/u.test(text.replace(/^'+/, ''))
    ? `'${text}`
    : text;
}

interface Shown {
  readonly line: number;
  readonly sku: string;
  readonly status: string;
  readonly message: string;
}

async function shownRows(page: Page): Promise<readonly Shown[]> {
  const shown: Shown[] = [];
  for (;;) {
    shown.push(
      ...(await page.locator('#table tbody tr').evaluateAll((rows) =>
        rows.map((row) => ({
          line: Number(row.getAttribute('data-line')),
          sku: row.querySelector('th')?.textContent ?? '',
          status: row.querySelector('.status')?.textContent ?? '',
          message: row.querySelector('.message')?.textContent ?? '',
        })),
      )),
    );
    if (!(await page.locator('#next').isEnabled())) return shown;
    await page.locator('#next').click();
  }
}

describe('a report on hostile text', () => {
  it('shows every row with its SKU, what can not be seen of it spelled out, and nothing of it does anything', async () => {
    const { page, mishaps } = await open(made.report, { fragment: '#sort=line' });
    const title = await page.title();
    const rows = await shownRows(page);
    const { results, plan } = readRun(made.folder);
    expect(results.length).toBe(NAUGHTY_SKUS.length + 2 * CELLS.length);
    expect(rows.map(({ line, sku, status }) => [line, sku, status])).toEqual(
      plan.map(({ line, sku, status }) => [line, printable(sku), status]),
    );
    for (const [at, { message = '' }] of results.entries())
      expect(rows[at]?.message).toContain(printable(restoreCell(message)).slice(0, 40));
    expect(await page.title()).toBe(title);
    expect(await strangers(page)).toEqual([]);
    expect(mishaps).toEqual([]);
  });

  it('bears pointing, searching and filtering by it', async () => {
    const { page, mishaps } = await open(made.report);
    for (const text of MARKUP) {
      await page.locator('#search').fill(text);
      await page.waitForFunction(
        (wanted) => document.querySelector<HTMLInputElement>('#search')?.value === wanted,
        text,
      );
    }
    await page.locator('#search').fill('');
    for (const select of await page.locator('#filters select').all()) {
      const values = await select
        .locator('option')
        .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
      for (const value of values.slice(0, 40)) await select.selectOption(value);
      await select.selectOption(values[0] ?? '');
    }
    for (const link of (await page.locator('a[data-filter]').all()).slice(0, 60))
      await link.dispatchEvent('click');
    expect(await strangers(page)).toEqual([]);
    expect(mishaps).toEqual([]);
  });
});

/** Elements that no report has, and attributes that run something. */
function strangers(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const kinds = [
      ...document.querySelectorAll('img, iframe, object, embed, base, link, math, h1 ~ h1, [autofocus]'),
    ];
    const acting = [...document.querySelectorAll('*')].filter((element) =>
      [...element.attributes].some(
        ({ name, value }) =>
          name.startsWith('on') ||
          (/^(?:href|src|action)$/.test(name) && /^\s*(?:javascript|data|https?):/i.test(value)),
      ),
    );
    return [...kinds, ...acting].map((element) => element.outerHTML.slice(0, 200));
  });
}
