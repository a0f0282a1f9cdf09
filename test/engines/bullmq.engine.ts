import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { Queue, QueueEvents } from 'bullmq';
import { parse } from 'csv-parse/sync';
import { describe, expect, it, onTestFinished } from 'vitest';
import { groupBy } from '../../src/domain/lists.ts';
import { history } from '../../src/index.ts';
import type { Sandbox } from '../../src/sandbox/start-sandbox.ts';
import { listen } from '../service/support.ts';
import { holdRequests } from '../support/gate.ts';
import { installPacked } from '../support/npm.ts';
import { ROOT } from '../support/pages.ts';
import { type Running, startProgram } from '../support/run-program.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, testSandbox } from '../support/test-sandbox.ts';

const NAMES = Array.from({ length: 50 }, (_, at) => `shop-${String(at + 1).padStart(2, '0')}`);
const KILLED = 'shop-07';
const INCOMPLETE = 'shop-10';
const REFUSED = 'shop-21';
const DOWN = 'shop-25';
const CANCELLED = 'shop-30';
const STOPPED = 'shop-35';
const STALLED = 'shop-42';

/** The listings that the sheet changes, and those that it leaves. */
const CHANGED = ['SKU-1', 'SKU-2', 'SKU-3', 'SKU-4'];
const OTHERS = Array.from({ length: 16 }, (_, at) => `SKU-${at + 5}`);

/** The second update is held. */
const HELD = { rules: [{ match: { method: 'POST' }, skip: 1, times: 1, delayMs: 1 }] } as const;

async function openAccounts() {
  const folder = tempFolder();
  const services = new Map<string, Sandbox>();
  const holds = new Map<string, ReturnType<typeof holdRequests>>();
  for (const name of NAMES) {
    const hold = [KILLED, CANCELLED, STOPPED, STALLED].includes(name) ? holdRequests() : undefined;
    if (hold) holds.set(name, hold);
    const catalogue = anAccount([...CHANGED, ...OTHERS].map((sku) => ({ sku })));
    const service = await testSandbox({
      catalogue,
      apiKey: `key-of-${name}`,
      ...(hold && { faults: HELD, wait: hold.wait }),
    });
    if (name === DOWN) await service.close();
    services.set(name, service);
    writeAccount(join(folder, name), service, name);
  }
  const holdOf = (name: string) => {
    const hold = holds.get(name);
    if (!hold) throw new Error(`${name} is not held`);
    return hold;
  };
  return { folder, services, holdOf };
}

function writeAccount(folder: string, { url, apiKey }: Sandbox, name: string): void {
  mkdirSync(folder);
  const rows = [...CHANGED.map((sku) => [sku, '6.50']), ...OTHERS.map((sku) => [sku, '6.00'])];
  if (name === INCOMPLETE) rows.push(['SKU-21', '6.00']);
  writeFileSync(join(folder, 'costs.csv'), ['sku,cost', ...rows, ''].join('\n'));
  writeFileSync(join(folder, 'key'), name === REFUSED ? 'another' : apiKey, { mode: 0o600 });
  writeFileSync(join(folder, '.env'), `PRICESHEET_BASE_URL=${url}\nPRICESHEET_API_KEY_FILE=key\n`, {
    mode: 0o600,
  });
  writeFileSync(join(folder, 'pricesheet.json'), '{ "rate": 1000, "concurrency": 1, "retries": 0 }');
}

/** Done once that many jobs have ended. */
function ending(queue: Queue, events: QueueEvents, count: number): Promise<void> {
  return new Promise((done, fail) => {
    const look = () =>
      queue.getJobCounts('completed', 'failed').then(({ completed = 0, failed = 0 }) => {
        if (completed + failed === count) done();
      }, fail);
    events.on('completed', look).on('failed', look);
    look();
  });
}

/** What a service took: the SKU of each update, in the order in which they came. */
function updatesOf({ requests }: Sandbox): readonly (string | undefined)[] {
  return requests.filter(({ method }) => method === 'POST').map(({ sku }) => sku);
}

interface Line {
  readonly account: string;
  readonly state: string;
  readonly runs: string;
  readonly exit_code: string;
  readonly updated: string;
  readonly what: string;
}

