import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStage } from '../support/open-stage.ts';

const SHEET =
  'sku,cost,Lager,state\nBOLT,1.00,Ost,active\nBOLT,2.00,Main,active\nNUT,3.00,Main,ended\nNUTT,4.00,Main,active\n';
const ONCE = ['--allow', 'unsettled', '--out', 'run'];
const CONFIG = JSON.stringify({ jobs: { costs: { where: ['Lager=Main', 'state!=ended'] } } });

async function prepare() {
  const stage = await openStage(
    ['BOLT', 'NUT'].map((sku) => ({ sku, cost: 250 })),
    SHEET,
  );
  return { ...stage, requests: () => stage.sandbox.requests.length };
}

describe('--where', () => {
  it.each([
    ['as several flags', ['--where', 'Lager=Main', '--where', 'state!=ended'], undefined],
    ['as one flag', ['--where', 'Lager=Main,state!=ended'], undefined],
    ['of the job', [], CONFIG],
  ] as const)('chooses the rows that are sent, %s', async (_name, flags, config) => {
    const { cwd, run, costs } = await prepare();
    if (config) writeFileSync(join(cwd, 'pricesheet.json'), config);
    const { code, stdout } = await run('sync', 'costs.csv', ...flags, ...ONCE);
    expect([code, ...costs()], stdout).toEqual([3, 200, 250]);
    const results = readFileSync(join(cwd, 'run/results.csv'), 'utf8');
    expect(results).toMatch(
      /^2,BOLT,ignored,filtered,"Left out by --where: Lager is ""Ost"", not ""Main""",/m,
    );
    expect(results).toMatch(/^4,NUT,ignored,filtered,"Left out by --where: state is ""ended""",/m);
    expect((await run('explain', 'run', 'NUT')).stdout).toContain('Left out by --where: state is "ended"');
  });

  it('says which saved conditions it replaces, and which rows count again', async () => {
    const { cwd, run } = await prepare();
    writeFileSync(join(cwd, 'pricesheet.json'), CONFIG);
    const { stdout } = await run('check', 'costs.csv', '--where', 'state!=old', '--save-mapping');
    expect(stdout).toContain(
      '--where replaces "state!=ended" of the job "costs": 1 row counts again because of that (line 4)\n',
    );
    expect((await run('check', 'costs.csv')).stdout).not.toContain('replaces');
  });

  it('lets the rows that go back be as they are', async () => {
    const { cwd, run, costs } = await prepare();
    writeFileSync(join(cwd, 'pricesheet.json'), CONFIG);
    await run('sync', 'costs.csv', ...ONCE);
    const retry = join(cwd, 'run/retry.csv');
    writeFileSync(retry, readFileSync(retry, 'utf8').replace('NUTT', 'NUT').replace('4.00', '3.00'));
    writeFileSync(join(cwd, 'pricesheet.json'), JSON.stringify({ where: 'gone=x' }));
    const again = await run('sync', 'run/retry.csv', '--out', 'again');
    expect([again.code, ...costs()], again.stderr).toEqual([0, 200, 300]);
    const undone = await run('sync', 'run/undo.csv', '--out', 'undone');
    expect([undone.code, ...costs()], undone.stderr).toEqual([0, 250, 300]);
  });
});

describe('what a file of Amazon says of a row as a whole', () => {
  it.each([
    ['add-delete', 'a', 'x'],
    ['rule-action', 'START', 'STOP'],
  ])('leaves a row out: %s', async (column, counts, leaves) => {
    const { cwd, run, costs } = await prepare();
    writeFileSync(join(cwd, 'costs.csv'), `sku,cost,${column}\nBOLT,2.00,${counts}\nNUT,3.00,${leaves}\n`);
    const { code, stderr } = await run('sync', 'costs.csv', ...ONCE);
    expect([code, ...costs()], stderr).toEqual([0, 200, 250]);
    const results = readFileSync(join(cwd, 'run/results.csv'), 'utf8');
    expect(results).toContain(`ignored,filtered,"Left out by the sheet: ${column} is ""${leaves}"""`);
  });
});
