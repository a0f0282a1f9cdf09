import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemProbes } from '../../src/run/lock/system-probes.ts';
import type { FaultRule } from '../../src/sandbox/faults.ts';
import { writeLock } from '../run/lock-support.ts';
import { holdRequests, interrupt, WAITING, whenThere } from '../support/gate.ts';
import { namedPipe } from '../support/named-pipe.ts';
import { openStage } from '../support/open-stage.ts';
import { readRun } from '../support/read-run.ts';
import { reasonIn } from '../support/reason-in.ts';
import { PROGRAM, type Running, startProgram } from '../support/run-program.ts';
import { HAS_TERMINAL, startShellLine, toShellLine } from '../support/start-at-terminal.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { envOf } from '../support/test-sandbox.ts';

const SIGNALS = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const;

const SKUS = Array.from({ length: 12 }, (_, index) => `SKU-${index + 1}`);
const SHEET = `sku,cost\n${SKUS.map((sku) => `${sku},6.50`).join('\n')}\n`;

interface Scene {
  /** Faults; a request that has to wait is held until the test releases it. */
  readonly rules?: readonly FaultRule[];
  readonly skus?: readonly string[];
}

async function onStage({ rules = [], skus = SKUS }: Scene = {}) {
  const { wait, held, letGo } = holdRequests();
  const state = tempFolder();
  const stage = await openStage(
    skus.map((sku) => ({ sku })),
    SHEET,
    { env: { XDG_STATE_HOME: state }, faults: { rules }, wait },
  );
  const { place } = stage;
  return {
    ...stage,
    locks: join(state, 'pricesheet', 'locks'),
    held,
    letGo,
    startUnder: (script: string, ...argv: readonly string[]) =>
      startProgram(['-c', script, 'sh', process.execPath, PROGRAM, ...argv], { ...place, command: 'sh' }),
    startReading: (...argv: readonly string[]) => startProgram(argv, { ...place, stdin: 'open' }),
  };
}

type Stage = Awaited<ReturnType<typeof onStage>>;

/** Words of the command that a screen names after these words, as a shell would give them to the program. */
function commandAfter(words: string, screen: string): readonly string[] {
  const [, line = ''] = new RegExp(`${words}: pricesheet (.+)`).exec(screen) ?? [];
  return line.split(' ');
}

/** Runs what the screen names for the rest, and expects that all is done then, each update once. */
async function expectGoesOn(stage: Stage, words: string, screen: string): Promise<void> {
  const ended = await stage.run(...commandAfter(words, screen));
  expect(ended.code, ended.stdout + ended.stderr).toBe(0);
  expect(new Set(stage.costs())).toEqual(new Set([650]));
}

/** A request held back, for as long as the test wants it. */
const HELD = { times: 1, delayMs: 1 };

/** Starts a run that sends one request after the other. */
function startSync(stage: Stage, ...flags: readonly string[]): Running {
  return stage.start('sync', 'costs.csv', 'PRICESHEET_CONCURRENCY=1', '--out', 'run', ...flags);
}

const FIVE_SENT = SKUS.map((_, index) => (index < 5 ? 'updated' : 'skipped'));
const REST = 'send the rest of this plan';
const AGAIN = 'run it again';

