import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../src/cli/commands/command-table.ts';
import { summarySchema } from '../src/domain/documents/summary.ts';
import { buildSummary } from '../src/report/files/build-summary.ts';
import { MAX_FRESH_ROWS } from '../src/report/tally/run-report.ts';
import { MAX_MOVES } from '../src/report/tally/tally-changes.ts';
import { HISTORY_ACTIONS } from '../src/settings/command-settings.ts';
import { aReport, EVERY_STATUS } from './report/support.ts';
import { findMismatches, PUBLISHED, toSchema } from './support/json-schema.ts';
import { runInProcess } from './support/run-in-process.ts';
import { startProgram } from './support/run-program.ts';
import { tempFolder } from './support/temp-folder.ts';
import { anAccount, BUY_BOX, envOf, testSandbox } from './support/test-sandbox.ts';

const SHEET = `sku,cost,min,strategy,repricing
SKU-1,6.60,9.00,,
SKU-2,null,,Buy Box,no
SKU-3,5.40,,,
SKU-4,6.00,,,
MISSING,1.00,,,
SKU-5,1.O0,,,
`;

async function openPlace() {
  const sandbox = await testSandbox({ catalogue: anAccount([{}, {}, {}, { strategy: BUY_BOX }, {}]) });
  const cwd = tempFolder();
  writeFileSync(join(cwd, 'costs.csv'), SHEET);
  const run = async (...argv: string[]) => {
    const { code, stdout } = await runInProcess([...argv, '--json'], { cwd, env: envOf(sandbox) });
    return { code, json: JSON.parse(stdout) };
  };
  return { run, cwd };
}

/** By its schema, and nothing else is. */
function expectDescribed(name: string, json: object): void {
  expect(json).not.toHaveProperty('error');
  expect(findMismatches(name, json)).toEqual([]);
  expect(findMismatches(name, { ...json, extra: 1 })).toHaveLength(1);
  expect(findMismatches(name, { ...json, version: 2 })).toHaveLength(1);
}

describe('summary.schema.json', () => {
  it('describes all that diff, sync, apply and undo print and leave, and nothing else', async () => {
    const { run } = await openPlace();
    const seen: string[] = [];
    const commands: readonly (readonly string[])[] = [
      ['diff', 'costs.csv', '--out', 'diff'],
      ['diff', 'costs.csv', '--out', 'stopped', '--max-updates', '1'],
      ['diff', 'costs.csv', '--out', 'none', '--resolve', 'scan', '--rate', 'auto', '--match', 'all'],
      ['apply', 'diff', '--out', 'apply'],
      ['sync', 'costs.csv', '--out', 'sync'],
      ['undo', 'apply', '--out', 'undo'],
    ];
    for (const argv of commands) {
      const { json } = await run(...argv);
      expect(json.error).toBeUndefined();
      expect(findMismatches('summary', json), argv.join(' ')).toEqual([]);
      seen.push(`${json.command} ${json.exit_code} ${json.stopped?.code ?? '-'} ${json.changes.total}`);
    }
    expect(seen).toEqual([
      'diff 3 - 6',
      'diff 4 guard 6',
      'diff 3 - 6',
      'apply 3 - 6',
      'sync 3 - 0',
      'undo 0 - 6',
    ]);
  });

  it.each([
    ['interrupted', { code: 'interrupted', rules: [], message: 'Interrupted by SIGINT' }],
    ['failing', { code: 'too_many_failures', rules: [], message: 'No', hint: 'Later' }],
  ] as const)('describes a run that ended %s', (_name, stop) => {
    const report = aReport({ outcomes: EVERY_STATUS, stop, isPlanned: true, settings: {} });
    expect(findMismatches('summary', buildSummary(report, { version: '1.2.3', files: {} }))).toEqual([]);
  });

  it('notices a field that is new, one that is gone, and one of another kind', () => {
    const summary = buildSummary(aReport({ settings: {} }), { version: '1', files: {} });
    const { folder: _folder, ...less } = summary as { readonly folder: string };
    expect(findMismatches('summary', summary)).toEqual([]);
    expect(findMismatches('summary', { ...summary, extra: 1 })).toHaveLength(1);
    expect(findMismatches('summary', less)).toHaveLength(1);
    expect(findMismatches('summary', { ...summary, version: 2 })).toHaveLength(1);
  });

  it('has the lengths that the program has', () => {
    const { up, down } = summarySchema.shape.changes.shape.biggest.shape;
    const { new_rows } = summarySchema.shape.attention_news.unwrap().shape;
    const lists = [up, down, new_rows].map(toSchema);
    expect(lists.map(({ maxItems }) => maxItems)).toEqual([MAX_MOVES, MAX_MOVES, MAX_FRESH_ROWS]);
  });
});

