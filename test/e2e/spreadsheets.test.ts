import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Listing } from '../../src/sandbox/catalogue.ts';
import { tableOf } from '../support/listed.ts';
import { openStage } from '../support/open-stage.ts';
import { delimiterOf, parseCsv } from '../support/parse-csv.ts';
import { approveRows } from '../support/review-file.ts';
import { idOf } from '../support/test-sandbox.ts';

const KEPT = { minimum_price: null, maximum_price: null } as const;

/** A service, a folder, and what the service was sent. */
async function onStage(listings: readonly Partial<Listing>[], sheet = '') {
  const stage = await openStage(listings, sheet);
  const write = (name: string, text: string): void => stage.write(text, name);
  const rows = (folder: string) => stage.readRun(folder).results;
  const inShort = (folder: string) =>
    rows(folder).map(({ sku, status, reason }) =>
      [sku, status, reason].filter((text) => text !== '').join(' '),
    );
  const posts = () => stage.sent().length;
  const reads = () => stage.sandbox.requests.filter(({ method }) => method === 'GET').length;
  return { ...stage, write, rows, inShort, posts, reads };
}

describe('the files that people open', () => {
  it.each([
    ['semicolons and commas', 'sku;cost\nSKU-1;6,50\nSKU-2;7,25\nNOPE;1,00\n', ';', '6,50'],
    ['commas and points', 'sku,cost\nSKU-1,6.50\nSKU-2,7.25\nNOPE,1.00\n', ',', '6.50'],
    ['tabs and commas', 'sku\tcost\nSKU-1\t6,50\nSKU-2\t7,25\nNOPE\t1,00\n', '\t', '6,50'],
  ])('are written with a byte order mark, as a sheet with %s', async (_name, sheet, delimiter, amount) => {
    const { run, read, rows } = await onStage([{}, {}], sheet);
    await run('diff', 'costs.csv', '--out', 'd');
    await run('sync', 'costs.csv', '--out', 's');
    await run('undo', 's', '--out', 'u');
    for (const file of 's/results s/retry s/undo d/review u/results u/undo'.split(' ')) {
      const text = read(`${file}.csv`);
      expect([file, text[0], delimiterOf(text)]).toEqual([file, '\ufeff', delimiter]);
    }
    expect(rows('s')[0]).toMatchObject({ cost_before: amount.replace('50', '00'), cost_after: amount });
    expect(rows('u')[0]).toMatchObject({ cost_before: amount });
  });

  it('are taken back as they are: retry.csv, undo.csv and an export', async () => {
    const { run, costs } = await onStage([{}, {}], 'sku;cost\nSKU-1;6,50\nSKU-2;70,00\n');
    await run('sync', 'costs.csv', '--out', 's');
    expect(costs()).toEqual([650, 600]);
    await run('sync', 's/retry.csv', '--out', 'r', '--allow', 'max_change,below_cost,implausible_column');
    expect(costs()).toEqual([650, 7000]);
    await run('sync', 's/undo.csv', '--out', 'b');
    expect(costs()).toEqual([600, 7000]);
    await run('export', '--out', 'account.csv', '--decimal', ',');
    expect(await run('sync', 'account.csv', '--out', 'e')).toMatchObject({ code: 0 });
    expect(costs()).toEqual([600, 7000]);
  });
});

const NUMBERS = ['00000611', '00000612', '00000613', 'MUG-1', '4006381333931', '3-4'];

/** An account whose SKUs spreadsheets take for something else. */
function anAccountOfNumbers() {
  return onStage(NUMBERS.map((sku) => ({ sku, ...KEPT })));
}

const DAMAGED = ['611', '612', '613', 'MUG-1', '4.01E+12', '04. Mrz'];

function sheetOf(skus: readonly string[], cost = '6.50'): string {
  return ['listing_id,sku,cost', ...skus.map((sku, at) => `${idOf(at + 1)},${sku},${cost}`), ''].join('\n');
}

