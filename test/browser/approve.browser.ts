/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { anAccount } from '../support/an-account.ts';
import { readRun } from '../support/read-run.ts';
import { readReview } from '../support/review-file.ts';
import { plannedWireOf, wireOf } from '../support/wire.ts';
import type { Made } from './make-report.ts';
import { faultsOf, make, open } from './stage.ts';

type Night = Parameters<typeof make>[0];

/** Every row is an update. `percentOf`: how far the cost of the row at this place moves. */
function aNight(skus: readonly string[], percentOf: (at: number) => number = () => 5): Night {
  const lines = skus.map((sku, at) => `${sku},${((600 * (100 + percentOf(at))) / 10_000).toFixed(2)}`);
  return {
    catalogue: anAccount(skus.map((sku) => ({ sku }))),
    sheet: `sku,cost\n${lines.join('\n')}\n`,
  };
}

const name = (kind: string, at: number): string => `${kind}-${String(at + 1).padStart(4, '0')}`;
const namesOf = (kind: string, count: number) => Array.from({ length: count }, (_, at) => name(kind, at));

const counts = (page: Page) => page.locator('#approval-counts').innerText();
const lineOf = (page: Page, sku: string) => page.locator('#table tbody tr', { hasText: sku });
const boxOf = (page: Page, sku: string) => lineOf(page, sku).locator('td.approve input');
const firstBox = (page: Page) => page.locator('td.approve input').first();

/** SKUs by what the file says of them. */
function readDecisions(path: string): Readonly<Record<'yes' | 'no' | '', readonly string[]>> {
  const rows = readReview(path);
  const of = (word: string) => rows.filter(({ approve }) => approve === word).map(({ sku }) => sku ?? '');
  return { yes: of('yes'), no: of('no'), '': of('') };
}

describe('5,000 updates, approved with the keyboard alone', () => {
  const BULK = namesOf('BULK', 4400);
  const ONE = namesOf('ONE', 600);

  it('are sent as far as they were approved and are as they were, and nothing else is', async () => {
    const made = await make(aNight([...BULK, ...ONE]));
    const { page, mishaps } = await open(made.report);
    const { keyboard } = page;
    const tabTo = async (selector: string, key = 'Tab') => {
      for (let presses = 0; presses < 60; presses++) {
        if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector))
          return;
        await keyboard.press(key);
      }
      throw new Error(`${selector} can't be reached with the keyboard`);
    };

    await tabTo('#search');
    await keyboard.type('bulk-');
    await tabTo('#approve-shown');
    expect(await page.locator('#approve-shown').innerText()).toBe('Approve the 4,400 shown');
    await keyboard.press('Enter');
    expect(await counts(page)).toMatch(/^4,400 approved, 0 rejected, 600 undecided, of 5,000/);

    await tabTo('#search', 'Shift+Tab');
    await keyboard.press('Control+A');
    await keyboard.type('one-');
    await tabTo('td.approve input');
    const expected = new Set(BULK);
    const refused = new Set<string>();
    for (let row = 0; row < 130; row++) {
      const label = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
      const sku = /ONE-\d+/.exec(label ?? '')?.[0] ?? '';
      if (row < 100) expected.add(sku);
      else if (row < 115) refused.add(sku);
      if (row < 115) await keyboard.press(['x', 'n'][Number(row >= 100)] ?? '');
      // Over the end of the first page.
      await keyboard.press(row % 2 === 0 ? 'ArrowDown' : 'j');
    }
    expect([expected.size, refused.size]).toEqual([4500, 15]);
    expect(await counts(page)).toMatch(
      /^4,500 approved, 15 rejected, 485 undecided, of 5,000; none of the approved above 10 %/,
    );
    await tabTo('#download-review');
    const file = await downloadReview(page, made.cwd, () => keyboard.press('Enter'));
    expect(await faultsOf(page)).toEqual([]);
    expect(mishaps).toEqual([]);

    const decisions = readDecisions(file);
    expect(new Set(decisions.yes)).toEqual(expected);
    expect(new Set(decisions.no)).toEqual(refused);
    const review = readFileSync(join(made.folder, 'review.csv'), 'utf8');
    expect(withoutDecisions(readFileSync(file, 'utf8'))).toBe(review);

    const { sandbox } = made;
    const moved = [...expected].filter((_, at) => at % 643 === 1);
    for (const { id, sku } of sandbox.snapshot().listings)
      if (moved.includes(sku)) sandbox.changeListing(id, { cost: 601 });
    const command = await page.locator('#approval-next code').innerText();
    expect(command).toMatch(/^pricesheet apply run --only run-review-[0-9a-f]{8}\.csv/);
    const seen = sandbox.requests.length;
    // Just as the page says.
    await made.again(...command.split(' ').slice(1), '--out', 'applied');
    const posts = sandbox.requests.slice(seen).filter(({ method }) => method === 'POST');
    const { plan } = readRun(made.folder);
    const due = plan.filter(({ sku }) => expected.has(sku) && !moved.includes(sku));
    expect(due).toHaveLength(4500 - moved.length);
    expect(posts.map(wireOf).sort()).toEqual(due.map(plannedWireOf).sort());
    const { results } = readRun(join(made.cwd, 'applied'));
    for (const { sku = '', status } of results)
      expect(status, sku).toBe(moved.includes(sku) ? 'conflict' : expected.has(sku) ? 'updated' : 'held');
  });
});

