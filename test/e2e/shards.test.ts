import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Catalogue } from '../../src/sandbox/catalogue.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { ALL_RULES, anyListing, SKUS, valuesOf } from '../support/any-scene.ts';
import { gate } from '../support/gate.ts';
import { listRuns } from '../support/list-runs.ts';
import { readRun } from '../support/read-run.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { runProgram, startProgram } from '../support/run-program.ts';
import { runs } from '../support/runs.ts';
import { envOf } from '../support/sandbox-env.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, idOf, testSandbox } from '../support/test-sandbox.ts';
import { wireOf } from '../support/wire.ts';

const money = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  { weight: 5, arbitrary: fc.integer({ min: 0, max: 5000 }).map((cents) => (cents / 100).toFixed(2)) },
  { weight: 1, arbitrary: fc.constantFrom('null', '0', '12.345', 'abc') },
);
const COLUMNS = ['sku', 'listing_id', 'cost', 'min', 'max', 'strategy', 'currency', 'platform'] as const;
const row = fc.record({
  sku: fc.constantFrom(...SKUS, 'MISSING', ''),
  listing_id: fc.oneof(
    { weight: 4, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 12 }).map(idOf) },
    { weight: 1, arbitrary: fc.constant('no id') },
  ),
  cost: money,
  min: money,
  max: money,
  strategy: fc.constantFrom('', '', 'Buy Box', 'null', 'two\nlines'),
  currency: fc.constantFrom('', '', 'usd', 'EUR'),
  platform: fc.constantFrom('', '', '', 'amazon'),
});

/** A row, one that says nothing, one with a cell too many, or the header again. */
const line = fc.oneof(
  { weight: 12, arbitrary: row.map((cells) => COLUMNS.map((column) => `"${cells[column]}"`).join(',')) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ',,,,,,,',
      'A,,1.00,,,,,,"one ""more"""',
      COLUMNS.join(','),
      'Total,,99.00,,,,,',
    ),
  },
);

const scene = fc.record({
  listings: fc.array(anyListing(), { minLength: 1, maxLength: 12 }),
  lines: fc.array(line, { minLength: 1, maxLength: 24 }),
  match: fc.constantFrom('one', 'all'),
  duplicates: fc.constantFrom('error', 'first', 'last'),
  ignoreCase: fc.boolean(),
  shards: fc.integer({ min: 1, max: 5 }),
  // What a run says of a SKU that is not listed depends on whether it has seen the whole account.
  resolve: fc.constantFrom('sku', 'scan'),
});

function postsOf({ requests }: Sandbox): readonly string[] {
  return requests.filter(({ method }) => method === 'POST').map(wireOf);
}

interface Stage {
  readonly sandbox: Sandbox;
  readonly command: (...argv: readonly string[]) => Promise<unknown>;
  readonly pathOf: (name: string) => string;
}

/** A service, and a folder with the sheet in it; commands are run there beside each other. */
async function onStage<T>(
  catalogue: Catalogue,
  sheet: string,
  play: (stage: Stage) => Promise<T>,
): Promise<T> {
  const sandbox = await startSandbox({ catalogue });
  const cwd = tempFolder();
  const env = { ...envOf(sandbox), XDG_STATE_HOME: join(cwd, 'state') };
  writeFileSync(join(cwd, 'sheet.csv'), sheet);
  try {
    return await play({
      sandbox,
      pathOf: (name) => join(cwd, name),
      command: async (...argv) => {
        const { code, stdout, stderr } = await runInProcess(argv, { cwd, env });
        expect([0, 3], stdout + stderr).toContain(code);
        return code;
      },
    });
  } finally {
    await sandbox.close();
  }
}

/** `results.csv` without the times. */
function resultsOf(folder: string) {
  return readRun(folder).results.map(({ completed_at: _time, ...record }) => record);
}