describe('the schemas of what other commands print', () => {
  const UNUSABLE = 'SKU;EK;Titel\nA;1,20;x\nB;zwei;y\nA;1,20;x\nSumme;1,20;\n';

  it.each([
    ['check', 'check costs.csv'],
    ['check', 'check other.csv --job other --map cost=EK'],
    ['export', 'export'],
    ['export', 'export --fields cost,repricing'],
    ['export', 'export --out account.csv'],
    ['doctor', 'doctor'],
    ['completion', 'completion zsh'],
    ['list-strategies', 'list strategies'],
    ['list-channels', 'list channels'],
  ])('%s.schema.json describes all that "%s" prints, and nothing else', async (name, line) => {
    const { run, cwd } = await openPlace();
    writeFileSync(join(cwd, 'other.csv'), UNUSABLE);
    const { json } = await run(...line.split(' '));
    expectDescribed(name, json);
  });

  it('explain.schema.json describes rows of every kind, and runs of every command', async () => {
    const { run } = await openPlace();
    await run('diff', 'costs.csv', '--out', 'diff', '--verbose');
    await run('diff', 'costs.csv', '--out', 'stopped', '--max-updates', '1');
    await run('apply', 'diff', '--out', 'apply', '--verbose');
    await run('undo', 'apply', '--out', 'undo');
    const seen = [];
    for (const folder of ['diff', 'stopped', 'apply', 'undo'])
      for (const sku of ['SKU-1', 'SKU-4', 'SKU-5', 'MISSING']) {
        const { code, json } = await run('explain', folder, sku);
        if (code !== 0) continue;
        expect(findMismatches('explain', json), `${folder} ${sku}`).toEqual([]);
        seen.push(`${folder} ${sku} ${json.rows[0].outcome?.status}`);
      }
    expect(seen).toContain('diff SKU-1 planned');
    expect(seen).toContain('stopped SKU-1 skipped');
    expect(seen).toContain('apply SKU-1 updated');
    expect(seen).toContain('apply MISSING not_found');
    expect(seen).toContain('undo SKU-1 updated');
  });

  it.each([
    ['list', []],
    ['show', ['latest']],
    ['show', ['stopped']],
    ['sku', ['SKU-1']],
    ['sku', ['SKU-1', '--field', 'cost']],
    ['sku', ['NONE']],
    ['chronic', ['--nights', '1']],
  ])('history-%s.schema.json describes what history prints with %j', async (action, words) => {
    const { run, cwd } = await openPlace();
    await run('diff', 'costs.csv', '--out', 'diff', '--job', 'costs');
    await run('sync', 'costs.csv', '--out', 'stopped', '--max-updates', '1', '--job', 'costs');
    await run('sync', 'costs.csv', '--out', 'first', '--job', 'costs');
    writeFileSync(join(cwd, 'costs.csv'), SHEET.replace('6.60', '6.70'));
    await run('sync', 'costs.csv', '--out', 'second', '--job', 'costs');
    const { json } = await run('history', action, ...words);
    expectDescribed(`history-${action}`, json);
  });

  it('init.schema.json describes what init prints, and what is in it is as doctor and check print it', async () => {
    const sandbox = await testSandbox({ catalogue: anAccount([{}]) });
    const cwd = tempFolder();
    writeFileSync(join(cwd, 'costs.csv'), SHEET);
    const { PRICESHEET_API_KEY } = envOf(sandbox);
    const { stdout } = await runInProcess(['init', 'costs.csv', '--base-url', sandbox.url, '--json'], {
      cwd,
      env: { PRICESHEET_API_KEY: PRICESHEET_API_KEY ?? '' },
    });
    const json = JSON.parse(stdout);
    expectDescribed('init', json);
    expect(findMismatches('doctor', json.doctor)).toEqual([]);
    expect(findMismatches('check', json.check)).toEqual([]);
  });

  it('sandbox.schema.json describes what sandbox prints', async () => {
    const running = startProgram(['sandbox', '--listings', '1', '--json'], { cwd: tempFolder() });
    const line = await running.firstLine;
    running.kill('SIGTERM');
    await running.ended;
    expect(findMismatches('sandbox', JSON.parse(line))).toEqual([]);
  });

  it('describes each command that takes --json', () => {
    const RUNS = ['sync', 'diff', 'apply', 'undo'];
    const ACTIONS: Readonly<Record<string, readonly string[]>> = {
      history: HISTORY_ACTIONS.map(({ name }) => name),
      list: ['strategies', 'channels'],
    };
    const described = COMMANDS.filter(({ name }) => !RUNS.includes(name)).flatMap(
      ({ name }) => ACTIONS[name]?.map((action) => `${name}-${action}`) ?? [name],
    );
    expect([...PUBLISHED.keys()].sort()).toEqual(
      [...described, 'event', 'history-all', 'history-prune-all', 'error', 'summary', 'webhook'].sort(),
    );
  });
});

describe('error.schema.json', () => {
  it.each([
    ['wrong usage', ['diff']],
    ['a sheet that is not there', ['check', 'none.csv']],
    ['a run folder that is none', ['undo', 'none']],
  ])('describes the error after %s', async (_name, argv) => {
    const { run } = await openPlace();
    const { code, json } = await run(...argv);
    expect([code, findMismatches('error', json)]).toEqual([2, []]);
  });
});
