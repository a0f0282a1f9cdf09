import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inLines } from '../sheet/support.ts';
import { tableOf } from '../support/listed.ts';
import { openStage } from '../support/open-stage.ts';
import { readRun } from '../support/read-run.ts';

const LISTINGS = [
  { sku: 'MUG', currency: 'usd', cost: 600 },
  { sku: 'MUG', currency: 'eur', cost: 500 },
  { sku: 'CUP', currency: 'usd', cost: 600 },
] as const;

it.each(
  tableOf(`
each row goes to the listing in its currency, by a column
    | sku,cost,currency / MUG,6.30,usd / MUG,5.10,eur / | 0 | 2 updated, 3 updated | 630 510 600
each row goes to the listing in its currency, by signs in the cells
    | sku,cost / MUG,$6.30 / MUG,€5.10 / | 0 | 2 updated, 3 updated | 630 510 600
--currency chooses a listing | sku,cost / MUG,5.10 / | 0 | 2 updated | 600 510 600 | eur
no listing is chosen where the rows name no currency
    | sku,cost / MUG,5.10 / | 4 | 2 ambiguous several_listings, 2 ambiguous several_listings | 600 500 600
rows do not stop each other where only one of the currencies is listed
    | sku,cost,currency / CUP,6.30,usd / CUP,5.10,eur / | 3 | 2 updated, 3 invalid currency_mismatch | 600 500 630
rows are refused if one that cannot be read may be for the same listing
    | sku,cost,currency / CUP,6.30,usd / CUP,6.3o,usd / MUG,6.3o,usd /
    | 3 | 2 invalid duplicate_disagrees, 3 invalid money_currency_unknown, 4 invalid money_currency_unknown | 600 500 600
one that cannot be read leaves the other currency alone
    | sku,cost,currency / MUG,6.30,usd / MUG,none,eur / | 3 | 2 updated, 3 invalid money_word | 630 500 600
two that contradict each other leave the other currency alone
    | sku,cost,currency / MUG,6.30,usd / MUG,5.10,eur / MUG,5.20,eur /
    | 3 | 2 updated, 3 invalid duplicate_disagrees, 4 invalid duplicate_disagrees | 630 500 600
rows are refused if the currency of one is in doubt
    | sku,cost,currency / MUG,6.30,usd / MUG,€5.10,usd /
    | 3 | 2 invalid duplicate_disagrees, 3 invalid currency_mismatch | 600 500 600
rows are refused if the cells of one may be those of other columns
    | sku,cost,currency / MUG,6.30,usd / MUG,5.10,eur,7 /
    | 3 | 2 invalid duplicate_disagrees, 3 invalid cell_without_header | 600 500 600`),
)(
  'of a SKU with listings in two currencies, %s',
  async (_name, sheet = '', code, rows, costs, currency = '') => {
    const stage = await openStage(LISTINGS, inLines(sheet));
    const flags = currency === '' ? [] : ['--currency', currency];
    const ended = await stage.run('sync', 'costs.csv', '--out', 'run', '--max-invalid', '100', ...flags);
    const { results } = readRun(join(stage.cwd, 'run'));
    const inShort = results.map(({ line, status, reason }) => `${line} ${status} ${reason}`.trim());
    expect([ended.code, inShort.join(', '), stage.costs().join(' ')]).toEqual([Number(code), rows, costs]);
  },
);

it.each<[where: string, sheet: string, code: number, ...flags: string[]]>([
  ['in the column currency', 'sku,cost,currency / PIN,560,GBp /', 3],
  ['in the cells', 'sku,cost / PIN,560 GBp /', 4],
  ['in the header', 'sku,cost (GBp) / PIN,560 /', 4],
  ['in a flag', 'sku,cost / PIN,560 /', 2, '--currency', 'GBp'],
])('of pence, which are written as %s, none is sent as pounds', async (_where, sheet, code, ...flags) => {
  const { run, costs } = await openStage([{ sku: 'PIN', currency: 'gbp', cost: null }], inLines(sheet));
  const ended = await run('sync', 'costs.csv', '--max-invalid', '100', ...flags);
  expect([ended.code, costs()], ended.stdout + ended.stderr).toEqual([code, [null]]);
});