describe.skipIf(process.platform === 'win32')('the first signal', () => {
  it.each(SIGNALS)('%s while the sheet comes slowly: leaves nothing, exit code %i', async (signal, code) => {
    for (const flags of [[], ['--quiet'], ['--json']]) {
      const stage = await onStage();
      const running = stage.startReading('sync', '-', ...flags);
      await running.write('sku,cost\n'.padEnd(500_000, 'SKU-1,6.50\n'));
      running.kill(signal);
      const ended = await running.ended;
      expect(ended.code).toBe(code);
      expect(ended.stderr).toContain(`Interrupted by ${signal}`);
      expect(ended.stderr).toContain('Run it again to go on');
      if (flags.includes('--json'))
        expect(JSON.parse(ended.stdout)).toMatchObject({ exit_code: code, error: { code: 'interrupted' } });
      else expect(ended.stdout).toContain(`${signal}: stopping`);
      expect([stage.sandbox.requests, readdirSync(stage.locks)]).toEqual([[], []]);
      expect(readdirSync(stage.cwd)).toEqual(['costs.csv']);
    }
  });

  it.each(SIGNALS)('%s while another run is waited for: ends at once, exit code %i', async (signal, code) => {
    const stage = await onStage();
    await stage.run('diff', 'costs.csv', '--out', 'd');
    await stage.run('sync', 'costs.csv', '--out', 'other');
    const fingerprint = JSON.parse(readFileSync(join(stage.cwd, 'd', 'summary.json'), 'utf8')).account
      .key_fingerprint;
    writeLock(join(stage.locks, `${fingerprint}.lock`), systemProbes().self);
    const seen = stage.sandbox.requests.length;
    for (const argv of [
      ['sync', 'costs.csv'],
      ['apply', 'd'],
      ['undo', 'other'],
    ]) {
      const running = stage.start(...argv, 'PRICESHEET_WAIT_LOCK=600');
      await running.said('Waiting for another run');
      running.kill(signal);
      const ended = await running.ended;
      expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining('Run it again to go on')]);
    }
    expect(stage.sandbox.requests).toHaveLength(seen);
    expect(readdirSync(stage.cwd).sort()).toEqual(['costs.csv', 'd', 'other', 'runs']);
    expect(readdirSync(stage.locks)).toHaveLength(1);
  });

  it.each([...SIGNALS.map((signal) => [...signal, 'sku', 3] as const), ['SIGTERM', 143, 'scan', 0] as const])(
    '%s during the looking up: waits for the request on its way, exit code %i (%s)',
    async (signal, code, mode, skip) => {
      const stage = await onStage({ rules: [{ match: { method: 'GET' }, skip, ...HELD }] });
      const running = startSync(stage, '--resolve', mode);
      const { code: ended, stdout } = await interrupt(running, stage, signal);
      expect([ended, stage.sandbox.requests.length]).toEqual([code, skip + 1]);
      const { summary } = stage.readRun('run');
      expect(stage.inShort('run')).toEqual(SKUS.map((sku) => `${sku} skipped interrupted`));
      expect(summary).toMatchObject({ exit_code: code, stopped: { code: 'interrupted', apply: null } });
      expect(stdout).not.toContain('pricesheet apply');
      expect((await stage.run('apply', 'run')).code).toBe(2);
      await expectGoesOn(stage, AGAIN, stdout);
    },
  );

  it.each<readonly [string, readonly string[]]>([
    ['sync', ['sync', 'costs.csv']],
    ['apply', ['apply', 'd']],
    ['undo', ['undo', 'undone']],
  ])('during the sending of %s: waits for an update, and both its commands go on', async (name, argv) => {
    for (const words of [REST, AGAIN]) {
      const before = name === 'undo' ? SKUS.length * 2 : 0;
      const stage = await onStage({ rules: [{ match: { method: 'POST' }, skip: before + 4, ...HELD }] });
      await stage.run('diff', 'costs.csv', '--out', 'd');
      if (name === 'undo') {
        await stage.run('sync', 'costs.csv', '--out', 'done');
        await stage.run('undo', 'done', '--out', 'undone');
      }
      const running = stage.start(...argv, 'PRICESHEET_CONCURRENCY=1', '--out', 'run');
      const { code, stdout } = await interrupt(running, stage, 'SIGHUP');
      expect([code, stage.sent().length - before]).toEqual([129, 5]);
      const { results, undo, summary } = stage.readRun('run');
      expect(results.map(({ status }) => status)).toEqual(FIVE_SENT);
      expect(undo).toHaveLength(5);
      expect(summary).toMatchObject({ stopped: { code: 'interrupted', apply: join(stage.cwd, 'run') } });
      expect(readdirSync(stage.locks)).toEqual([]);
      await expectGoesOn(stage, words, stdout);
      expect([...stage.sent().slice(before)].sort()).toEqual([...SKUS].sort());
    }
  });

  it('while a lost answer is read back: waits for the listing, and reports what it shows', async () => {
    const stage = await onStage({
      rules: [
        { match: { method: 'POST', sku: 'SKU-4' }, times: 1, when: 'after', reset: true },
        { match: { method: 'GET', sku: 'SKU-4' }, skip: 1, ...HELD },
      ],
    });
    const running = startSync(stage, '--resolve', 'sku');
    const { code, stdout } = await interrupt(running, stage, 'SIGINT');
    const { results } = stage.readRun('run');
    expect([code, results[3]?.['status'], results[4]?.['status']]).toEqual([130, 'updated', 'skipped']);
    await expectGoesOn(stage, REST, stdout);
    expect([...stage.sent()].sort()).toEqual([...SKUS].sort());
  });

  it('while the files of the end are written: they are all there and whole, and say how the run went', async () => {
    const again = Array.from({ length: 10_000 }, () => 'SKU-1,6.50\n').join('');
    const stage = await onStage();
    writeFileSync(join(stage.cwd, 'costs.csv'), SHEET + again);
    const begun = whenThere(join(stage.cwd, 'run'), 'results.csv.unfinished');
    const running = stage.start('sync', 'costs.csv', '--out', 'run');
    await begun;
    running.kill('SIGTERM');
    const { code } = await running.ended;
    const { results, summary, retry, undo } = stage.readRun('run');
    expect([0, 143]).toContain(code);
    expect(summary).toMatchObject({ exit_code: 0, stopped: null });
    expect([results.length, retry.length, undo.length]).toEqual([SKUS.length + 10_000, 0, SKUS.length]);
    expect(readdirSync(join(stage.cwd, 'run')).filter((name) => name.includes('unfinished'))).toEqual([]);
  });
});

