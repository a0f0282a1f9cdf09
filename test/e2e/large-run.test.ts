import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Listing } from '../../src/sandbox/catalogue.ts';
import { generateCatalogue } from '../../src/sandbox/generate-catalogue.ts';
import { readRun } from '../support/read-run.ts';
import { runProgram } from '../support/run-program.ts';
import { envOf } from '../support/sandbox-env.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { testSandbox } from '../support/test-sandbox.ts';
import { wireOf } from '../support/wire.ts';

const ROWS = 10_000;
const CONCURRENCY = 32;

/** A new cost for every third listing, the old one for the others; those without a cost get one. */
function wantedCost({ cost, minimum_price }: Listing, index: number): number {
  if (cost === null) return Math.min(500, minimum_price ?? 500);
  return index % 3 === 0 ? Math.max(1, cost - 1) : cost;
}

function quote(sku: string): string {
  return `"${sku.replaceAll('"', '""')}"`;
}

describe('a sheet of 10,000 rows against 10,000 listings', () => {
  it('updates exactly what differs, and a second run sends no POST at all', async () => {
    const catalogue = generateCatalogue({ listings: ROWS, seed: 2, duplicateSkus: 0 });
    const sandbox = await testSandbox({ catalogue });
    const cwd = tempFolder();
    const wanted = catalogue.listings.map((listing, index) => ({
      listing,
      cost: wantedCost(listing, index),
    }));
    const lines = wanted.map(
      ({ listing, cost }) => `${quote(listing.sku)},${(cost / 100).toFixed(2)},${listing.currency}`,
    );
    writeFileSync(join(cwd, 'costs.csv'), `sku,cost,currency\n${lines.join('\n')}\n`);
    const run = (out: string) =>
      runProgram(
        [
          'sync',
          'costs.csv',
          '--out',
          out,
          '--concurrency',
          String(CONCURRENCY),
          '--allow',
          'below_cost',
          '--quiet',
        ],
        { cwd, env: envOf(sandbox) },
      );

    const first = await run('first');
    expect([first.code, first.stdout, first.stderr]).toEqual([0, '', '']);
    const differing = wanted.filter(({ listing, cost }) => listing.cost !== cost);
    const posts = sandbox.requests.filter(({ method }) => method === 'POST');
    expect(posts.map(wireOf).sort()).toEqual(
      differing
        .map(({ listing, cost }) => `/listings/${listing.id} cost=${cost} currency=${listing.currency}`)
        .sort(),
    );
    expect(differing.length).toBeGreaterThan(3000);
    expect(sandbox.snapshot().listings.map(({ cost }) => cost)).toEqual(wanted.map(({ cost }) => cost));

    const { results, summary } = readRun(join(cwd, 'first'));
    expect(results.map(({ line, sku }) => [line, sku])).toEqual(
      wanted.map(({ listing }, index) => [String(index + 2), listing.sku]),
    );
    expect(summary.counts.by_status).toMatchObject({
      updated: differing.length,
      unchanged: ROWS - differing.length,
    });
    expect(summary.requests).toMatchObject({ writes: differing.length, retries: 0 });
    // The head of the list once more, and a look behind its end where nothing is remembered of it.
    const least = ROWS / 100 + 2;
    expect(summary.requests.reads).toBeGreaterThanOrEqual(least);
    expect(summary.requests.reads).toBeLessThanOrEqual(least + 4 * (CONCURRENCY - 1));

    const seen = sandbox.requests.length;
    const second = await run('second');
    expect(second.code).toBe(0);
    expect(sandbox.requests.slice(seen).filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(readRun(join(cwd, 'second')).summary.counts.by_status).toMatchObject({
      updated: 0,
      unchanged: ROWS,
    });
  });
});
