import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dayAt, formatDay } from '../../src/domain/day.ts';
import { openStage } from '../support/open-stage.ts';

const DAY_MS = 86_400_000;
const TODAY = formatDay(dayAt(Date.now()));
const [YESTERDAY, TOMORROW] = [-DAY_MS, DAY_MS].map((ms) => formatDay(dayAt(Date.now() + ms)));

/** An account of three listings without amounts, and a folder to run in. */
async function aShop() {
  const listings = ['BOLT', 'NUT', 'GEAR'].map((sku) => ({
    sku,
    currency: 'eur',
    current_price: 1500,
    ...{ cost: null, minimum_price: null, maximum_price: null, manual_price: null },
  }));
  const { cwd, sandbox, ...stage } = await openStage(listings);
  const write = (name: string, text: string): void => stage.write(text, name);
  const run = async (...argv: readonly string[]) => {
    const { code, stdout, stderr } = await stage.run(...argv);
    return { code, said: stdout + stderr, stdout, costs: stage.costs(), requests: sandbox.requests.length };
  };
  return { cwd, write, run };
}

const PERIODS = `sku,cost,valid_from,valid_to
BOLT,1.00,2020-01-01,2025-12-31
BOLT,2.00,2026-01-01,
BOLT,3.00,2027-01-01,
NUT,4.00,2027-01-01,
GEAR,5.00,,2026-06-30
`;

describe('a sheet with the prices of several periods', () => {
  it('is read for today', async () => {
    const { write, run } = await aShop();
    write(
      'costs.csv',
      `sku,cost,valid_from,valid_to\nBOLT,1,${TODAY},${TODAY}\nNUT,2,,${YESTERDAY}\nGEAR,3,${TOMORROW},\n`,
    );
    const ended = await run('sync', 'costs.csv', '--allow', 'scale_slip');
    expect(ended.costs, ended.said).toEqual([100, null, null]);
    expect(ended.said).toContain(`Read for ${TODAY} (--as-of): `);
  });

  it('keeps every row in results.csv, with its SKU and the reason, and explain says it', async () => {
    const { cwd, write, run } = await aShop();
    write('costs.csv', PERIODS);
    await run('sync', 'costs.csv', '--as-of', '2027-01-01', '--out', 'out', '--allow', 'scale_slip');
    const rows = readFileSync(join(cwd, 'out/results.csv'), 'utf8').trim().split('\n').slice(1);
    expect(rows.map((row) => row.split(',').slice(0, 4).join())).toEqual([
      '2,BOLT,ignored,no_longer_valid',
      '3,BOLT,ignored,superseded',
      '4,BOLT,updated,',
      '5,NUT,updated,',
      '6,GEAR,ignored,no_longer_valid',
    ]);
    const gear = await run('explain', 'out', 'GEAR');
    expect(gear.said).toContain('Counted until 2026-06-30, and the sheet is read for 2027-01-01');
    const bolt = await run('explain', 'out', 'BOLT');
    expect(bolt.said).toContain('Line 4 is used instead');
    const summary = JSON.parse(readFileSync(join(cwd, 'out/summary.json'), 'utf8'));
    expect(summary.counts.by_reason).toMatchObject({ no_longer_valid: 2, superseded: 1 });
    expect(summary.sheet.reading).toMatchObject({ as_of: '2027-01-01' });
  });
});

describe('what a run leaves of a sheet with days', () => {
  const day = ['--as-of', YESTERDAY ?? '', '--allow', 'scale_slip,max_invalid'];

  it.each([
    ['a row begins', `BOLT,1,,\nBOLT,2,${TODAY},\n`, 2, null],
    ['a row ends', `BOLT,1,,\nBOLT,2,2026-01-01,${YESTERDAY}\n`, 2, null],
    ['a note has passed', `BOLT,1,,\nPreise gültig bis ${YESTERDAY}\n`, 2, null],
    ['nothing changes', `BOLT,1,2026-01-01,9999-12-31\nNUT,2,${TOMORROW},${TOMORROW}\n`, 0, 100],
  ] as const)('is a plan that is good until %s', async (_name, rows, code, cost) => {
    const { write, run } = await aShop();
    write('costs.csv', `sku,cost,valid_from,valid_to\n${rows}`);
    await run('diff', 'costs.csv', ...day, '--out', 'out');
    const applied = await run('apply', 'out');
    expect(applied, applied.said).toMatchObject({ code, costs: [cost, null, null] });
    if (code === 2) expect(applied.said).toContain(`since ${TODAY} other rows or notes of its sheet count`);
  });

  it('is a plan for a day to come that is not sent before it, unless a sync was for that day', async () => {
    const { write, run } = await aShop();
    write('costs.csv', `sku,cost,valid_from\nBOLT,1,\nBOLT,2,${TOMORROW}\n`);
    const tomorrow = ['--as-of', TOMORROW ?? '', '--allow', 'scale_slip'];
    await run('diff', 'costs.csv', ...tomorrow, '--out', 'out');
    const early = await run('apply', 'out');
    expect(early, early.said).toMatchObject({ code: 2, costs: [null, null, null] });
    expect(early.said).toContain(`its sheet was read for ${TOMORROW}, which is in the future`);
    await run('sync', 'costs.csv', ...tomorrow, '--max-updates', '0', '--out', 'stopped');
    const meant = await run('apply', 'stopped', '--allow', 'max_updates');
    expect(meant, meant.said).toMatchObject({ code: 0, costs: [200, null, null] });
  });
  it('is a retry.csv that is good as long, and one of that too', async () => {
    const { cwd, write, run } = await aShop();
    write('costs.csv', `sku,cost,valid_from\nBOLT,x,\nBOLT,2,${TODAY}\nNUT,y,\n`);
    await run('sync', 'costs.csv', ...day, '--out', 'out');
    const retry = join(cwd, 'out/retry.csv');
    writeFileSync(retry, readFileSync(retry, 'utf8').replace('BOLT,x', 'BOLT,1'));
    const late = await run('sync', 'out/retry.csv', '--allow', 'scale_slip,max_invalid');
    expect(late, late.said).toMatchObject({ code: 2, costs: [null, null, null] });
    const why = `since ${TODAY} other rows or notes count of the sheet that it was made from`;
    for (const { said } of [late, await run('check', 'out/retry.csv')]) expect(said).toContain(why);
    const again = await run('sync', 'out/retry.csv', ...day, '--out', 'again');
    expect(again.costs).toEqual([100, null, null]);
    const later = await run('sync', 'again/retry.csv', '--allow', 'scale_slip,max_invalid');
    expect(later.code).toBe(2);
  });
});