/** In the Debian package util-linux, which every image of Debian has. */
const HAS_SETPRIV = spawnSync('setpriv', ['--version']).status === 0;

describe.runIf(HAS_SETPRIV)('a run that was started by setpriv --pdeathsig HUP', () => {
  it('ends in order if the process that started it is killed, and sends nothing more', async () => {
    const stage = await onStage({ rules: [{ match: { method: 'POST' }, ...HELD }] });
    const argv = ['sync', 'costs.csv', 'PRICESHEET_CONCURRENCY=1', '--out', 'run'];
    const parent = stage.startUnder('setpriv --pdeathsig HUP "$@" & wait', ...argv);
    await interrupt(parent, stage, 'SIGKILL');
    const { summary } = stage.readRun('run');
    expect([summary.exit_code, stage.sent()]).toEqual([129, ['SKU-1']]);
  });
});

describe.skipIf(process.platform === 'win32')('a SIGINT after another signal', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s, then SIGINT: leaves at once', async (first) => {
    const stage = await onStage({ rules: [{ match: { method: 'POST' }, skip: 4, ...HELD }] });
    const running = startSync(stage, '--quiet');
    await stage.held;
    running.kill(first);
    await running.said(`${WAITING}\n`);
    running.kill('SIGINT');
    const left = await running.ended;
    expect(left.code).toBe(130);
    const next = `${REST}: pricesheet apply run`;
    expect(reasonIn(left.stderr)).toBe(`SIGINT: exited at once. Folder    run. Next      ${next}`);

    const folder = join(stage.cwd, 'run');
    const lines = (file: string) =>
      readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line));
    expect(readdirSync(folder).sort()).toEqual(['log.ndjson', 'outcomes.ndjson', 'plan.ndjson']);
    const plan = lines('plan.ndjson');
    expect([plan.length, plan[0].kind, plan.at(-1).kind]).toEqual([SKUS.length + 2, 'plan', 'end']);
    expect(lines('outcomes.ndjson').map(({ n, status }) => [n, status])).toEqual(
      [0, 1, 2, 3].map((n) => [n, 'updated']),
    );
    const done = stage.sent().length;
    const ended = await stage.run(...commandAfter(REST, reasonIn(left.stderr)), '--out', 'rest');
    expect([ended.code, new Set(stage.costs())]).toEqual([0, new Set([650])]);
    expect(ended.stdout).toContain('Took over the lock of an unfinished run');
    expect(ended.stdout).toContain('undo what the earlier run sent: pricesheet undo run\n');
    expect([...stage.sent().slice(done)].sort()).toEqual([...SKUS.slice(4)].sort());
    expect(stage.readRun('rest').results.map(({ status }) => status)).toEqual(SKUS.map(() => 'updated'));
  });
});