describe('the example for BullMQ', () => {
  it('takes fifty accounts through a night, sends each update once, and accounts for each run', async () => {
    const { folder, services, holdOf } = await openAccounts();
    const url = await startRedis();
    const start = openProject({
      ACCOUNTS: folder,
      REDIS_URL: url,
      LOCK_SECONDS: '3',
      BACKOFF_SECONDS: '0.5',
      WAIT_LOCK_SECONDS: '0',
    });
    const queue = new Queue('nightly-prices', { connection: { url } });
    const events = new QueueEvents('nightly-prices', { connection: { url } });
    onTestFinished(async () => {
      await events.close();
      await queue.close();
    });
    await events.waitUntilReady();

    expect((await start('schedule').ended).stdout).toBe('50 accounts each night, 0 no more\n');
    const tonight = new Map((await queue.getDelayed()).map((job) => [job.name, job]));
    expect([...tonight.keys()].sort()).toEqual(NAMES);
    const isDue = async (...names: readonly string[]) => {
      for (const name of names) await tonight.get(name)?.promote();
    };

    const killed = start('worker');
    await isDue(...NAMES.slice(0, 20));
    await holdOf(KILLED).held;
    killed.kill('SIGKILL');
    await killed.ended;
    holdOf(KILLED).letGo();

    const stopped = start('worker');
    await isDue(...NAMES.slice(20, 40));
    await holdOf(CANCELLED).held;
    expect((await start('cancel', [CANCELLED]).ended).stdout).toBe('1 cancelled\n');
    await stopped.said(`${CANCELLED}: cancelled`);
    holdOf(CANCELLED).letGo();
    await stopped.said(`${CANCELLED}: 130`);
    await holdOf(STOPPED).held;
    stopped.kill('SIGTERM');
    await stopped.said('Stopping');
    holdOf(STOPPED).letGo();
    expect((await stopped.ended).code).toBe(0);

    const stalled = start('worker');
    await isDue(...NAMES.slice(40));
    await holdOf(STALLED).held;
    stalled.kill('SIGSTOP');
    const last = start('worker');
    await last.said(`${STALLED}: 7`);
    stalled.kill('SIGCONT');
    holdOf(STALLED).letGo();
    await ending(queue, events, 50);

    // By hand: the rest of what was cancelled, and an account whose next attempt nobody wants to wait for.
    await start('now', [CANCELLED]).ended;
    await ending(queue, events, 51);
    const delayed = new Promise((done) => events.once('delayed', done));
    await start('now', [DOWN], { BACKOFF_SECONDS: '600' }).ended;
    await delayed;
    expect((await start('cancel', [DOWN]).ended).stdout).toBe('1 cancelled\n');
    expect((await start('cancel', [DOWN]).ended).stdout).toBe('0 cancelled\n');
    for (const worker of [stalled, last]) {
      worker.kill('SIGTERM');
      expect((await worker.ended).code).toBe(0);
    }

    const sent = Object.fromEntries([...services].map(([name, service]) => [name, updatesOf(service)]));
    const nothing = { [REFUSED]: [], [DOWN]: [] };
    expect(sent).toEqual({ ...Object.fromEntries(NAMES.map((name) => [name, CHANGED])), ...nothing });

    const workers = [killed, stopped, stalled, last];
    const ended = await Promise.all(workers.map((worker) => worker.ended));
    const output = ended.map(({ stdout, stderr }) => stdout + stderr).join('');
    const { stdout } = await start('results', ['csv']).ended;
    const table = groupBy<Line, string>(parse(stdout, { columns: true }), ({ account }) => account);
    const lines = (name: string) =>
      table
        .get(name)
        ?.map(({ state, exit_code, updated, what }) => `${state} ${exit_code} ${updated} ${what}`);
    const done = [/^completed 0 4 /];
    const expected = new Map([
      [INCOMPLETE, [/^completed 3 4 /]],
      [REFUSED, [/^failed 5 0 .*401/]],
      [DOWN, [/^failed 1 0 .*no connection/]],
      [CANCELLED, [/^failed 130 2 Cancelled$/, /^completed 0 2 /]],
    ]);
    const codes = new Map<string, readonly (number | null)[]>();
    for (const name of NAMES) {
      const { runs, unfinished } = await history({ cwd: join(folder, name) });
      const recorded = runs.map(({ exit_code }) => exit_code);
      codes.set(name, recorded);
      expect.soft([name, unfinished]).toEqual([name, []]);
      // The answer to its last update was lost with a worker that was killed.
      const lost = recorded.includes(null) ? [/^completed 0 [34] /] : undefined;
      const wanted = expected.get(name) ?? lost ?? done;
      expect.soft([name, lines(name)]).toEqual([name, wanted.map((line) => expect.stringMatching(line))]);
      // Each run that ended said so, and the history has it. One that found the account locked did nothing.
      const didRun = (code: number | null) => code !== null && code !== 7;
      const said = [...output.matchAll(new RegExp(`^${name}: (\\d+),`, 'gm'))].map(([, code]) =>
        Number(code),
      );
      expect.soft([name, recorded.filter(didRun).sort()]).toEqual([name, said.filter(didRun).sort()]);
    }
    expect(codes.get(KILLED)?.[0]).toBe(null);
    expect(codes.get(REFUSED)).toEqual([5]);
    const attempts = (await queue.getFailed()).map(({ name, attemptsMade }) => [name, attemptsMade]);
    expect(Object.fromEntries(attempts)).toEqual({ [DOWN]: 5, [CANCELLED]: 1, [REFUSED]: 1 });
    expect(codes.get(STOPPED)).toContain(130);
    expect(await queue.getDelayedCount()).toBe(50);
  }, 300_000);
});

/** Starts one of the programs of the example: `worker`. */
type Start = (name: string, argv?: readonly string[], env?: Readonly<Record<string, string>>) => Running;

/** The example as somebody else's project: copied, with its packages and ours as packed, and compiled. */
function openProject(env: Readonly<Record<string, string>>): Start {
  const folder = tempFolder();
  cpSync(join(ROOT, 'docs/examples/bullmq'), folder, { recursive: true });
  const packages = join(folder, 'node_modules');
  mkdirSync(join(packages, '@types'), { recursive: true });
  for (const name of ['bullmq', 'ioredis', '@types/node', 'undici-types'])
    symlinkSync(join(ROOT, 'node_modules', name), join(packages, name));
  installPacked(folder);
  execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc')], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const place = { XDG_STATE_HOME: tempFolder(), ...env };
  return (name, argv = [], more = {}) =>
    startProgram([join(folder, 'dist', `${name}.js`), ...argv], {
      cwd: folder,
      env: { ...place, ...more },
      command: process.execPath,
    });
}

/** A server for one test, on a free port of this machine, that keeps nothing. Resolves with its address. */
async function startRedis(): Promise<string> {
  const probe = createServer();
  const port = await listen(probe);
  await new Promise((done) => probe.close(done));
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server = startProgram(options, { cwd: tempFolder(), command: 'redis-server' });
  await server.said('Ready to accept connections');
  return `redis://127.0.0.1:${port}`;
}
