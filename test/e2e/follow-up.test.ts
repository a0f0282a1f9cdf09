import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findMismatches } from '../support/json-schema.ts';
import { openStage } from '../support/open-stage.ts';
import { readRun } from '../support/read-run.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { HAS_TERMINAL, startAtTerminal } from '../support/start-at-terminal.ts';

const SHEET = 'sku,manual_price\nSKU-1,17\nSKU-2,17\n';
const NOT_REPRICEABLE = [{ repricing: false }, { minimum_price: null }];

/** Two listings that no manual price has an effect on, so that nothing waits, and no setting but what the test gives. */
async function onStage(listings: Parameters<typeof openStage>[0] = NOT_REPRICEABLE) {
  const { cwd, env, sandbox } = await openStage(listings, SHEET);
  const unset = { ...env, PRICESHEET_FOLLOW_UP: '' };
  return {
    cwd,
    env: unset,
    sandbox,
    run: (argv: readonly string[], variables: Readonly<Record<string, string>> = {}) =>
      runInProcess(argv, { cwd, env: { ...unset, ...variables } }),
    config: (settings: object) => writeFileSync(join(cwd, 'pricesheet.json'), JSON.stringify(settings)),
    followUps: (folder = 'run') => readRun(join(cwd, folder)).results.map(({ follow_up }) => follow_up),
  };
}

const ON = ['no_effect: repricing is off', 'no_effect: no minimum price is set'];
const OFF = ['', ''];

describe('--follow-up', () => {
  const sync = ['sync', 'costs.csv', '--out', 'run'];

  it('is on without a terminal, and shows in every file', async () => {
    const { run, cwd, followUps } = await onStage();
    const { code, stdout } = await run(sync);
    expect([code, followUps()]).toEqual([0, ON]);
    expect(stdout).toContain('Follow-up 2 manual prices no_effect\n');
    expect(readRun(join(cwd, 'run')).summary).toMatchObject({
      follow_up: { reflected: 0, pending: 0, no_effect: 2 },
      settings: { 'follow-up': { value: 'on without a terminal', from: 'default' } },
    });
    const explained = await run(['explain', 'run', 'SKU-1']);
    expect(explained.stdout).toContain('Manual price without effect: repricing is off\n');
    const { stdout: json } = await run(['explain', 'run', 'SKU-2', '--json']);
    expect(findMismatches('explain', JSON.parse(json))).toEqual([]);
    expect(JSON.parse(json).rows[0].outcome).toMatchObject({
      follow_up: 'no_effect: no minimum price is set',
    });
  });

  it.runIf(HAS_TERMINAL)('is off at a terminal, unless it is asked for, with --yes too', async () => {
    const { cwd, env, followUps } = await onStage();
    const start = async (...argv: readonly string[]) =>
      (await startAtTerminal(argv, { cwd, env }).ended).code;
    expect([await start(...sync, '--yes'), followUps()]).toEqual([0, OFF]);
    expect(await start('undo', 'run', '--yes', '--out', 'undone')).toBe(0);
    const again = ['sync', 'costs.csv', '--out', 'again', '--yes', '--follow-up'];
    expect([await start(...again), followUps('again')]).toEqual([0, ON]);
  });

  it.each<readonly [string, readonly string[], Readonly<Record<string, string>>, object, readonly string[]]>([
    ['--no-follow-up turns it off', ['--no-follow-up'], {}, {}, OFF],
    ['the flag overrides the variable', ['--follow-up'], { PRICESHEET_FOLLOW_UP: 'false' }, {}, ON],
    ['its negative does too', ['--no-follow-up'], { PRICESHEET_FOLLOW_UP: 'true' }, {}, OFF],
    ['a section for the job turns it off', [], {}, { jobs: { costs: { 'follow-up': false } } }, OFF],
    ['a dry run has none', ['--follow-up', '--dry-run'], {}, {}, OFF],
  ])('%s', async (_name, flags, variables, settings, expected) => {
    const { run, config, followUps } = await onStage();
    config(settings);
    expect((await run([...sync, ...flags], variables)).code).toBe(0);
    expect(followUps()).toEqual(expected);
  });
});