describe('boxes', () => {
  /** Of 240 rows, every fourth moves by 20 %, the others by 5 %. */
  const SKUS = namesOf('SKU', 240);
  let made: Made;

  beforeAll(async () => {
    made = await make(aNight(SKUS, (at) => (at % 4 === 0 ? 20 : 5)));
  });

  const openBoxes = (fragment = '#sort=line') => open(made.report, { fragment });

  it('are approved together as far as the filter shows them, and that can be taken back', async () => {
    const { page } = await openBoxes('#size=10');
    expect(await page.locator('#approve-shown').innerText()).toBe('Approve the 60 shown');
    await lineOf(page, 'SKU-0001').locator('.reject').click();
    expect(await page.locator('#approval-note').innerText()).toBe('1 row shown is rejected and stays so');
    await page.locator('#approve-shown').click();
    expect(await counts(page)).toBe(
      '59 approved, 1 rejected, 180 undecided, of 240; 59 of the approved above 10 %',
    );
    expect(await page.locator('#approval-note').innerText()).toBe(
      'Undo takes back the last step: 59 approved. 1 row shown is rejected and stays so',
    );
    await page.locator('#undo-step').click();
    expect(await counts(page)).toBe('0 approved, 1 rejected, 239 undecided, of 240');
    await page.locator('#reject-shown').click();
    await page.locator('#clear').click();
    await page.locator('#approve-shown').click();
    const { yes, no } = readDecisions(await downloadReview(page, made.cwd));
    expect(yes).toEqual(SKUS.filter((_, at) => at % 4 !== 0));
    expect(no).toEqual(SKUS.filter((_, at) => at % 4 === 0));
  });

  it.each([
    ['approve', '240 approved, 0 rejected'],
    ['reject', '0 approved, 240 rejected'],
  ])('%s all that is shown by a double click as by a single one, and no button moves', async (act, said) => {
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
    ]) {
      const { page } = await open(made.report, { viewport });
      const button = page.locator(`#${act}-shown`);
      const place = async () => {
        const { x = 0, y = 0, width = 0 } = (await button.boundingBox()) ?? {};
        return [x, y, width].map(Math.round);
      };
      const before = await place();
      const [left = 0, top = 0, width = 0] = before;
      const [x, y] = [left + width * 0.9, top + 8];
      await page.mouse.dblclick(x, y);
      expect(await counts(page)).toContain(said);
      expect(await button.innerText()).toMatch(/^\w+ the 0 shown$/);
      expect(await place()).toEqual(before);
    }
  });

  it('leave a view of what is undecided as they are decided, and the focus goes on', async () => {
    const { page } = await openBoxes('#approval=undecided&sort=line');
    await firstBox(page).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('n');
    expect(await page.locator('#shown').innerText()).toContain('238');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Approve SKU-0003, line 4',
    );
    await page.locator('#approval-counts a', { hasText: 'rejected' }).click();
    expect(await page.locator('#table tbody tr').count()).toBe(1);
    expect(await lineOf(page, 'SKU-0002').count()).toBe(1);
  });

  it('take ranges, by mouse and by keyboard, in the order that is shown', async () => {
    const { page } = await openBoxes('#sort=-line');
    await boxOf(page, 'SKU-0240').click();
    await boxOf(page, 'SKU-0236').click({ modifiers: ['Shift'] });
    expect(await counts(page)).toMatch(/^5 approved/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('n');
    for (let row = 0; row < 4; row++) await page.keyboard.press('j');
    await page.keyboard.press('Shift+N');
    expect(await counts(page)).toMatch(/^5 approved, 5 rejected/);
    await page.keyboard.press('k');
    await page.keyboard.press('x');
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+Space');
    const { yes, no } = readDecisions(await downloadReview(page, made.cwd));
    // The range from the last one to the first one took the yes of the first one back.
    expect(yes).toEqual([]);
    expect(no).toEqual(['SKU-0231']);
  });

  it('say above the command that they were changed since, and other files have other names', async () => {
    const { page } = await openBoxes();
    await boxOf(page, 'SKU-0001').click();
    const one = await downloadReview(page, made.cwd);
    expect(await page.locator('#approval-next').innerText()).toContain(`--only ${one.split('/').at(-1)}`);
    await boxOf(page, 'SKU-0002').click();
    expect(await page.locator('#approval-next').innerText()).toMatch(/^Changed since the download/);
    expect(await page.locator('#approval-next code').count()).toBe(0);
    const two = await downloadReview(page, made.cwd);
    expect(two).not.toBe(one);
    await boxOf(page, 'SKU-0002').click();
    expect(await downloadReview(page, made.cwd)).toBe(one);
  });
});

