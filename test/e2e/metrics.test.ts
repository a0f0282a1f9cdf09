import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStage, type StageOptions } from '../support/open-stage.ts';
import { parseExposition } from '../support/parse-csv.ts';
import { readOnlyRun } from '../support/read-run.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { tempFolder } from '../support/temp-folder.ts';

const SHEET = 'sku,cost\nSKU-1,6.50\nSKU-2,6.60\n';

async function shop(options: StageOptions = {}) {
  const env = { XDG_STATE_HOME: tempFolder(), PRICESHEET_METRICS: 'night.prom' };
  const stage = await openStage([{}, {}], undefined, { env, ...options });
  stage.write(SHEET, 'costs-2026-11-20.csv');
  return {
    ...stage,
    run: (argv: readonly string[], more: Readonly<Record<string, string>> = {}) =>
      runInProcess(argv, { cwd: stage.cwd, env: { ...stage.env, ...more } }),
    metrics: () => metricsIn(join(stage.cwd, 'night.prom')),
  };
}

/** By name and labels but for the account and the folder, which differ from test to test. */
function metricsIn(path: string): Readonly<Record<string, number>> {
  const all = [...parseExposition(readFileSync(path, 'utf8'))].flatMap(([name, { samples }]) =>
    samples.map(({ labels: { account, ...labels }, value }) => {
      expect(account === undefined || /^[0-9a-f]{12}$/.test(account)).toBe(true);
      return [`${name.replace('pricesheet_last_', '')} ${Object.values(labels).join(' ')}`, value] as const;
    }),
  );
  return Object.fromEntries(all);
}

const SYNC = ['sync', 'costs-2026-11-20.csv'];

describe('the metrics file', () => {
  it('keep the runs of one sheet together, also by --job, and those of another job apart', async () => {
    const { run, cwd } = await shop();
    writeFileSync(join(cwd, 'costs-2026-11-20.csv'), 'sku,cost\nSKU-1,6.40\nSKU-9,1.00\n');
    await run(['sync', 'costs-2026-11-20.csv', '--out', 'out']);
    await run(['sync', 'out/retry.csv', '--job', 'costs', '--out', 'again']);
    await run(['undo', 'out', '--out', 'undone']);
    await run(['sync', 'nosuch.csv', '--job', 'named']);
    const text = readFileSync(join(cwd, 'night.prom'), 'utf8');
    const codes = parseExposition(text).get('pricesheet_last_run_exit_code')?.samples ?? [];
    expect(codes.map(({ labels: { sheet_job, command }, value }) => [sheet_job, command, value])).toEqual([
      // Of the retry file: none of its SKUs is listed.
      ['costs', 'sync', 4],
      ['costs', 'undo', 0],
      ['named', 'sync', 2],
    ]);
  });

  it('that can not be written is a notice, with --quiet too, and changes nothing else', async () => {
    const { run, cwd } = await shop();
    const { code, stdout, stderr } = await run([
      ...SYNC,
      '--quiet',
      'PRICESHEET_METRICS=no/such/folder.prom',
    ]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toBe(
      `pricesheet: ${basename(cwd)}/costs: Cannot write the metrics file "${join(cwd, 'no/such/folder.prom')}": its folder is not there\n`,
    );
    expect(readOnlyRun(cwd).summary.exit_code).toBe(0);
  });

  it('has no key in it, wherever that was put by mistake', async () => {
    const { run, cwd, sandbox } = await shop();
    const key = sandbox.apiKey;
    writeFileSync(join(cwd, `${key}.csv`), SHEET);
    await run(['sync', `${key}.csv`]);
    await run(['sync', `${key}.csv`, '--rate', 'fast']);
    const text = readFileSync(join(cwd, 'night.prom'), 'utf8');
    expect(text).not.toContain(key);
    expect(metricsIn(join(cwd, 'night.prom'))['run_exit_code [key] sync']).toBe(2);
  });
});
