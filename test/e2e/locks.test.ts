import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemProbes } from '../../src/run/lock/system-probes.ts';
import type { FaultRule } from '../../src/sandbox/faults.ts';
import { writeLock } from '../run/lock-support.ts';
import { gate, holdRequests } from '../support/gate.ts';
import { openStage } from '../support/open-stage.ts';
import { reasonIn } from '../support/reason-in.ts';
import { tempFolder } from '../support/temp-folder.ts';

const SHEET = 'sku,cost\nSKU-1,6.50\nSKU-2,6.60\n';

/** A run that is under way: one request was answered, the next one is held, or that of a rule. */
async function underWay(state = tempFolder(), rule: FaultRule = { skip: 1 }) {
  let requests = 0;
  const first = gate();
  const { wait, held, letGo } = holdRequests();
  const stage = await openStage([{}, {}], SHEET, {
    env: { XDG_STATE_HOME: state },
    faults: { rules: [{ times: 1, delayMs: 1, ...rule }] },
    wait,
    onRequest: () => {
      requests++;
      first.open();
    },
  });
  const running = stage.start('sync', 'costs.csv', '--out', 'first', 'PRICESHEET_CONCURRENCY=1');
  await first.opened;
  return { ...stage, running, held, letGo, requests: () => requests };
}

describe('two runs on one account', () => {
  it.each([
    ['sync', ['sync', 'costs.csv', '--out', 'second']],
    ['undo', ['undo', 'first', '--out', 'second']],
  ])('refuses %s with exit code 7: no request, no folder, and in words what to do', async (_name, argv) => {
    const { run, requests, cwd } = await underWay();
    const { code, stdout, stderr } = await run(...argv);
    expect([code, stdout]).toEqual([7, '']);
    expect(reasonIn(stderr)).toMatch(
      /^Cannot begin: another run on this account holds the lock: sync "costs\.csv", process \d+ on ".+", since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, run folder ".+first"\. Wait until it is done, or set "wait-lock" in pricesheet\.json to the seconds to wait for it$/,
    );
    expect(requests()).toBe(1);
    expect(readdirSync(cwd).sort()).toEqual(['costs.csv', 'first']);
  });

  it.each([
    ['diff', ['diff', 'costs.csv']],
    ['a dry run', ['sync', 'costs.csv', '--dry-run']],
  ])('lets %s go beside, which changes nothing', async (_name, argv) => {
    const { run } = await underWay();
    expect((await run(...argv)).code).toBe(0);
  });

  it('calls neither killed where no lock can be kept, and takes back one after the other', async () => {
    const { run, running, held, letGo, costs } = await underWay('/dev/null', { match: { method: 'POST' } });
    await held;
    expect((await run('sync', 'costs.csv', '--out', 'second')).code).toBe(0);
    letGo();
    expect((await running.ended).code).toBe(0);
    const { runs } = JSON.parse((await run('history', '--json')).stdout);
    expect(runs.map(({ verdict }: { readonly verdict: string }) => verdict)).toEqual(['ok', 'ok']);
    const { code, stderr } = await run('undo', '--since', '1h');
    expect([code, stderr]).toEqual([2, expect.stringContaining('began before the one before it had ended')]);
    for (const each of ['second', 'first']) expect((await run('undo', each)).code).toBe(0);
    expect(costs()).toEqual([600, 600]);
  });
});

/** A process that takes the lock once it may begin, and is alone for a moment. It says whether it took over. */
const RACER = `
  import * as disk from 'node:fs';
  import { rmSync, writeFileSync } from 'node:fs';
  const [path, inside, dies, lockFile, systemProbes] = process.argv.slice(1);
  const { tryLock, releaseLock } = await import(lockFile);
  const probes = (await import(systemProbes)).systemProbes();
  const holder = { version: 1, ...probes.self, since: new Date().toISOString(), command: 'sync', subject: 'x' };
  const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  process.stdout.write('ready\\n');
  await new Promise((go) => process.stdin.once('end', go).resume());
  for (;;) {
    const tools = { holder, probes, now: Date.now(), disk };
    const attempt = tryLock(path, tools);
    if (attempt.kind === 'held') { pause(1); continue; }
    writeFileSync(inside, String(process.pid), { flag: 'wx' });
    pause(3);
    rmSync(inside);
    process.stdout.write(attempt.tookOver ? 'took over\\n' : 'took\\n');
    if (dies !== 'dies') releaseLock(attempt.lock, tools);
    break;
  }
`;

const DIST = resolve(import.meta.dirname, '../../dist/run/lock');
const MODULES = ['with-lock.js', 'system-probes.js'].map((name) => pathToFileURL(join(DIST, name)).href);

function startRacer(path: string, inside: string, end: 'dies' | 'releases') {
  const argv = ['--input-type=module', '-e', RACER, path, inside, end, ...MODULES];
  const child = spawn(process.execPath, argv, { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  let onReady = (): void => {};
  const ready = new Promise<void>((done) => {
    onReady = done;
  });
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    onReady();
  });
  const ended = new Promise<{ readonly code: number | null; readonly said: string }>((done) =>
    child.on('close', (code) => done({ code, said: said.replace('ready\n', '').trim() })),
  );
  return { ready, go: () => child.stdin.end(), ended };
}

/** The number of a process that is gone. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

describe('twenty processes that find one stale lock', () => {
  it.each([
    ['releases', 1],
    ['dies', 20],
  ] as const)('get it one at a time where each %s: %i take-overs', async (end, takeOvers) => {
    const folder = tempFolder();
    const path = join(folder, 'abc.lock');
    writeLock(path, { ...systemProbes().self, pid: deadPid() });
    const racers = Array.from({ length: 20 }, () => startRacer(path, join(folder, 'inside'), end));
    await Promise.all(racers.map(({ ready }) => ready));
    for (const { go } of racers) go();
    const ends = await Promise.all(racers.map(({ ended }) => ended));
    expect(ends.map(({ code }) => code)).toEqual(racers.map(() => 0));
    expect(ends.filter(({ said }) => said === 'took over')).toHaveLength(takeOvers);
    expect(ends.filter(({ said }) => said === 'took')).toHaveLength(20 - takeOvers);
    expect(readdirSync(folder)).toEqual(end === 'dies' ? ['abc.lock'] : []);
    if (end === 'dies') expect(readFileSync(path, 'utf8')).toContain('"command":"sync"');
  });
});