describe('what was decided', () => {
  const SKUS = namesOf('SKU', 12);
  let made: Made;

  beforeAll(async () => {
    made = await make(aNight(SKUS));
    // Another plan of the same rows.
    await made.again('diff', 'costs.csv', '--out', 'second');
  });

  const reload = async (page: Page) => {
    await page.reload();
    await page.waitForSelector('html[data-ready]', { state: 'attached' });
  };

  it('is there again after a reload, and not on the page of another plan', async () => {
    const { page, asked, mishaps } = await open(made.report);
    await boxOf(page, 'SKU-0005').click();
    await lineOf(page, 'SKU-0007').locator('.reject').click();
    await reload(page);
    // It was not downloaded yet.
    expect(asked()).toBe(1);
    expect(await page.locator('#approval-note').innerText()).toMatch(/As you left it on .*\d{4}/);
    const { yes, no } = readDecisions(await downloadReview(page, made.cwd));
    expect([yes, no]).toEqual([['SKU-0005'], ['SKU-0007']]);
    await page.goto(`file://${join(made.cwd, 'second', 'report.html')}`);
    await page.waitForSelector('html[data-ready]', { state: 'attached' });
    expect(asked()).toBe(1);
    expect(await counts(page)).toMatch(/^0 approved, 0 rejected, 12 undecided/);
    await page.goto(`file://${made.report}`);
    await page.waitForSelector('html[data-ready]', { state: 'attached' });
    expect(await counts(page)).toMatch(/^1 approved, 1 rejected, 10 undecided/);
    await page.evaluate(() => {
      for (const name of Object.keys(localStorage)) localStorage.setItem(name, 'nonsense');
    });
    await reload(page);
    expect(await counts(page)).toMatch(/^0 approved, 0 rejected, 12 undecided/);
    expect(mishaps.filter((each) => each.startsWith('error'))).toEqual([]);
  });

  it('can be decided without any place to keep it, and the page says so', async () => {
    const { page } = await open(made.report);
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    });
    await reload(page);
    await boxOf(page, 'SKU-0005').click();
    await expect
      .poll(() => page.locator('#approval-note').innerText())
      .toBe('This browser does not keep your choices over a reload');
    expect(readDecisions(await downloadReview(page, made.cwd)).yes).toEqual(['SKU-0005']);
  });
});

