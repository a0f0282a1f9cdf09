import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStage } from '../support/open-stage.ts';
import { readRun } from '../support/read-run.ts';

const LISTINGS = [
  { sku: 'MUG', currency: 'usd', cost: 600 },
  { sku: 'MUG', currency: 'eur', cost: 500 },
  { sku: 'CUP', currency: 'usd', cost: 600 },
] as const;

async function play(sheet: string, ...argv: readonly string[]) {
  const { run, cwd, sandbox } = await openStage(LISTINGS, sheet);
  const { code } = await run('sync', 'costs.csv', '--out', 'run', ...argv);
  const rows = readRun(join(cwd, 'run')).results.map(({ line, status, reason }) => [line, status, reason]);
  const costs = sandbox.snapshot().listings.map(({ sku, currency, cost }) => `${sku} ${currency} ${cost}`);
  return { code, rows, costs };
}

describe('a SKU with listings in two currencies', () => {
  it.each([
    ['a column', 'sku,cost,currency\nMUG,6.30,usd\nMUG,5.10,eur\n'],
    ['signs in the cells', 'sku,cost\nMUG,$6.30\nMUG,€5.10\n'],
  ])('has each row go to the listing in its currency, by %s', async (_name, sheet) => {
    expect(await play(sheet)).toEqual({
      code: 0,
      rows: [
        ['2', 'updated', ''],
        ['3', 'updated', ''],
      ],
      costs: ['MUG usd 630', 'MUG eur 510', 'CUP usd 600'],
    });
  });

  it('has the currency of --currency narrow too, and stops where the rows name none', async () => {
    expect(await play('sku,cost\nMUG,5.10\n', '--currency', 'eur')).toMatchObject({
      code: 0,
      costs: ['MUG usd 600', 'MUG eur 510', 'CUP usd 600'],
    });
    expect(await play('sku,cost\nMUG,5.10\n')).toMatchObject({
      code: 4,
      rows: [
        ['2', 'ambiguous', 'several_listings'],
        ['2', 'ambiguous', 'several_listings'],
      ],
    });
  });
});

describe('rows of one SKU in two currencies', () => {
  it('do not stop each other where only one of them is listed', async () => {
    expect(await play('sku,cost,currency\nCUP,6.30,usd\nCUP,5.10,eur\n')).toEqual({
      code: 3,
      rows: [
        ['2', 'updated', ''],
        ['3', 'invalid', 'currency_mismatch'],
      ],
      costs: ['MUG usd 600', 'MUG eur 500', 'CUP usd 630'],
    });
  });

  it('are all refused if one that cannot be read may be for the same listing', async () => {
    const { rows, costs } = await play(
      'sku,cost,currency\nCUP,6.30,usd\nCUP,6.3o,usd\nMUG,6.3o,usd\n',
      '--max-invalid',
      '100',
    );
    expect(rows.map(([line, status]) => [line, status])).toEqual([
      ['2', 'invalid'],
      ['3', 'invalid'],
      ['4', 'invalid'],
    ]);
    expect(costs).toEqual(['MUG usd 600', 'MUG eur 500', 'CUP usd 600']);
  });

  it.each([
    ['one that cannot be read', 'sku,cost,currency\nMUG,6.30,usd\nMUG,none,eur\n', 'money_word', [3]],
    [
      'two that contradict each other',
      'sku,cost,currency\nMUG,6.30,usd\nMUG,5.10,eur\nMUG,5.20,eur\n',
      'duplicate_disagrees',
      [3, 4],
    ],
  ])('leave the other currency alone: %s', async (_name, sheet, reason, lines) => {
    const { rows, costs } = await play(sheet, '--max-invalid', '100');
    expect(rows).toEqual([['2', 'updated', ''], ...lines.map((line) => [String(line), 'invalid', reason])]);
    expect(costs).toEqual(['MUG usd 630', 'MUG eur 500', 'CUP usd 600']);
  });

  it.each([
    ['its currency is in doubt', 'sku,cost,currency\nMUG,6.30,usd\nMUG,€5.10,usd\n'],
    ['its cells may be those of other columns', 'sku,cost,currency\nMUG,6.30,usd\nMUG,5.10,eur,7\n'],
  ])('are all refused if %s', async (_name, sheet) => {
    const { rows, costs } = await play(sheet, '--max-invalid', '100');
    expect(rows.map(([line, status]) => [line, status])).toEqual([
      ['2', 'invalid'],
      ['3', 'invalid'],
    ]);
    expect(costs).toEqual(['MUG usd 600', 'MUG eur 500', 'CUP usd 600']);
  });
});
