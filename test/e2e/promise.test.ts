import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Catalogue, Listing } from '../../src/sandbox/catalogue.ts';
import type { FaultRule } from '../../src/sandbox/faults.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { openStage } from '../support/open-stage.ts';
import { readPage } from '../support/pages.ts';
import { readRun } from '../support/read-run.ts';
import { startProgram } from '../support/run-program.ts';
import { stride } from '../support/runs.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, BUY_BOX } from '../support/test-sandbox.ts';
import { plannedWireOf, wireOf } from '../support/wire.ts';

/** For tests that make dozens of runs. Units: milliseconds. */
const MANY_RUNS_MS = 300_000;

const README = readPage('README.md').text.replaceAll(/\n> |\n/g, ' ');

/** The sentences that these tests hold are those of the README, to the letter. */
function promised(sentence: string): string {
  expect(README).toContain(sentence.replace('updated', '`updated`'));
  return sentence;
}

const FIELDS = ['cost', 'minimum_price', 'maximum_price', 'strategy', 'repricing', 'manual_price'] as const;

const ACCOUNT = anAccount(
  Array.from({ length: 12 }, (_, index) => ({
    sku: `SKU-${index + 1}`,
    ...(index % 3 === 0 && { strategy: BUY_BOX }),
    ...(index % 4 === 0 && { minimum_price: null }),
  })),
);

/** The sheet clears two fields and sets a cost of 0, and means it. */
const SYNC = ['sync', 'sheet.csv', '--max-clears', '2', '--allow', 'max_change,zero_cost'];

const SHEET = [
  'sku,cost,min,max,strategy,repricing',
  'SKU-1,6.10,9.00,,,',
  'SKU-2,,,20.50,Buy Box,',
  'SKU-3,6.30,,,,no',
  'SKU-4,,,,null,',
  'SKU-5,6.50,10.50,19.50,,',
  'SKU-6,,,null,,',
  'SKU-7,6.70,,,,off',
  'SKU-8,6.80,9.90,21.00,Buy Box,no',
  'SKU-9,0,,,,',
  'SKU-10,6.99,,,,yes',
  'SKU-11,,11.00,,,',
  'SKU-12,6.12,,,,',
  '',
].join('\n');

function valuesOf({ listings }: Catalogue): readonly unknown[] {
  return listings.map((listing) => [listing.sku, ...FIELDS.map((field) => listing[field])]);
}

function postsOf({ requests }: Sandbox): readonly string[] {
  return requests.filter(({ method }) => method === 'POST').map(wireOf);
}

async function onStage(options: Partial<SandboxOptions> = {}) {
  const env = { XDG_STATE_HOME: tempFolder() };
  const stage = await openStage([], undefined, { catalogue: ACCOUNT, env, ...options });
  stage.write(SHEET, 'sheet.csv');
  return stage;
}

/** The account after a run that nothing disturbs, and all that the run sends. */
async function undisturbed() {
  const { sandbox, cwd, run } = await onStage();
  const { code, stdout } = await run(...SYNC, '--out', 'run');
  expect(code, stdout).toBe(0);
  const { plan } = readRun(join(cwd, 'run'));
  return {
    end: valuesOf(sandbox.snapshot()),
    planned: new Set(plan.filter(({ status }) => status === 'planned').map(plannedWireOf)),
    requests: sandbox.requests.length,
  };
}

type Undisturbed = Awaited<ReturnType<typeof undisturbed>>;

function expectOnlyPlanned(sandbox: Sandbox, { planned }: Undisturbed): void {
  for (const post of postsOf(sandbox)) expect([...planned]).toContain(post);
}

function losing(skus: readonly string[], when: 'before' | 'after', times = 1): readonly FaultRule[] {
  return skus.map((sku) => ({ match: { method: 'POST', sku }, times, when, reset: true }));
}

describe('If it says updated, it is updated.', () => {
  const POST = { method: 'POST' };
  const CLEARED = { method: 'POST', query: { maximum_price: true } };
  const AS_IT_WAS = { status: 200, body: ACCOUNT.listings[7] };

  it.each<readonly [string, readonly FaultRule[]]>([
    ['answers that are lost once the update has taken effect', losing(['SKU-2', 'SKU-5', 'SKU-8'], 'after')],
    ['updates that are lost on their way', losing(['SKU-1', 'SKU-6', 'SKU-7'], 'before')],
    ['answers that are lost for good', losing(['SKU-3', 'SKU-4'], 'after', 9)],
    ['a service that keeps a value and says so', [{ match: POST, skip: 2, times: 3, hold: { cost: 601 } }]],
    ['a service that takes no clear for one', [{ match: CLEARED, ignore: ['maximum_price'] }]],
    [
      'somebody who changes the listing meanwhile',
      [{ match: POST, when: 'before', skip: 1, times: 4, change: { set: { cost: 777 } } }],
    ],
    ['an answer about the listing as it was', [{ match: { ...POST, sku: 'SKU-8' }, answer: AS_IT_WAS }]],
  ])('%s', async (_name, rules) => {
    promised('If it says updated, it is updated.');
    const { sandbox, cwd, run } = await onStage({ faults: { rules } });
    await run(...SYNC, '--out', 'run', 'PRICESHEET_MAX_FAILURES=100%', 'PRICESHEET_RETRIES=1');
    const { plan, results } = readRun(join(cwd, 'run'));
    const updated = plan.filter(({ n }) => results[n]?.['status'] === 'updated');
    expect(updated.length).toBeGreaterThan(0);
    for (const { listing_id, changes } of updated) {
      const listing = sandbox.snapshot().listings.find(({ id }) => id === listing_id);
      for (const [field, [, after]] of Object.entries(changes))
        expect(listing?.[field as keyof Listing], `${listing?.sku} ${field}`).toEqual(after);
    }
  });
});