describe('a SKU that a spreadsheet has rewritten', () => {
  it.each(['scan', 'sku'])('is recognized by the listing_id beside it, with --resolve %s', async (mode) => {
    const { run, write, rows, costs, reads } = await anAccountOfNumbers();
    write('back.csv', sheetOf(DAMAGED.slice(0, 4)));
    expect(await run('sync', 'back.csv', '--resolve', mode, '--out', 's')).toMatchObject({ code: 0 });
    expect(costs().slice(0, 4)).toEqual([650, 650, 650, 650]);
    expect(rows('s').map(({ message }) => message)).toEqual([
      'SKU 611 is 00000611 there: a spreadsheet took its zeros',
      'SKU 612 is 00000612 there: a spreadsheet took its zeros',
      'SKU 613 is 00000613 there: a spreadsheet took its zeros',
      '',
    ]);
    expect(reads()).toBeLessThan(15);
  });

  it('waits for a person if what it was is not certain, and is sent once it is approved', async () => {
    const { run, write, cwd, inShort, costs, rows } = await anAccountOfNumbers();
    write('back.csv', sheetOf(DAMAGED));
    const { stdout } = await run('sync', 'back.csv', '--resolve', 'scan', '--out', 's');
    expect(inShort('s').slice(4)).toEqual(['4.01E+12 held sku_damaged', '04. Mrz held sku_damaged']);
    expect(
      rows('s')
        .slice(4)
        .map(({ message }) => message),
    ).toEqual([
      'SKU 4.01E+12 is 4006381333931 there: a spreadsheet shortened the number',
      'SKU 04. Mrz is 3-4 there: a spreadsheet made a date of it',
    ]);
    expect(costs()).toEqual([650, 650, 650, 650, 600, 600]);
    expect(stdout).toContain('pricesheet apply s --only s/review.csv');
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      '2 rows wait for a person, since a spreadsheet has damaged the SKU, first line 6 (sku "4.01E+12")',
    );
    approveRows(join(cwd, 's', 'review.csv'), ({ sku }) => sku === '4.01E+12');
    await run('apply', 's', '--only', 's/review.csv', '--out', 'a');
    expect(costs()).toEqual([650, 650, 650, 650, 650, 600]);
  });

  it.each(
    tableOf(`
with the SKU as it is | scan | ${idOf(1)},611,6.50 / ,00000611,6.60
with the SKU as it is | sku | ${idOf(1)},611,6.50 / ,00000611,6.60
with the SKU as it is, if it was shortened | scan | ${idOf(5)},4.01E+12,6.50 / ,4006381333931,6.60
with the shortened SKU | scan | ,4006381333931,6.60 / ${idOf(5)},4.01E+12,6.50
of its listing as a date | scan | ${idOf(6)},04. Mrz,6.50 / ${idOf(6)},3-4,6.60
of its listing in another shortened form | scan | ${idOf(5)},4.01E+12,6.50 / ${idOf(5)},"4,00638E+12",6.60
with the SKU as it is, if it can not be read | scan | ${idOf(5)},4.01E+12,six / ,4006381333931,6.60 | money_word`),
  )('contradicts a row %s, by %s', async (_what, mode = '', rows = '', first = 'duplicate_disagrees') => {
    const { run, write, rows: results, posts } = await anAccountOfNumbers();
    write('back.csv', `listing_id,sku,cost\n${rows.replace(' / ', '\n')}\n`);
    await run('sync', 'back.csv', '--resolve', mode, '--out', 's', '--max-invalid', '100');
    expect(results('s').map(({ status, reason }) => [status, reason])).toEqual([
      ['invalid', first],
      ['invalid', 'duplicate_disagrees'],
    ]);
    expect(posts()).toBe(0);
  });
});

const TWICE: readonly Partial<Listing>[] = [
  { sku: 'MUG', ...KEPT },
  { sku: 'MUG', ...KEPT },
  { sku: 'CUP', ...KEPT },
  { sku: 'MUG', ...KEPT },
];

