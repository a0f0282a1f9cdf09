import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toSheet } from '../../src/page/to-sheet.ts';
import type { Catalogue, Listing } from '../../src/sandbox/catalogue.ts';
import { NAUGHTY_SKUS } from '../support/naughty-text.ts';
import { elementsOf, linksOf, type ReadPage, readPage } from '../support/read-page.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { envOf } from '../support/sandbox-env.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, BUY_BOX, testSandbox, withComputedBounds } from '../support/test-sandbox.ts';

const KEY = 'sandbox-key';

async function openShop(
  listings: readonly Partial<Listing>[],
  csv: string,
  toCatalogue = (catalogue: Catalogue): Catalogue => catalogue,
) {
  const sandbox = await testSandbox({ catalogue: toCatalogue(anAccount(listings)) });
  const cwd = tempFolder();
  const env = envOf(sandbox);
  writeFileSync(join(cwd, 'costs.csv'), csv);
  const run = (...argv: readonly string[]) => runInProcess(argv, { cwd, env });
  const read = (folder: string): string => readFileSync(join(cwd, folder, 'report.html'), 'utf8');
  return {
    sandbox,
    cwd,
    run,
    read,
    write: (name: string, text: string) => writeFileSync(join(cwd, name), text),
  };
}

const LISTINGS = Array.from({ length: 12 }, (_, index) => ({ sku: `SKU-${index + 1}` }));
const SHEET = [
  'sku,cost',
  ...LISTINGS.map(({ sku }, index) => `${sku},6.${index + 10}`),
  'GONE,1.00',
  '',
].join('\n');

function titleOf({ markup }: ReadPage): string {
  return /<h1 id="title">([^<]*)<\/h1>/.exec(markup)?.[1] ?? '';
}