describe.skipIf(process.platform === 'win32')('a SIGTERM or SIGHUP after another signal', () => {
  it.each([
    ['a terminal that is closed', ['SIGHUP', 'SIGHUP'], 129],
    ['a session that ends', ['SIGTERM', 'SIGHUP'], 143],
    ['GNU parallel, which sends several', ['SIGTERM', 'SIGTERM', 'SIGTERM'], 143],
    ['GitHub Actions', ['SIGINT', 'SIGTERM'], 130],
  ] as const)('waits for the update, as for %s: %j, exit code %i', async (_whose, [first, ...more], code) => {
    const stage = await onStage({ rules: [{ match: { method: 'POST' }, skip: 4, ...HELD }] });
    const running = startSync(stage);
    await stage.held;
    running.kill(first);
    await running.said(WAITING);
    for (const signal of more) running.kill(signal);
    stage.letGo();
    expect((await running.ended).code).toBe(code);
    const { results, summary, journal } = stage.readRun('run');
    expect([summary.exit_code, journal.length]).toEqual([code, 6]);
    expect(journal.at(-1)).toMatchObject({ kind: 'end' });
    expect(results.map(({ status }) => status)).toEqual(FIVE_SENT);
  });
});

describe.skipIf(process.platform === 'win32')('a second SIGINT before there is a whole plan', () => {
  it('names the folder and no apply', async () => {
    const stage = await onStage({ rules: [{ match: { method: 'GET' }, skip: 3, ...HELD }] });
    const running = startSync(stage, '--resolve', 'sku');
    await stage.held;
    running.kill('SIGINT');
    await running.said(WAITING);
    running.kill('SIGINT');
    const { code, stderr } = await running.ended;
    expect([code, stage.sent()]).toEqual([130, []]);
    expect(reasonIn(stderr)).toContain(
      'Folder    run. Next      nothing was sent; run the same command again',
    );
  });
});

describe.runIf(HAS_TERMINAL)('at a terminal', () => {
  const placeOf = ({ cwd, sandbox }: Stage) => ({ cwd, env: envOf(sandbox) });

  /** The program takes the place of the shell, and gets the signals of its terminal. */
  function startAlone(stage: Stage, argv: readonly string[], redirect = '') {
    return startShellLine(`exec ${toShellLine(argv)} ${redirect}`, placeOf(stage));
  }

  it('Ctrl-C at the question sends nothing, writes every file, and says how to send the plan after all', async () => {
    const stage = await onStage();
    const running = startAlone(stage, ['sync', 'costs.csv', '--out', 'run']);
    await running.said('[y/N]');
    await running.write('\u0003');
    const { code, stdout } = await running.ended;
    expect([code, stage.sent()]).toEqual([130, []]);
    expect(stage.inShort('run')).toEqual(SKUS.map((sku) => `${sku} skipped interrupted`));
    await expectGoesOn(stage, REST, stdout.replaceAll('\r', ''));
    expect([...stage.sent()].sort()).toEqual([...SKUS].sort());
  });

  /** The shell sends one SIGHUP, and the system sends another one as the shell ends. */
  function startInShell(stage: Stage, argv: readonly string[], redirect = '') {
    const running = startShellLine('exec bash --norc -i', placeOf(stage));
    void running.write(`${toShellLine(argv)} ${redirect}\n`);
    return running;
  }

  it.each([
    ['without a shell', startAlone],
    ['with a shell', startInShell],
  ])('a terminal %s that is closed in the middle of the sending stops it in order', async (_name, start) => {
    const stage = await onStage({ rules: [{ match: { method: 'POST' }, skip: 4, ...HELD }] });
    const folder = join(stage.cwd, 'run');
    // Whoever waited for the program is gone: the end of what it holds open is its end.
    const pipe = namedPipe(join(stage.cwd, 'pipe'));
    const ended = readFile(pipe);
    const heard = whenThere(folder, 'log.ndjson', 'asked to stop');
    const argv = ['sync', 'costs.csv', '--yes', 'PRICESHEET_CONCURRENCY=1', '--out', 'run'];
    const running = start(stage, argv, `9> '${pipe}'`);
    await stage.held;
    running.kill('SIGKILL');
    await heard;
    stage.letGo();
    await ended;
    const { results, summary, journal } = readRun(folder);
    expect(summary).toMatchObject({ exit_code: 129, stopped: { code: 'interrupted' } });
    expect(results.map(({ status }) => status)).toEqual(FIVE_SENT);
    expect(journal.at(-1)).toMatchObject({ kind: 'end' });
  });
});
