import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import type { Summary } from '../../src/index.ts';
import type { Sandbox } from '../../src/sandbox/start-sandbox.ts';
import { ROOT } from '../support/pages.ts';
import { collectOutput } from '../support/run-program.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, testSandbox } from '../support/test-sandbox.ts';

const ACCOUNTS = 50;
const ROWS = 30;
const [STOPPED, REFUSED, DOWN] = [7, 21, 33];
const SKUS = Array.from({ length: ROWS }, (_, n) => `SKU-${n}`);
const SHEET = `sku,cost\n${SKUS.map((sku) => `${sku},6.50`).join('\n')}\n`;

/** A worker that has all accounts on its hands at once, and one signal for all but the one that is stopped. */
const WORKER = `
const { sync } = await import(process.argv[2]);
const warnings = [];
process.on('warning', ({ name, message }) => warnings.push(name + ': ' + message));
const state = () => JSON.stringify([process.cwd(), process.exitCode ?? null, process.umask(), process.env,
  process.eventNames().map((name) => [name, process.listenerCount(name)])]);
const before = state();
const all = new AbortController();
const ended = await Promise.allSettled(JSON.parse(process.argv[3]).map(({ stopAt, ...options }) => {
  const own = new AbortController();
  let updated = 0;
  const onEvent = (event) => {
    if (event.event === 'outcome' && event.status === 'updated' && ++updated === stopAt) own.abort();
  };
  return sync('costs.csv', { ...options, onEvent, signal: stopAt === undefined ? all.signal : own.signal });
}));
const results = ended.map(({ value, reason }) => value ?? { error: String(reason) });
process.stdout.write(JSON.stringify({ results, warnings, isSame: state() === before }));
`;

function postsOf({ requests }: Sandbox): readonly string[] {
  return requests.flatMap(({ method, path }) => (method === 'POST' ? [path] : []));
}

it('syncs fifty accounts at once in one process, each as if it were alone, and leaves the process as it was', async () => {
  const [folder, home, elsewhere] = [tempFolder(), tempFolder(), tempFolder()];
  const sandboxes: Sandbox[] = [];
  const accounts = [];
  for (let n = 0; n < ACCOUNTS; n++) {
    const sandbox = await testSandbox({ catalogue: anAccount(SKUS.map((sku) => ({ sku }))) });
    sandboxes.push(sandbox);
    const cwd = join(folder, `shop-${n}`);
    mkdirSync(cwd);
    writeFileSync(join(cwd, 'costs.csv'), SHEET);
    const apiKey = n === REFUSED ? 'another-key' : sandbox.apiKey;
    const account = { cwd, baseUrl: sandbox.url, apiKey, currency: 'usd', rate: 1000, retries: 0 };
    accounts.push({ ...account, stopAt: n === STOPPED ? 3 : undefined, concurrency: n === STOPPED ? 1 : 2 });
  }
  await sandboxes[DOWN]?.close();
  const library = pathToFileURL(join(ROOT, 'dist/index.mjs')).href;
  const script = join(home, 'worker.mjs');
  writeFileSync(script, WORKER);
  const env = { HOME: home, XDG_STATE_HOME: join(home, 'state'), TMPDIR: elsewhere };
  const worker = spawn(process.execPath, [script, library, JSON.stringify(accounts)], {
    cwd: elsewhere,
    env,
  });
  // It ends once nothing is open any more: nothing ends it.
  const { code, stdout, stderr } = await collectOutput(worker);
  expect([code, stderr]).toEqual([0, '']);
  const { results, ...left } = JSON.parse(stdout) as { readonly results: readonly Summary[] };
  expect(left).toEqual({ warnings: [], isSame: true });

  const codes = results.map(({ exit_code }) => exit_code);
  const expected = new Map([
    [STOPPED, 130],
    [REFUSED, 5],
    [DOWN, 1],
  ]);
  expect(codes).toEqual(codes.map((_, n) => expected.get(n) ?? 0));
  for (const [n, { folder: run, counts }] of results.entries()) {
    const posts = postsOf(sandboxes[n] as Sandbox);
    expect(new Set(posts).size).toBe(posts.length);
    expect(posts).toHaveLength(counts.by_status.updated);
    if (!expected.has(n)) expect(posts).toHaveLength(ROWS);
    expect(run.startsWith(join(folder, `shop-${n}`, 'runs'))).toBe(true);
    expect(readFileSync(join(run, 'results.csv'), 'utf8').trimEnd().split('\n')).toHaveLength(ROWS + 1);
    expect(readdirSync(join(folder, `shop-${n}`)).sort()).toEqual(['costs.csv', 'runs']);
  }
  expect(results[STOPPED]?.counts.by_status.updated).toBeLessThan(ROWS);
  expect(readdirSync(elsewhere)).toEqual([]);
  expect(readdirSync(home).sort()).toEqual(['state', 'worker.mjs']);
}, 120_000);