describe('a SKU with several listings, in retry.csv', () => {
  const SHEET = 'SKU;EK;Note\nMUG;6,50;x\nCUP;6,20;y\n';

  async function afterSync(sheet = SHEET) {
    const stage = await onStage(TWICE, sheet);
    expect((await stage.run('sync', 'costs.csv', '--out', 's', '--allow', 'unsettled')).code).toBe(3);
    return stage;
  }

  it('has a row for each of them, with its listing_id', async () => {
    const { read, costs } = await afterSync();
    expect(parseCsv(read('s/retry.csv'))).toMatchObject(
      [1, 2, 4].map((number) => ({
        SKU: 'MUG',
        EK: '6,50',
        Note: 'x',
        listing_id: idOf(number),
        status: 'ambiguous',
        message: expect.stringMatching(
          /this row means the one on amazon, channel c0.*: delete the rows of the wrong ones$/,
        ),
      })),
    );
    expect(costs()).toEqual([600, 600, 620, 600]);
  });

  it('is sent once the wrong ones are deleted, without --match', async () => {
    const { run, read, write, costs } = await afterSync();
    const [header, first, second] = read('s/retry.csv').split('\n');
    expect(first).toContain(idOf(1));
    write('s/retry.csv', [header, second, ''].join('\n'));
    expect(await run('sync', 's/retry.csv', '--out', 'r')).toMatchObject({ code: 0 });
    expect(costs()).toEqual([600, 650, 620, 600]);
  });

  it('sends nothing while several are left, however often the file is fed back', async () => {
    const { run, read, write, inShort, posts, rows } = await afterSync();
    const before = posts();
    const [header, first, second, third] = read('s/retry.csv').split('\n');
    for (const left of [
      [first, second, third],
      [first, third],
    ]) {
      write('s/retry.csv', [header, ...left, ''].join('\n'));
      await run('sync', 's/retry.csv', '--out', `r${left.length}`);
      expect(inShort(`r${left.length}`)).toEqual(left.map(() => 'MUG ambiguous several_listings'));
      expect(rows(`r${left.length}`)[0]?.['message']).toBe(
        `${left.length} rows are left for this SKU, one for each listing that may be meant; delete the wrong ones`,
      );
      await run('sync', `r${left.length}/retry.csv`, '--out', `again${left.length}`);
      expect(inShort(`again${left.length}`)).toEqual(inShort(`r${left.length}`));
    }
    expect(posts()).toBe(before);
  });

  it('leaves a row that was meant for all listings as it is: what is repaired reaches all of them', async () => {
    const { run, read, write, costs } = await onStage(
      [
        { sku: 'MUG', ...KEPT },
        { sku: 'MUG', ...KEPT, cost: 6400 },
      ],
      'sku,cost\nMUG,65.00\n',
    );
    await run('sync', 'costs.csv', '--match', 'all', '--out', 's', '--allow', 'implausible_column');
    expect(costs()).toEqual([600, 6500]);
    expect(parseCsv(read('s/retry.csv'))).toMatchObject([{ sku: 'MUG', listing_id: '', status: 'blocked' }]);
    write('s/retry.csv', read('s/retry.csv').replace('65.00', '6.50'));
    await run('sync', 's/retry.csv', '--match', 'all', '--out', 'r', '--allow', 'max_change');
    expect(costs()).toEqual([650, 650]);
  });

  it.each([
    ['a mapping that has no such column', ['--map', 'sku=SKU,cost=EK,listing_id=']],
    ['no mapping', []],
  ])("is read by the job's settings, with %s, and changes nothing for the next", async (_name, argv) => {
    const stage = await onStage(TWICE, 'SKU;EK;Note\nMUG;6,50;x\nCUP;6,20;y\n');
    await stage.run('sync', 'costs.csv', '--out', 'runs/s', '--allow', 'unsettled', ...argv);
    const [header, first] = stage.read('runs/s/retry.csv').split('\n');
    stage.write('runs/s/retry.csv', [header, first, ''].join('\n'));
    expect(await stage.run('sync', 'runs/s/retry.csv', '--out', 'runs/r', ...argv)).toMatchObject({
      code: 0,
    });
    expect(stage.costs()).toEqual([650, 600, 620, 600]);
    stage.write('costs.csv', 'SKU;EK;Note\nCUP;6,30;y\n');
    const allowed = ['--allow', 'unsettled', '--min-rows', '10%', ...argv];
    const next = await stage.run('sync', 'costs.csv', '--out', 'runs/n', ...allowed);
    expect([next.code, next.stderr]).toEqual([0, expect.not.stringContaining('differ')]);
  });
});