const AGAIN =
  'Kill it, fill the disk, pull the network: run it again and it ends in the same state, with nothing sent that was not in the plan.';

/** What a full disk does is among the crash points: `test/crash-points/`. */
describe(AGAIN, () => {
  it('killed at any of its requests', { timeout: MANY_RUNS_MS }, async () => {
    promised(AGAIN);
    const whole = await undisturbed();
    for (let last = 1; last <= whole.requests; last += stride(3)) {
      let requests = 0;
      const stage = await onStage({
        onRequest: () => {
          if (++requests === last) running.kill('SIGKILL');
        },
      });
      const running = startProgram([...SYNC, '--out', 'killed', 'PRICESHEET_CONCURRENCY=3'], stage.place);
      await running.ended;
      const { code, stdout } = await stage.run(...SYNC, '--out', 'again');
      expect(code, stdout).toBe(0);
      expect(valuesOf(stage.sandbox.snapshot()), `killed at request ${last}`).toEqual(whole.end);
      expectOnlyPlanned(stage.sandbox, whole);
    }
  });

  it('with a network that goes at any of its requests', { timeout: MANY_RUNS_MS }, async () => {
    const whole = await undisturbed();
    for (let last = 1; last <= whole.requests; last += stride(4)) {
      let requests = 0;
      const stage = await onStage({
        onRequest: () => {
          if (++requests === last) void stage.sandbox.close();
        },
      });
      await stage.run(...SYNC, '--out', 'cut', 'PRICESHEET_RETRIES=0', 'PRICESHEET_CONCURRENCY=3');
      await stage.sandbox.close();
      const back = await startSandbox({
        catalogue: stage.sandbox.snapshot(),
        port: Number(new URL(stage.sandbox.url).port),
      });
      onTestFinished(() => back.close());
      const { code, stdout } = await stage.run(...SYNC, '--out', 'again');
      expect(code, stdout).toBe(0);
      expect(valuesOf(back.snapshot()), `cut at request ${last}`).toEqual(whole.end);
      for (const sandbox of [stage.sandbox, back]) expectOnlyPlanned(sandbox, whole);
      await back.close();
    }
  });
});

describe('A blank cell changes nothing.', () => {
  const COLUMNS = ['cost', 'minimum_price', 'maximum_price', 'strategy', 'repricing', 'manual_price'];
  const CELLS = ['6.10', '10.10', '20.10', 'Buy Box', 'no', '15.00'];

  it.each([...COLUMNS.entries()])(
    'beside column %i, %s, in whatever way it is blank',
    async (index, column) => {
      promised('A blank cell changes nothing.');
      for (const blank of ['', ' ', '""', '"  "']) {
        const cells = CELLS.map((cell, at) => (at === index ? cell : blank));
        const sheet = `sku,${COLUMNS.join(',')}\nA,${cells.join(',')}\n`;
        const { sandbox, run } = await openStage([{ sku: 'A', manual_price: 1400 }], sheet);
        const [was] = sandbox.snapshot().listings;
        const { code, stdout } = await run('sync', 'costs.csv');
        expect(code, stdout).toBe(0);
        const [post, ...others] = sandbox.requests.filter(({ method }) => method === 'POST');
        expect(others).toEqual([]);
        expect(post?.query.map(([name]) => name).filter((name) => name !== 'currency')).toEqual([column]);
        const [is] = sandbox.snapshot().listings;
        for (const field of FIELDS.filter((field) => field !== column))
          expect(is?.[field]).toBe(was?.[field]);
      }
    },
  );
});

const UNDO = 'Every change can be undone from a file that was on disk before the change was sent.';

describe(UNDO, () => {
  it('killed among its updates, with nothing left but that file and the journal', async () => {
    promised(UNDO);
    const before = valuesOf(ACCOUNT);
    const plans = new Set<string>();
    let posts = 0;
    const planNow = () => {
      const plan = join(stage.cwd, 'run', 'plan.ndjson');
      return existsSync(plan) ? readFileSync(plan, 'utf8') : '';
    };
    const stage = await onStage({
      onRequest: ({ method }) => {
        if (method !== 'POST') return;
        plans.add(planNow());
        if (++posts === 5) running.kill('SIGKILL');
      },
    });
    const running = startProgram([...SYNC, '--out', 'run', 'PRICESHEET_CONCURRENCY=3'], stage.place);
    await running.ended;
    expect([...plans]).toEqual([planNow()]);
    expect(JSON.parse(planNow().trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ kind: 'end' });
    expect(valuesOf(stage.sandbox.snapshot())).not.toEqual(before);
    const { code, stdout } = await stage.run('undo', 'run', '--out', 'undone');
    // What the run did not note may still arrive, for all that the undo knows.
    expect(code, stdout).toBe(3);
    const { results } = readRun(join(stage.cwd, 'undone'));
    const words = new Set(results.map(({ status, reason }) => `${status} ${reason}`));
    expect(words).toEqual(new Set(['updated ', 'unconfirmed may_arrive']));
    expect(valuesOf(stage.sandbox.snapshot())).toEqual(before);
  });
});