describe('shards of a sheet', () => {
  it('do together what one run does, and are undone as one', async () => {
    await fc.assert(
      fc.asyncProperty(scene, async ({ listings, lines, match, duplicates, ignoreCase, shards, resolve }) => {
        const catalogue = anAccount(listings);
        const sheet = [COLUMNS.join(','), ...lines, ''].join('\n');
        const choices = [
          '--match',
          match,
          '--duplicates',
          duplicates,
          '--decimal',
          '.',
          '--resolve',
          resolve,
          '--allow',
          ALL_RULES,
        ];
        const flags = ignoreCase ? [...choices, '--sku-ignore-case'] : choices;
        const whole = await onStage(catalogue, sheet, async ({ sandbox, command, pathOf }) => {
          const code = await command('sync', 'sheet.csv', '--out', 'whole', ...flags);
          return {
            code,
            folder: pathOf('whole'),
            posts: [...postsOf(sandbox)].sort(),
            after: sandbox.snapshot(),
          };
        });
        await onStage(catalogue, sheet, async ({ sandbox, command, pathOf }) => {
          const before = sandbox.snapshot();
          const runs = Array.from({ length: shards }, (_, index) => `shard-${index + 1}`);
          await Promise.all(
            runs.map((out, index) =>
              command('sync', 'sheet.csv', '--out', out, '--shard', `${index + 1}/${shards}`, ...flags),
            ),
          );
          const code = await command('merge', ...[...runs].reverse(), '--out', 'merged');
          expect(code).toBe(whole.code);
          expect([...postsOf(sandbox)].sort()).toEqual(whole.posts);
          expect(valuesOf(sandbox.snapshot())).toEqual(valuesOf(whole.after));

          const [one, merged] = [readRun(whole.folder), readRun(pathOf('merged'))];
          expect(resultsOf(pathOf('merged'))).toEqual(resultsOf(whole.folder));
          for (const file of ['retry.csv', 'undo.csv'])
            expect(readFileSync(pathOf(`merged/${file}`), 'utf8')).toBe(
              readFileSync(join(whole.folder, file), 'utf8'),
            );
          expect(merged.summary.counts).toEqual(one.summary.counts);
          expect(merged.plan).toEqual(one.plan);
          expect(merged.summary.requests.writes).toBe(one.summary.requests.writes);
          // What was sent is there, under the number that it has in the plan of all.
          for (const { n, listing_id } of merged.journal.filter(({ kind }) => kind === 'outcome'))
            expect(merged.plan[Number(n)]).toMatchObject({ status: 'planned', listing_id });
          expect(merged.journal).toHaveLength(one.journal.length);

          await command('undo', 'merged', '--out', 'undone');
          expect(valuesOf(sandbox.snapshot())).toEqual(valuesOf(before));
        });
      }),
      { numRuns: runs(15, 4) },
    );
  });

  it('of a diff are applied as one', async () => {
    await fc.assert(
      fc.asyncProperty(scene, async ({ listings, lines, match, duplicates, shards }) => {
        const catalogue = anAccount(listings);
        const sheet = [COLUMNS.join(','), ...lines, ''].join('\n');
        const flags = ['--match', match, '--duplicates', duplicates, '--decimal', '.', '--allow', ALL_RULES];
        const after = await onStage(catalogue, sheet, async ({ sandbox, command }) => {
          await command('sync', 'sheet.csv', '--out', 'whole', ...flags);
          return sandbox.snapshot();
        });
        await onStage(catalogue, sheet, async ({ sandbox, command }) => {
          const runs = Array.from({ length: shards }, (_, index) => `shard-${index + 1}`);
          for (const [index, out] of runs.entries())
            await command('diff', 'sheet.csv', '--out', out, '--shard', `${index + 1}/${shards}`, ...flags);
          await command('merge', ...runs, '--out', 'merged');
          expect(postsOf(sandbox)).toEqual([]);
          await command('apply', 'merged', '--out', 'applied');
          expect(valuesOf(sandbox.snapshot())).toEqual(valuesOf(after));
        });
      }),
      { numRuns: runs(8, 3) },
    );
  });

  it('run as processes beside each other, each with its part of the rate, and are merged by one more', async () => {
    const skus = Array.from({ length: 30 }, (_, index) => `SKU-${index + 1}`);
    const sandbox = await testSandbox({ catalogue: anAccount(skus.map((sku) => ({ sku }))) });
    const cwd = tempFolder();
    const state = tempFolder();
    const place = { cwd, env: { ...envOf(sandbox), PRICESHEET_CURRENCY: 'usd', XDG_STATE_HOME: state } };
    writeFileSync(join(cwd, 'costs.csv'), ['sku,cost', ...skus.map((sku) => `${sku},6.50`), ''].join('\n'));
    const shards = [1, 2, 3].map((index) => `${index}/3`);
    const ended = await Promise.all(
      shards.map((shard) =>
        runProgram(['sync', 'costs.csv', '--shard', shard, '--max-updates', '90'], place),
      ),
    );
    for (const [index, { code, stdout, stderr }] of ended.entries()) {
      expect(code, stderr).toBe(0);
      expect(stdout).toMatch(
        new RegExp(`^Done: costs.csv, shard ${index + 1}/3, \\d+ rows, \\d+ listings updated`),
      );
      // The commands that follow name this shard's folder.
      expect(stdout).toMatch(new RegExp(`pricesheet undo runs/\\S+-costs-${index + 1}of3`));
    }
    const folders = listRuns(cwd).map((name) => join('runs', name));
    expect(folders).toHaveLength(3);
    // No key, no service.
    const merged = await runInProcess(['merge', ...folders, '--out', 'merged'], { cwd });
    expect([merged.code, merged.stderr]).toEqual([0, '']);
    expect(
      merged.stdout
        .replace(/\d+ reads/, 'N reads')
        .replace(/in \d+\.\d s/, 'in T s')
        .split('\n'),
    ).toEqual([
      'Merged: costs.csv, 3 shards, 30 rows, 30 listings updated',
      '',
      '  updated      30',
      '',
      'Changes made: 30, all in results.csv; at the right, % of the moves',
      ...Array.from({ length: 6 }, () => expect.stringMatching(/^ {2}(field|cost|biggest moves) /)),
      '',
      'Requests  N reads, 30 writes, 0 retries, in T s',
      'Folder    merged',
      'Report    merged/report.html',
      'Next      undo this run: pricesheet undo merged',
      '',
    ]);
    const again = await runInProcess(['merge', ...folders, '--json', '--out', 'again'], { cwd });
    expect(JSON.parse(again.stdout)).toMatchObject({
      shard: null,
      exit_code: 0,
      counts: { by_status: { updated: 30 } },
    });
    const undone = await runInProcess(['undo', 'merged', '--yes'], place);
    expect(undone.code, undone.stderr).toBe(0);
    expect(sandbox.snapshot().listings.map(({ cost }) => cost)).toEqual(skus.map(() => 600));
    expect(readdirSync(join(state, 'pricesheet', 'locks'))).toEqual([]);
  });

  it('have a lock each: one that is under way keeps out what may not go beside it, and one that was killed is run again', async () => {
    const skus = Array.from({ length: 10 }, (_, index) => `SKU-${index + 1}`);
    const { open: onPost, opened: posted } = gate();
    const sandbox = await testSandbox({
      catalogue: anAccount(skus.map((sku) => ({ sku }))),
      // Its first update is answered, the second one is not.
      faults: { rules: [{ match: { method: 'POST' }, skip: 1, times: 1, delayMs: 600_000 }] },
      onRequest: ({ method }) => {
        if (method === 'POST') onPost();
      },
    });
    const cwd = tempFolder();
    const place = {
      cwd,
      env: { ...envOf(sandbox), PRICESHEET_CURRENCY: 'usd', XDG_STATE_HOME: tempFolder() },
    };
    writeFileSync(join(cwd, 'costs.csv'), ['sku,cost', ...skus.map((sku) => `${sku},6.50`), ''].join('\n'));
    const sync = (out: string, ...flags: readonly string[]) =>
      runInProcess(['sync', 'costs.csv', '--out', out, ...flags], place);
    const first = startProgram(
      ['sync', 'costs.csv', '--out', 'killed', '--shard', '1/2', '--concurrency', '1', '--timeout', '600'],
      place,
    );
    onTestFinished(() => first.kill('SIGKILL'));
    await posted;
    expect((await sync('same', '--shard', '1/2')).stderr).toContain('sync "costs.csv", shard 1/2, process');
    expect((await sync('other', '--shard', '1/3')).code).toBe(7);
    expect((await sync('whole')).code).toBe(7);
    expect((await runInProcess(['undo', 'killed'], place)).code).toBe(7);
    expect((await sync('second', '--shard', '2/2')).code).toBe(0);
    first.kill('SIGKILL');
    await first.ended;
    const refused = await runInProcess(['merge', 'killed', 'second'], { cwd });
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('Run shard 1/2 again with sync'),
    ]);
    const again = await sync('again', '--shard', '1/2');
    expect([again.code, again.stdout]).toEqual([
      0,
      expect.stringContaining('Took over the lock of an unfinished run, because its process is gone'),
    ]);
    const merged = await runInProcess(['merge', 'again', 'second', '--out', 'merged'], { cwd });
    expect(merged.code, merged.stderr).toBe(0);
    const { by_status } = readRun(join(cwd, 'merged')).summary.counts;
    // What the killed run had updated already is as it should be.
    expect(by_status).toMatchObject({ updated: 9, unchanged: 1 });
    expect(sandbox.snapshot().listings.map(({ cost }) => cost)).toEqual(skus.map(() => 650));
  });

  it('say in the commands that follow which shard is meant, and leave it out where a file of the run is meant', async () => {
    const sandbox = await testSandbox({ catalogue: anAccount([{ sku: 'SKU-1' }]) });
    const cwd = tempFolder();
    const env = { ...envOf(sandbox), PRICESHEET_CURRENCY: 'usd' };
    writeFileSync(join(cwd, 'costs.csv'), 'sku,cost\nSKU-1,6.50\nSKU-1,7.50\nSKU-2,6.50\n');
    const screens = await Promise.all(
      ['1/2', '2/2'].map(
        async (shard) =>
          (
            await runInProcess(
              ['sync', 'costs.csv', '--shard', shard, '--max-updates', '0', '--retries', '4'],
              { cwd, env },
            )
          ).stdout,
      ),
    );
    const told = screens.join('\n');
    expect(told).toMatch(/pricesheet sync runs\/\S+\/retry\.csv --retries 4 --max-updates 0\n/);
    const diff = await runInProcess(['diff', 'one.csv', '--shard', '1/1'], { cwd: oneRow(cwd), env });
    expect(diff.stdout).toMatch(/make a new plan and send it: pricesheet sync one\.csv --shard 1\/1\n/);
    expect(diff.stdout).toMatch(/send this plan: pricesheet apply runs\/\S+-one-1of1\n/);
  });
});

function oneRow(cwd: string): string {
  writeFileSync(join(cwd, 'one.csv'), 'sku,cost\nSKU-1,6.50\n');
  return cwd;
}
