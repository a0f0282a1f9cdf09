import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIELDS } from '../../src/domain/fields.ts';
import type { Catalogue } from '../../src/sandbox/catalogue.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { anAccount } from '../support/an-account.ts';
import { ALL_RULES, anyListing, SKUS, valuesOf, writeSheet } from '../support/any-scene.ts';
import { type RunFiles, readRun } from '../support/read-run.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { runs } from '../support/runs.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { envOf } from '../support/test-sandbox.ts';
import { plannedWireOf, wireOf } from '../support/wire.ts';

const listing = anyListing({
  current_shipping: fc.constantFrom(0, 499, null),
  manual_price: fc.option(fc.integer({ min: 1, max: 5000 }), { freq: 1 }),
  repricing: fc.boolean(),
});

const money = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 5000 }).map((cents) => (cents / 100).toFixed(2)) },
  { weight: 1, arbitrary: fc.constantFrom('null', '0', '12.345', 'abc', '-1', ' 7 ') },
);
const row = fc.record({
  sku: fc.constantFrom(...SKUS, 'MISSING', ''),
  cost: money,
  min: money,
  max: money,
  manual_price: money,
  strategy: fc.constantFrom('', '', 'Buy Box', 'lowest', 'null', 'unknown'),
  repricing: fc.constantFrom('', '', 'yes', 'off', 'perhaps'),
  currency: fc.constantFrom('', '', '', 'usd', 'EUR'),
  platform: fc.constantFrom('', '', '', 'amazon', 'walmart'),
});
type SheetRow = typeof row extends fc.Arbitrary<infer R> ? R : never;

const scene = fc.record({
  listings: fc.array(listing, { minLength: 1, maxLength: 12 }),
  rows: fc.array(row, { minLength: 1, maxLength: 20 }),
  match: fc.constantFrom('one', 'all'),
  duplicates: fc.constantFrom('error', 'first', 'last'),
});
type Scene = typeof scene extends fc.Arbitrary<infer S> ? S : never;

const COLUMNS = [
  ...['sku', 'cost', 'min', 'max', 'manual_price', 'strategy', 'repricing', 'currency', 'platform'],
] as const;

/** A service, a folder with the sheet in it, and the commands run there. */
async function onStage(
  { listings, rows, match, duplicates }: Scene,
  home: string,
  play: (sandbox: Sandbox, command: (...argv: readonly string[]) => Promise<RunFiles>) => Promise<void>,
): Promise<void> {
  const sandbox = await startSandbox({ catalogue: anAccount(listings) });
  const cwd = mkdtempSync(join(home, 'run-'));
  writeFileSync(join(cwd, 'sheet.csv'), writeSheet(COLUMNS, rows));
  const reading = ['--match', match, '--duplicates', duplicates, '--decimal', '.', '--allow', ALL_RULES];
  try {
    await play(sandbox, async (name = '', what = '', out = '') => {
      const argv = [name, what, '--out', out, ...(name === 'sync' ? reading : [])];
      const ended = await runInProcess(argv, { cwd, env: envOf(sandbox) });
      expect([0, 3, 6], ended.stdout + ended.stderr).toContain(ended.code);
      return readRun(join(cwd, out));
    });
  } finally {
    await sandbox.close();
  }
}

function postsOf({ requests }: Sandbox, from = 0): readonly string[] {
  return requests
    .slice(from)
    .filter(({ method }) => method === 'POST')
    .map(wireOf);
}

function plannedPosts({ plan }: RunFiles): readonly string[] {
  return plan
    .filter(({ status }) => status === 'planned')
    .map(plannedWireOf)
    .sort();
}

/** The lines on which the sheet's rows start, each at least once and in order. */
function expectEveryRow({ results }: RunFiles, rows: readonly SheetRow[]): void {
  const lines = results.map(({ line }) => Number(line));
  expect([...new Set(lines)]).toEqual(rows.map((_, index) => index + 2));
  expect(lines).toEqual([...lines].sort((a, b) => a - b));
}

/** What the results say of a listing's updates is what the service holds. */
function expectNoLies({ results, plan }: RunFiles, before: Catalogue, after: Catalogue): void {
  const [was, is] = [valuesOf(before), valuesOf(after)];
  const told = new Map<string, string>();
  for (const entry of plan.filter(({ status }) => status === 'planned')) {
    const { status = '' } = results[entry.n] ?? {};
    const id = entry.listing_id ?? '';
    expect(told.has(id), 'one update per listing').toBe(false);
    told.set(id, status);
    const wanted = FIELDS.map((field, index) =>
      field in entry.changes ? entry.changes[field]?.[1] : was.get(id)?.[index],
    );
    if (status === 'updated') expect(is.get(id), `${id} is reported to be updated`).toEqual(wanted);
    else if (status === 'failed' || status === 'skipped')
      expect(is.get(id), `${id} is reported to be ${status}`).toEqual(was.get(id));
    else expect([wanted, was.get(id)], `${id} is ${status}`).toContainEqual(is.get(id));
  }
  for (const [id, values] of was)
    if (!told.has(id)) expect(is.get(id), `${id} was not in the plan`).toEqual(values);
}

describe('any sheet against any account', () => {
  it('is accounted for row by row, sends only its plan, settles in one run, and can be undone and done again', async () => {
    const home = tempFolder();
    await fc.assert(
      fc.asyncProperty(scene, async (given) => {
        await onStage(given, home, async (sandbox, command) => {
          const before = sandbox.snapshot();
          const run = await command('sync', 'sheet.csv', 'first');
          const after = sandbox.snapshot();
          expectEveryRow(run, given.rows);
          expectNoLies(run, before, after);
          expect([...postsOf(sandbox)].sort()).toEqual(plannedPosts(run));
          const seen = sandbox.requests.length;
          await command('sync', 'sheet.csv', 'second');
          expect(postsOf(sandbox, seen)).toEqual([]);
          const undone = await command('undo', 'first', 'undone');
          expect(valuesOf(sandbox.snapshot())).toEqual(valuesOf(before));
          expect([...postsOf(sandbox, seen)].sort()).toEqual(plannedPosts(undone));
          await command('undo', 'undone', 'redone');
          expect(valuesOf(sandbox.snapshot())).toEqual(valuesOf(after));
          if (run.undo.length > 0) await command('sync', join('first', 'undo.csv'), 'restored');
          expect(valuesOf(sandbox.snapshot())).toEqual(valuesOf(before));
        });
      }),
      { numRuns: runs(30, 8) },
    );
  });
});
