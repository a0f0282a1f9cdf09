import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BUCKET_COUNT, CHANGE_KINDS } from '../src/domain/change-buckets.ts';
import { FIELDS, MONEY_FIELDS } from '../src/domain/fields.ts';
import { STATUSES } from '../src/domain/status.ts';
import { buildSummary } from '../src/report/build-summary.ts';
import { MOST_MOVES } from '../src/report/tally-changes.ts';
import { aReport, EVERY_STATUS } from './report/support.ts';
import { findMismatches, readSchema } from './support/json-schema.ts';
import { runInProcess } from './support/run-in-process.ts';
import { envOf } from './support/sandbox-env.ts';
import { tempFolder } from './support/temp-folder.ts';
import { anAccount, BUY_BOX, testSandbox } from './support/test-sandbox.ts';

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

describe('docs/schema/summary.schema.json', () => {
  it('tells of all that diff, sync, apply, undo and merge print and leave, and of nothing else', async () => {
    const { run } = await openPlace();
    const seen: string[] = [];
    const commands: readonly (readonly string[])[] = [
      ['diff', 'costs.csv', '--out', 'diff'],
      ['diff', 'costs.csv', '--out', 'stopped', '--max-updates', '1'],
      ['diff', 'costs.csv', '--out', 'none', '--resolve', 'scan', '--rate', 'auto', '--match', 'all'],
      ['diff', 'costs.csv', '--out', 'one', '--shard', '1/2', '--currency', 'usd'],
      ['diff', 'costs.csv', '--out', 'two', '--shard', '2/2', '--currency', 'usd'],
      ['merge', 'one', 'two', '--out', 'merged'],
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
      expect.stringMatching(/^diff 3 - [1-5]$/),
      expect.stringMatching(/^diff [03] - [1-5]$/),
      'diff 3 - 6',
      'apply 3 - 6',
      'sync 3 - 0',
      'undo 0 - 6',
    ]);
  });

  it.each([
    ['interrupted', { code: 'interrupted', rules: [], message: 'Interrupted by SIGINT' }],
    ['failing', { code: 'too_many_failures', rules: [], message: 'No', hint: 'Later' }],
  ])('tells of a run that ended %s', (_name, stop) => {
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

  it('has the words and numbers that the program has', () => {
    const { $defs, properties } = readSchema('summary') as never as Record<string, Record<string, never>>;
    const at = (from: unknown, ...path: string[]): unknown =>
      path.reduce((found, key) => (found as Record<string, unknown>)[key], from);
    expect(Object.keys(at(properties, 'counts', 'properties', 'by_status', 'properties') as object)).toEqual([
      ...STATUSES,
    ]);
    expect(at($defs, 'move', 'properties', 'field', 'enum')).toEqual([...MONEY_FIELDS]);
    expect(Object.keys(at($defs, 'tally', 'properties', 'kinds', 'properties') as object)).toEqual([
      ...CHANGE_KINDS,
    ]);
    expect(at($defs, 'tally', 'properties', 'buckets', 'maxItems')).toBe(BUCKET_COUNT);
    const [changes] = at(properties, 'changes', 'anyOf') as readonly unknown[];
    expect(Object.keys(at(changes, 'properties', 'by_field', 'properties') as object)).toEqual([...FIELDS]);
    expect(at(changes, 'properties', 'biggest', 'properties', 'up', 'maxItems')).toBe(MOST_MOVES);
  });
});

describe('docs/schema/error.schema.json', () => {
  it.each([
    ['wrong usage', ['diff']],
    ['a sheet that is not there', ['check', 'none.csv']],
    ['a run folder that is none', ['undo', 'none']],
  ])('tells of the error after %s', async (_name, argv) => {
    const { run } = await openPlace();
    const { code, json } = await run(...argv);
    expect([code, findMismatches('error', json)]).toEqual([2, []]);
  });
});
