import { describe, expect, it } from 'vitest';
import type { Catalogue, Listing } from '../../src/sandbox/catalogue.ts';
import { openStage } from '../support/open-stage.ts';
import { elementsOf, linksOf, type ReadPage, readPage } from '../support/read-page.ts';
import { anAccount, BUY_BOX, withComputedBounds } from '../support/test-sandbox.ts';

const KEY = 'sandbox-key';

async function openShop(
  listings: readonly Partial<Listing>[],
  csv: string,
  toCatalogue = (catalogue: Catalogue): Catalogue => catalogue,
) {
  const stage = await openStage(listings, csv, { catalogue: toCatalogue(anAccount(listings)) });
  return {
    ...stage,
    read: (folder: string): string => stage.read(`${folder}/report.html`),
    write: (name: string, text: string) => stage.write(text, name),
  };
}

const LISTINGS = Array.from({ length: 12 }, (_, index) => ({ sku: `SKU-${index + 1}` }));
const ROWS = LISTINGS.map(({ sku }, index) => `${sku},6.${index + 10}`);
const SHEET = `sku,cost\n${ROWS.join('\n')}\nGONE,1.00\n`;

function titleOf({ markup }: ReadPage): string {
  return /<h1 id="title">([^<]*)<\/h1>/.exec(markup)?.[1] ?? '';
}

/** Nothing in it is run, loaded or sent but what its policy names. */
function expectSelfContained(html: string): void {
  const { policy, hashes, markup, rowTexts } = readPage(html);
  expect(policy).toBe(
    `default-src 'none'; script-src '${hashes.script}'; style-src '${hashes.style}'; base-uri 'none'; form-action 'none'`,
  );
  expect(html.match(/<script/g)?.length).toBe(rowTexts.length + 2);
  const elements = elementsOf(markup);
  const names = new Set(elements.map(({ name }) => name));
  for (const name of ['link', 'img', 'iframe', 'object', 'embed', 'base', 'script', 'style'])
    expect(names).not.toContain(name);
  const attributes = new Set(elements.flatMap((element) => element.attributes));
  expect(
    [...attributes].filter((name) => /^(?:on|style$|src|action$|formaction$|ping$)/i.test(name)),
  ).toEqual([]);
  for (const href of linksOf(markup)) expect(href).toMatch(/^#/);
  expect(html).not.toContain(KEY);
  expect(rowTexts.join('')).not.toContain(KEY);
}

describe('report.html', () => {
  it('is left by a dry run, by sending it, and by taking it back', async () => {
    const { run, read } = await openShop(LISTINGS, SHEET);
    await run('diff', 'costs.csv', '--out', 'd');
    await run('apply', 'd', '--out', 'a');
    await run('undo', 'a', '--out', 'u');
    await run('sync', 'costs.csv', '--out', 's');
    const pages = ['d', 'a', 'u', 's'].map(read);
    for (const html of pages) expectSelfContained(html);
    expect(pages.map(readPage).map(titleOf)).toEqual([
      '12 listings would change. 1 row needs attention',
      '12 listings updated. 1 row needs attention',
      '12 listings updated. Nothing needs attention',
      '12 listings updated. 1 row needs attention',
    ]);
    expect(read('d')).toContain('<code tabindex="0" data-copy>pricesheet apply d</code>');
  });

  it('knows what strategies made of bounds, and what these are called', async () => {
    const listings = LISTINGS.map((listing, index) => ({ ...listing, strategy: index % 2 ? BUY_BOX : null }));
    const csv = `sku,cost,strategy\n${ROWS.map((row) => `${row},Buy Box\n`).join('')}`;
    const recompute = { minimum_percent: 20, maximum_percent: 90 };
    const { run, read } = await openShop(listings, csv, (catalogue) =>
      withComputedBounds(catalogue, recompute),
    );
    await run('sync', 'costs.csv', '--out', 's');
    const page = readPage(read('s'));
    expect(page.rows.filter(({ computedMinimum }) => computedMinimum !== undefined)).toHaveLength(12);
    expect(page.facts.strategyNames).toContainEqual([BUY_BOX, 'Buy Box']);
  });
});
