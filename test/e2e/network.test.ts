import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FaultRule, Faults } from '../../src/sandbox/faults.ts';
import { readOnlyRun } from '../support/read-run.ts';
import { runProgram } from '../support/run-program.ts';
import { envOf } from '../support/sandbox-env.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, testSandbox } from '../support/test-sandbox.ts';

const SKUS = Array.from({ length: 60 }, (_, index) => `SKU-${index + 1}`);
const SHEET = `sku,cost\n${SKUS.map((sku) => `${sku},6.50`).join('\n')}\n`;
/** A lookup and an update for each. */
const NEEDED = SKUS.length * 2;

async function runAgainst(faults: Faults, argv: readonly string[] = []) {
  const sandbox = await testSandbox({ catalogue: anAccount(SKUS.map((sku) => ({ sku }))), faults });
  const cwd = tempFolder();
  writeFileSync(join(cwd, 'costs.csv'), SHEET);
  const ended = await runProgram(['sync', 'costs.csv', ...argv], { cwd, env: envOf(sandbox) });
  return { ...ended, run: readOnlyRun(cwd), sandbox };
}

/** Answers that ask for no pause, so that the test has none. */
const busy = (status: number): FaultRule => ({ answer: { status, headers: { 'retry-after': '0' } } });

describe('a service that is down', () => {
  const faults: readonly (readonly [string, FaultRule, ...string[]])[] = [
    ['answers 503', busy(503)],
    ['answers 429', busy(429)],
    ['resets connections', { reset: true }, '--retries', '3'],
    ['resets connections when it is done', { reset: true, when: 'after' }, '--retries', '3'],
    ['answers nothing', { delayMs: 60_000 }, '--timeout', '0.2', '--retries', '3'],
    ['answers nonsense', { answer: { status: 200, body: 'hello' } }, '--retries', '3'],
  ];
  const moments: readonly (readonly [string, FaultRule])[] = [
    ['from the start', {}],
    ['from the middle of the lookups', { skip: 30 }],
    ['from the middle of the sending', { skip: 85 }],
    ['for updates, from the middle of the sending', { skip: 25, match: { method: 'POST' } }],
  ];
  const cases = faults.flatMap(([what, fault, ...argv]) =>
    moments.map(([when, moment]) => [what, when, { ...fault, ...moment }, argv] as const),
  );

  it.each(cases)('that %s %s is let go after few requests', async (_what, _when, rule, argv) => {
    const { code, stdout, run, sandbox } = await runAgainst({ rules: [rule] }, argv);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /Cannot go on: 2\d retries in a row went without success; the last: (GET|POST) \//,
    );
    expect(stdout).toContain('Run again later');
    const { reads, writes } = run.summary.requests;
    expect(reads + writes).toBeLessThanOrEqual(NEEDED * 1.1 + 20);
    expect(sandbox.requests.length).toBeLessThanOrEqual(reads + writes);
    expect(run.results.map(({ sku }) => sku)).toEqual(SKUS);
    expect(run.summary.stopped?.code).toBe('service');
    const posts = sandbox.requests.filter(({ method }) => method === 'POST');
    const unsent = run.results.filter(({ status }) => status === 'skipped');
    const unsaid = unsent.map(({ listing_id }) => `/listings/${listing_id}`);
    for (const { path } of posts) expect(unsaid).not.toContain(path);
    // What may have been applied is never said not to have been.
    const applied = sandbox.snapshot().listings.filter(({ cost }) => cost === 650);
    const touched = run.results.filter(({ status }) => ['updated', 'unconfirmed'].includes(status ?? ''));
    const names = touched.map(({ sku }) => sku);
    for (const { sku } of applied) expect(names).toContain(sku);
  });

  it.each([0.1, 0.3])('but for a share of %f of its answers is worked through', async (share) => {
    const { run, stdout } = await runAgainst({ errors: { before: share }, resets: { before: share / 10 } });
    expect(run.summary.stopped, stdout).toBeNull();
    expect(run.summary.counts.by_status['updated']).toBeGreaterThan(SKUS.length - 3);
    expect(run.summary.requests.retries).toBeGreaterThan(5);
  });

  it('but only busy, and says no more than that, is asked more slowly', async () => {
    const { code, sandbox, run } = await runAgainst({ rateLimit: { perSecond: 10, retryAfter: false } }, [
      '--rate',
      '50',
    ]);
    expect([code, run.summary.counts.by_status['updated']]).toEqual([0, SKUS.length]);
    expect(sandbox.requests.length).toBeLessThanOrEqual(NEEDED * 1.25);
  });
});