function picturesOf({ markup }: ReadPage): string | undefined {
  return /<details id="pictures"[\s\S]*?\n<\/details>/.exec(markup)?.[0];
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
      '12 listings would change. 1 row needs you first',
      '12 listings were changed. 1 row needs you',
      '12 listings were set back. Nothing needs you',
      '12 listings were changed. 1 row needs you',
    ]);
    expect(read('d')).toContain('<code tabindex="0" data-copy>pricesheet apply d</code>');
  });

  it('has every row of results.csv, with what was and what is to be', async () => {
    const { cwd, run, read } = await openShop(LISTINGS, SHEET);
    await run('diff', 'costs.csv', '--out', 'd');
    const lines = readFileSync(join(cwd, 'd', 'results.csv'), 'utf8')
      .trimEnd()
      .split('\n')
      .slice(1);
    const { rows, facts } = readPage(read('d'));
    expect(rows.map(({ line, sku, status }) => [line, sku, status].join(','))).toEqual(
      lines.map((line) => line.split(',').slice(0, 3).join(',')),
    );
    expect(rows[2]).toMatchObject({
      changes: [{ field: 'cost', before: 600, after: 612 }],
      live: { cost: 600, minimum_price: 1000, strategy: null },
    });
    expect(facts).toMatchObject({ total: 13, carried: 13, fields: ['cost'] });
  });

  it('says which rule stopped the run, by which figure, and how to go on', async () => {
    const { run, read } = await openShop(LISTINGS, SHEET);
    const { code } = await run('sync', 'costs.csv', '--out', 's', '--max-updates', '5');
    expect(code).toBe(4);
    const html = read('s');
    expectSelfContained(html);
    expect(titleOf(readPage(html))).toBe('Stopped by a guard rule: nothing was sent');
    expect(html).toContain('12 listings would be updated, and --max-updates is 5');
    expect(html).toContain('pricesheet apply s --allow max_updates');
  });

  it('is there where the service refused the key, and holds nothing of it', async () => {
    const { sandbox, cwd, read } = await openShop(LISTINGS, SHEET);
    const { code } = await runInProcess(['diff', 'costs.csv', '--out', 'wrong-key-wrong-key'], {
      cwd,
      env: { ...envOf(sandbox), PRICESHEET_API_KEY: 'wrong-key-wrong-key' },
    });
    expect(code).toBe(5);
    const html = read('wrong-key-wrong-key');
    expectSelfContained(html);
    expect(html).not.toContain('wrong-key-wrong-key');
  });

  it('is one page for shards that were merged, as one run would have left it', async () => {
    const { run, read } = await openShop(LISTINGS, SHEET);
    const diff = ['diff', 'costs.csv', '--currency', 'usd'];
    for (const shard of ['1', '2']) await run(...diff, '--shard', `${shard}/2`, '--out', shard);
    const { code, stderr } = await run('merge', '1', '2', '--out', 'm');
    expect([code, stderr]).toEqual([3, '']);
    await run(...diff, '--out', 'd');
    const [merged, whole] = [readPage(read('m')), readPage(read('d'))];
    expectSelfContained(read('m'));
    expect(merged.rows).toEqual(whole.rows);
    expect(titleOf(merged)).toBe('12 listings would change. 1 row needs you first');
    expect(picturesOf(merged)).toBe(picturesOf(whole));
    expect(picturesOf(merged)).toContain('moves-cost');
  });

  it('knows of merged shards what their strategies made of bounds, and what these are called', async () => {
    const listings = LISTINGS.map((listing, index) => ({ ...listing, strategy: index % 2 ? BUY_BOX : null }));
    const csv = [
      'sku,cost,strategy',
      ...LISTINGS.map(({ sku }, index) => `${sku},6.${index + 10},Buy Box`),
      '',
    ];
    const recompute = { minimum_percent: 20, maximum_percent: 90 };
    const openAnew = () =>
      openShop(listings, csv.join('\n'), (catalogue) => withComputedBounds(catalogue, recompute));
    const [sharded, alone] = [await openAnew(), await openAnew()];
    const sync = ['sync', 'costs.csv', '--currency', 'usd'];
    for (const shard of ['1', '2']) await sharded.run(...sync, '--shard', `${shard}/2`, '--out', shard);
    await sharded.run('merge', '1', '2', '--out', 'm');
    await alone.run(...sync, '--out', 's');
    const [merged, whole] = [readPage(sharded.read('m')), readPage(alone.read('s'))];
    expect(merged.rows).toEqual(whole.rows);
    expect(merged.rows.filter(({ computed }) => computed?.minimum_price !== undefined)).toHaveLength(12);
    expect(picturesOf(merged)).toBe(picturesOf(whole));
    expect(picturesOf(merged)).toContain('>Buy Box</a>');
  });

  it('is one page for shards that were run before names were kept, with ids', async () => {
    const { run, read, cwd } = await openShop(LISTINGS, SHEET);
    for (const shard of ['1', '2'])
      await run('diff', 'costs.csv', '--currency', 'usd', '--shard', `${shard}/2`, '--out', shard);
    const path = join(cwd, '1/summary.json');
    const { strategies, ...older } = JSON.parse(readFileSync(path, 'utf8'));
    expect(strategies).toEqual({});
    writeFileSync(path, JSON.stringify(older));
    expect((await run('merge', '1', '2', '--out', 'm')).stderr).toBe('');
    expect(titleOf(readPage(read('m')))).toBe('12 listings would change. 1 row needs you first');
  });

  it('holds rows that sync takes as a sheet, and that end in the same plan', async () => {
    const csv = ['sku,cost,max', ...LISTINGS.map(({ sku }, index) => `${sku},6.${index + 10},null`), ''].join(
      '\n',
    );
    const { run, read, write } = await openShop(LISTINGS, csv);
    const allow = ['--allow', 'max_clears'];
    await run('diff', 'costs.csv', '--out', 'd', ...allow);
    const { rows, facts } = readPage(read('d'));
    write('filtered.csv', toSheet(rows, facts.download));
    expect((await run('diff', 'filtered.csv', '--out', 'again', ...allow)).code).toBe(0);
    const changesOf = (folder: string) =>
      readPage(read(folder)).rows.map(({ sku, changes }) => [sku, changes]);
    expect(changesOf('again')).toEqual(changesOf('d'));
  });

  type Opened = Awaited<ReturnType<typeof openShop>>;

  /** Writes the rows of a page as their sheet, and gives what its command plans for them. */
  async function planAgain({ run, read, write }: Opened, folder: string) {
    const { rows, facts } = readPage(read(folder));
    const { name, command } = facts.download;
    write(name, toSheet(rows, facts.download));
    const [program, sync, ...words] = command.split(' ').map((word) => word.replace(/^'(.*)'$/, '$1'));
    expect([program, sync, words[0]]).toEqual(['pricesheet', 'sync', name]);
    const { stderr } = await run('diff', ...words, '--out', `${folder}-again`);
    expect(stderr).not.toMatch(/Unknown columns/);
    return planOf(readPage(read(`${folder}-again`)));
  }

  const planOf = ({ rows }: ReadPage) => rows.map((row) => [row.sku, row.status, row.changes]);

  const plain = ['sku,cost,max', 'SKU-1,6.10,null', 'SKU-2,1006.20,', 'SKU-3,6.30,30.00', ''].join('\n');

  it.each<[string, object, string, readonly string[]]>([
    ['nothing', {}, plain, []],
    ['nothing, but for flags', {}, plain.replaceAll(',', '^'), ['--delimiter', '^', '--max-change', '60']],
    [
      'delimiter and decimal sign',
      { delimiter: 'semicolon', decimal: ',' },
      plain.replaceAll(',', ';').replaceAll('.', ','),
      [],
    ],
    ['a delimiter that is not found', { delimiter: '^' }, plain.replaceAll(',', '^'), []],
    ['amounts in cents', { money: 'cents' }, plain.replaceAll('.', ''), []],
    ['a clear token', { 'clear-token': 'LEER' }, plain.replaceAll('null', 'LEER'), []],
    [
      'columns, and a header below a title',
      { map: 'sku=Material,cost=EK,maximum_price=VK', 'header-row': '3' },
      plain.replace('sku,cost,max', 'Preise\n\nMaterial,EK,VK'),
      [],
    ],
    [
      'columns, by a flag',
      {},
      plain.replace('sku,cost,max', 'Material,EK,VK'),
      ['--map', 'sku=Material,cost=EK,maximum_price=VK'],
    ],
    [
      'columns that are those of other fields, and a flag sets right',
      { map: { minimum_price: 'cost' } },
      plain,
      ['--map', 'sku=sku,cost=cost,max=max'],
    ],
    [
      'a layout that flags say is another one',
      { 'header-row': '3', delimiter: '|', map: { cost: 'VERPR' } },
      plain.replaceAll(',', ';').replaceAll('.', ','),
      ['--header-row', '1', '--delimiter', ';', '--decimal', ',', '--map', 'cost=cost'],
    ],
    ['encoding and quotes', { encoding: 'windows-1252', quote: 'none', decimal: '.' }, plain, []],
    [
      'the job alone',
      { jobs: { costs: { decimal: ',', delimiter: ';', 'clear-token': 'LEER', 'max-change': '60' } } },
      plain.replaceAll(',', ';').replaceAll('.', ',').replaceAll('null', 'LEER'),
      [],
    ],
  ])(
    'writes rows for a folder that sets %s, with the command that plans the same for them',
    async (_what, config, csv, flags) => {
      const listings = ['SKU-1', 'SKU-2', 'SKU-3'].map((sku, index) => ({
        sku,
        ...(index === 1 && { cost: 100_000, minimum_price: null, maximum_price: null }),
      }));
      const shop = await openShop(listings, csv);
      const { run, read, write } = shop;
      write('pricesheet.json', JSON.stringify(config));
      await run('diff', 'costs.csv', '--out', 'd', ...flags);
      const planned = readPage(read('d'));
      expect(planned.facts.download.name).toBe('costs-filtered.csv');
      expect(planned.rows.map(({ status }) => status)).toEqual(['planned', 'planned', 'planned']);
      expect(await planAgain(shop, 'd')).toEqual(planOf(planned));

      // Runs that read no sheet know nothing of what is set for sheets.
      await run('apply', 'd', '--dry-run', '--out', 'a');
      expect(planOf(readPage(read('a')))).toEqual(planOf(planned));
      expect(await planAgain(shop, 'a')).toEqual(planOf(planned));
    },
  );

  it('writes rows of every kind of run for a folder that sets how its sheets are written', async () => {
    const csv = ['Preise', '', 'Artikel;EK;VK', 'SKU-1;6,10;-', 'SKU-2;6,20;30,00', ''].join('\n');
    const shop = await openShop([{ sku: 'SKU-1' }, { sku: 'SKU-2' }], csv);
    const { run, read, write } = shop;
    const config = { delimiter: ';', decimal: ',', 'header-row': 3, 'clear-token': '-', currency: 'usd' };
    write('pricesheet.json', JSON.stringify({ ...config, map: 'sku=Artikel,cost=EK,max=VK' }));
    await run('diff', 'costs.csv', '--shard', '1/2', '--out', '1');
    await run('diff', 'costs.csv', '--shard', '2/2', '--out', '2');
    await run('merge', '1', '2', '--out', 'merged');
    await run('apply', 'merged', '--dry-run', '--out', 'whole');
    await run('diff', 'costs.csv', '--out', 'd');
    await run('apply', 'd', '--yes', '--out', 'sent');
    expect(readPage(read('sent')).rows.map(({ status }) => status)).toEqual(['updated', 'updated']);
    await run('undo', 'sent', '--yes', '--out', 'undone');
    for (const folder of ['merged', 'whole', 'sent'])
      expect(await planAgain(shop, folder)).toEqual(planOf(readPage(read('d'))));
    const commandOf = (folder: string) => readPage(read(folder)).facts.download.command;
    expect(commandOf('d')).toBe('pricesheet sync costs-filtered.csv --header-row 1 --map sku=sku');
    expect(commandOf('sent')).toBe(
      'pricesheet sync d-filtered.csv --encoding utf-8 --quote double --header-row 1 --map sku=sku' +
        ' --delimiter semicolon --decimal , --money major --clear-token -',
    );
    await run('apply', 'd', '--yes', '--out', 'twice');
    const reversed = planOf(readPage(read('undone'))).map(([sku, , changes]) => [sku, 'planned', changes]);
    expect(await planAgain(shop, 'undone')).toEqual(reversed);
  });

  it('shows naughty SKUs as text, and gives them back to sync exactly', async () => {
    const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    const csv = `sku,cost\n${NAUGHTY_SKUS.map((sku) => `${cell(sku)},6.50\n`).join('')}`;
    const listings = NAUGHTY_SKUS.map((sku) => ({ sku }));
    const { run, read, write } = await openShop(listings, csv);
    const flags = ['--delimiter', ',', '--quote', 'double'];
    await run('diff', 'costs.csv', '--out', 'd', ...flags);
    expectSelfContained(read('d'));
    const { rows, facts } = readPage(read('d'));
    write('filtered.csv', toSheet(rows, facts.download));
    await run('diff', 'filtered.csv', '--out', 'again', ...flags);
    const plannedOf = (folder: string) =>
      readPage(read(folder)).rows.flatMap(({ sku, status }) => (status === 'planned' ? [sku] : []));
    expect(plannedOf('again')).toEqual(plannedOf('d'));
    expect(plannedOf('d').length).toBeGreaterThan(100);
  });
});
