import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { anAccount } from '../support/an-account.ts';
import { ALL_RULES, anyListing, SKUS, valuesOf, writeSheet } from '../support/any-scene.ts';
import { type PlanEntry, readRun } from '../support/read-run.ts';
import { editReview, readReview, reviewFileOfPage } from '../support/review-file.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { runs } from '../support/runs.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { envOf } from '../support/test-sandbox.ts';
import { plannedWireOf, wireOf } from '../support/wire.ts';

const money = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom('', 'null') },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 5000 }).map((cents) => (cents / 100).toFixed(2)) },
);

const scene = fc.record({
  listings: fc.array(anyListing({ repricing: fc.boolean() }), { minLength: 1, maxLength: 12 }),
  rows: fc.array(
    fc.record({
      sku: fc.constantFrom(...SKUS),
      cost: money,
      min: money,
      manual_price: money,
      repricing: fc.constantFrom('', 'on', 'off'),
    }),
    { minLength: 1, maxLength: 14 },
  ),
  command: fc.constantFrom('diff', 'sync'),
  holdOver: fc.constantFrom('0%', '10%', '40%'),
  /** Of the rows of the review file, and of the listings, in turn. */
  ticks: fc.array(fc.constantFrom('yes', 'x', '', 'no'), { minLength: 1, maxLength: 8 }),
  moved: fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }),
  isSorted: fc.boolean(),
  delimiter: fc.constantFrom(',', ';', '\t'),
});
type Scene = typeof scene extends fc.Arbitrary<infer S> ? S : never;

const COLUMNS = ['sku', 'cost', 'min', 'manual_price', 'repricing'] as const;

const isYes = (tick: string | undefined): boolean => tick === 'yes' || tick === 'x';

async function play({ listings, rows, ticks, moved, ...given }: Scene, home: string): Promise<void> {
  const sandbox = await startSandbox({ catalogue: anAccount(listings) });
  const cwd = mkdtempSync(join(home, 'run-'));
  const run = (...argv: readonly string[]) => runInProcess(argv, { cwd, env: envOf(sandbox) });
  const postsFrom = (from: number) =>
    sandbox.requests
      .slice(from)
      .filter(({ method }) => method === 'POST')
      .map(wireOf)
      .sort();
  try {
    writeFileSync(join(cwd, 'sheet.csv'), writeSheet(COLUMNS, rows));
    const reading = ['--match', 'all', '--duplicates', 'last', '--decimal', '.', '--allow', ALL_RULES];
    await run(given.command, 'sheet.csv', '--out', 'first', '--hold-over', given.holdOver, ...reading);
    const { plan } = readRun(join(cwd, 'first'));
    const offered = plan.filter(({ status }) =>
      given.command === 'diff' ? status === 'planned' || status === 'held' : status === 'held',
    );
    if (offered.length === 0) {
      expect(reviewFileOfPage(join(cwd, 'first')) ?? '').not.toContain('\n,');
      return;
    }
    const review = join(cwd, 'first', 'review.csv');
    expect(readReview(review).map(({ line, listing_id }) => [Number(line), listing_id])).toEqual(
      offered.map(({ line, listing_id }) => [line, listing_id]),
    );
    // What is ticked on the page is the same file.
    expect(reviewFileOfPage(join(cwd, 'first'))).toBe(readFileSync(review, 'utf8'));
    const tickOf = (index: number) => ticks[index % ticks.length] ?? '';
    editReview(
      review,
      ([header = [], ...cells]) => {
        const ticked = cells.map(([, ...others], at) => [tickOf(at), ...others]);
        return [header, ...(given.isSorted ? ticked.toReversed() : ticked)];
      },
      { delimiter: given.delimiter },
    );
    const seen = sandbox.requests.length;
    const atFirst = valuesOf(sandbox.snapshot());
    for (const [at, { id, cost }] of sandbox.snapshot().listings.entries())
      if (moved[at % moved.length]) sandbox.changeListing(id, { cost: (cost ?? 0) + 1 });
    const now = valuesOf(sandbox.snapshot());
    const isAsItWas = ({ listing_id }: PlanEntry) =>
      String(atFirst.get(listing_id ?? '')) === String(now.get(listing_id ?? ''));

    const { code, stderr } = await run('apply', 'first', '--only', 'first/review.csv', '--out', 'second');
    expect([0, 3], stderr).toContain(code);
    const approved = offered.filter((_, at) => isYes(tickOf(at)));
    const expected = approved.filter(isAsItWas).map(plannedWireOf).sort();
    expect(postsFrom(seen)).toEqual(expected);

    const { results } = readRun(join(cwd, 'second'));
    expect(results.map(({ line }) => Number(line))).toEqual(plan.map(({ line }) => line));
    for (const entry of offered) {
      const status = results[entry.n]?.['status'];
      if (!approved.includes(entry)) expect(status).toBe('held');
      else if (isAsItWas(entry)) expect(['updated', 'unconfirmed']).toContain(status);
      else expect(['conflict', 'updated']).toContain(status);
    }
  } finally {
    await sandbox.close();
  }
}

describe('whatever is ticked in a review file', () => {
  it('is sent if it is as it was, and nothing else is', async () => {
    const home = tempFolder();
    await fc.assert(
      fc.asyncProperty(scene, (given) => play(given, home)),
      { numRuns: runs(120, 25) },
    );
  });
});