describe('the table with boxes', () => {
  let made: Made;

  beforeAll(async () => {
    made = await make(aNight(namesOf('SKU', 120)));
  });

  it('begins where it does without boxes, and keeps filters, heads and the bar in sight', async () => {
    const { page } = await open(made.report, { viewport: { width: 1280, height: 800 } });
    const topOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((each) => each.getBoundingClientRect().top);
    const isBetween = async () => {
      const [head, box] = [page.locator('#table thead th').first(), page.locator('td.approve input:focus')];
      const [above, at, below] = [
        await head.boundingBox(),
        await box.boundingBox(),
        await topOf('#approval'),
      ];
      expect(at?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
      expect((at?.y ?? 0) + (at?.height ?? 0)).toBeLessThanOrEqual(below);
    };
    expect(await topOf('#table tbody tr')).toBeLessThan(400);
    await firstBox(page).focus();
    for (let row = 0; row < 45; row++) {
      await page.keyboard.press('j');
      await isBetween();
      // The last row of the first page; the next page begins above its rows.
      if (row === 28) expect(await topOf('#bar')).toBe(0);
    }
    for (let row = 0; row < 40; row++) {
      await page.keyboard.press('k');
      await isBetween();
    }
  });

  it('has decisions on paper, and no boxes', async () => {
    const { page } = await open(made.report);
    await boxOf(page, 'SKU-0001').click();
    await lineOf(page, 'SKU-0002').locator('.reject').click();
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.approve:visible, #approval:visible, #approval-keys:visible').count()).toBe(0);
    const saidOf = (sku: string) =>
      lineOf(page, sku)
        .locator('.state')
        .evaluate((cell) => getComputedStyle(cell, '::after').content);
    expect([await saidOf('SKU-0001'), await saidOf('SKU-0002'), await saidOf('SKU-0003')]).toEqual([
      '", approved"',
      '", rejected"',
      'none',
    ]);
  });

  it('says on a card which field an amount is of, and has the boxes beside it', async () => {
    const { page } = await open(made.report, { viewport: { width: 390, height: 844 } });
    const line = lineOf(page, 'SKU-0001');
    const said = await line
      .locator('[data-field="cost"]')
      .evaluate((cell) => getComputedStyle(cell, '::before').content);
    expect(said).toBe('"Cost"');
    const [card, box, reject] = [
      await line.boundingBox(),
      await line.locator('td.approve input').boundingBox(),
      await line.locator('.reject').boundingBox(),
    ];
    for (const control of [box, reject]) {
      expect(control?.width).toBeGreaterThanOrEqual(36);
      expect(control?.height).toBeGreaterThanOrEqual(36);
      expect((control?.y ?? 0) + (control?.height ?? 0)).toBeLessThanOrEqual(
        (card?.y ?? 0) + (card?.height ?? 0),
      );
    }
  });
});

/** Saves the review file that a page gives away, and returns its path. `start`: does what begins it, instead of a click. */
async function downloadReview(page: Page, folder: string, start?: () => Promise<void>): Promise<string> {
  const waiting = page.waitForEvent('download');
  await (start ? start() : page.locator('#download-review').click());
  const given = await waiting;
  const path = join(folder, given.suggestedFilename());
  await given.saveAs(path);
  return path;
}

/** The text of a review file as the run wrote it, before anything was decided. */
function withoutDecisions(text: string): string {
  return text.replaceAll(/^(?:yes|no),/gm, ',');
}
