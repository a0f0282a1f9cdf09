import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SandboxOptions } from '../../src/sandbox/start-sandbox.ts';
import { openStage } from '../support/open-stage.ts';
import { readRun } from '../support/read-run.ts';
import { reasonIn } from '../support/reason-in.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { PROGRAM, runProgram } from '../support/run-program.ts';
import { giveAway, isRoot, openToAll, tempFolder, WAYS } from '../support/temp-folder.ts';

type Stage = Awaited<ReturnType<typeof onStage>>;

function onStage(options: Partial<SandboxOptions> = {}) {
  const env = { XDG_STATE_HOME: tempFolder() };
  return openStage([{ sku: 'A' }, { sku: 'B' }], 'sku,cost\nA,6.30\nB,6.40\n', { env, ...options });
}

describe.skipIf(process.platform === 'win32')('a run folder in the hands of others', () => {
  const READ = [
    ['apply', 'folder'],
    ['undo', 'folder'],
    ['explain', 'folder'],
    ['apply', 'plan.ndjson'],
    ['undo', 'plan.ndjson'],
    ['undo', 'outcomes.ndjson'],
    ['undo', 'summary.json'],
  ] as const;

  it.each(
    READ.flatMap(([command, file]) =>
      WAYS.map(([how, hand, why]) => [command, file, how, hand, why] as const),
    ),
  )('is not used by %s where of its %s %s', async (command, file, _how, hand, why) => {
    const { cwd, run, costs, sandbox } = await onStage();
    await run(command === 'apply' ? 'diff' : 'sync', 'costs.csv', '--out', 'run');
    const [before, asked] = [costs(), sandbox.requests.length];
    hand(join(cwd, 'run', file === 'folder' ? '' : file));
    const { code, stderr } = await run(command, 'run', ...(command === 'explain' ? ['A'] : []));
    const subject = file === 'folder' ? 'it' : `its ${file}`;
    expect(reasonIn(stderr)).toMatch(new RegExp(`^Cannot ${command} ".*/run": ${subject} (?:${why.source})`));
    expect(reasonIn(stderr)).toMatch(/if you trust what is in it/i);
    expect([code, costs(), sandbox.requests.length]).toEqual([2, before, asked]);
  });

  it.each(['plan.ndjson', 'outcomes.ndjson'])('is not taken back where its %s is a link', async (file) => {
    const { cwd, run, costs } = await onStage();
    await run('sync', 'costs.csv', '--out', 'run');
    renameSync(join(cwd, 'run', file), join(cwd, file));
    symlinkSync(join('..', file), join(cwd, 'run', file));
    const { code, stderr } = await run('undo', 'run');
    expect(code).toBe(2);
    expect(reasonIn(stderr)).toMatch(new RegExp(`^Cannot use ".*/run/${file}": it is a symbolic link`));
    expect(costs()).toEqual([630, 640]);
  });

  it('is taken where a link of our own leads to it, as it is copied, and where only its readers are others', async () => {
    const { cwd, run, costs } = await onStage();
    await run('sync', 'costs.csv', '--out', 'run');
    openToAll(join(cwd, 'run'));
    cpSync(join(cwd, 'run'), join(cwd, 'copy'), { recursive: true });
    chmodSync(join(cwd, 'copy'), 0o755);
    for (const name of readdirSync(join(cwd, 'copy'))) chmodSync(join(cwd, 'copy', name), 0o644);
    symlinkSync('copy', join(cwd, 'archive'));
    expect(await run('undo', 'archive', '--out', 'back')).toMatchObject({ code: 0 });
    expect(costs()).toEqual([600, 600]);
  });

  it.runIf(isRoot)('is not taken where a link of another user leads to it', async () => {
    const { cwd, run } = await onStage();
    await run('diff', 'costs.csv', '--out', 'run');
    symlinkSync('run', join(cwd, 'archive'));
    giveAway(join(cwd, 'archive'));
    const { code, stderr } = await run('apply', 'archive');
    expect(code).toBe(2);
    expect(reasonIn(stderr)).toMatch(/^Cannot apply ".*archive": the link to it belongs to /);
  });

  it.runIf(isRoot)('is taken by root from the user who called it by sudo', async () => {
    const { cwd, env, run, costs } = await onStage();
    await run('diff', 'costs.csv', '--out', 'run');
    for (const name of ['', ...readdirSync(join(cwd, 'run'))]) giveAway(join(cwd, 'run', name));
    const ended = await runProgram(['apply', 'run', '--out', 'applied'], {
      cwd,
      env: { ...env, SUDO_UID: '65534' },
    });
    expect([ended.code, costs()]).toEqual([0, [630, 640]]);
  });

  it.each(WAYS)('takes no new run where %s', async (_how, hand, why) => {
    const { cwd, run, sandbox } = await onStage();
    mkdirSync(join(cwd, 'out'));
    hand(join(cwd, 'out'));
    const { code, stderr } = await run('sync', 'costs.csv', '--out', 'out');
    expect(code).toBe(2);
    expect(reasonIn(stderr)).toMatch(new RegExp(`^Cannot use the run folder ".*/out": it (?:${why.source})`));
    expect(sandbox.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });
});

describe.skipIf(process.platform === 'win32')('settings in the hands of others', () => {
  const FILES = ['.env', 'pricesheet.json', 'key'];

  /** Settings that lead to a service, in files. */
  function settle({ cwd, sandbox }: Stage): Readonly<Record<string, string>> {
    writeFileSync(join(cwd, '.env'), `PRICESHEET_BASE_URL=${sandbox.url}\nPRICESHEET_API_KEY_FILE=key\n`);
    writeFileSync(join(cwd, 'pricesheet.json'), '{"rate": 100000}');
    writeFileSync(join(cwd, 'key'), sandbox.apiKey);
    for (const name of FILES) chmodSync(join(cwd, name), 0o600);
    return { XDG_STATE_HOME: tempFolder() };
  }

  it.each(FILES.flatMap((file) => WAYS.map(([how, hand, why]) => [file, how, hand, why] as const)))(
    'are not read: of %s %s',
    async (file, _how, hand, why) => {
      const stage = await onStage();
      const { cwd, sandbox } = stage;
      const env = settle(stage);
      hand(join(cwd, file));
      const name = file === 'key' ? 'The file named by PRICESHEET_API_KEY_FILE in \\.env' : `"${file}"`;
      const said = new RegExp(`${name} (?:${why.source})[^\n]*; if you trust what is in it`);
      const synced = await runInProcess(['sync', 'costs.csv'], { cwd, env });
      expect([synced.code, synced.stdout]).toEqual([2, '']);
      expect(reasonIn(synced.stderr)).toMatch(said);
      const doctor = await runInProcess(['doctor'], { cwd, env });
      expect(doctor.code).toBe(2);
      expect(doctor.stdout.replaceAll(/\n {10,}/g, ' ')).toMatch(said);
      expect(sandbox.requests).toEqual([]);
    },
  );

  it('are one problem where .env is refused or misnamed: what it may hold is not called missing', async () => {
    const stage = await onStage();
    const { cwd } = stage;
    const env = settle(stage);
    openToAll(join(cwd, '.env'));
    for (const [argv, said] of [
      [['list', 'channels'], /^"\.env" can be changed by others: .*: chmod go-w \S*\/\.env; [^\n]*$/],
      [['list', 'channels', '--dotenv', 'nix.env'], /^"nix\.env" can't be read: there is no such file$/],
    ] as const) {
      const { code, stderr } = await runInProcess(argv, { cwd, env });
      expect([code, reasonIn(stderr)]).toEqual([2, expect.stringMatching(said)]);
    }
    const { stdout } = await runInProcess(['doctor', '--json'], { cwd, env });
    const { checks } = JSON.parse(stdout) as { checks: readonly Record<string, string>[] };
    expect(checks.filter(({ status }) => status === 'problem')).toHaveLength(1);
    expect(checks.find(({ check }) => check === 'files')?.['message']).toContain('".env" is not read');
  });

  it('are read where others may only read them, and where links of our own lead to them', async () => {
    const stage = await onStage();
    const { cwd, sandbox, costs } = stage;
    const env = settle(stage);
    for (const name of FILES) {
      chmodSync(join(cwd, name), 0o644);
      renameSync(join(cwd, name), join(cwd, `${name}.real`));
      symlinkSync(`${name}.real`, join(cwd, name));
    }
    expect(await runInProcess(['sync', 'costs.csv'], { cwd, env })).toMatchObject({ code: 0 });
    expect([costs(), sandbox.requests.length > 0]).toEqual([[630, 640], true]);
  });

  it('may be a secret that is mounted as Kubernetes does, or handed over by the shell', async () => {
    const { cwd, sandbox } = await onStage();
    mkdirSync(join(cwd, 'secret', '..2026_11_20'), { recursive: true });
    writeFileSync(join(cwd, 'secret', '..2026_11_20', 'key'), sandbox.apiKey);
    chmodSync(join(cwd, 'secret', '..2026_11_20', 'key'), 0o440);
    symlinkSync('..2026_11_20', join(cwd, 'secret', '..data'));
    symlinkSync('..data/key', join(cwd, 'secret', 'key'));
    chmodSync(join(cwd, 'secret'), 0o1777);
    for (const file of ['secret/key', '/dev/stdin']) {
      const env = { PRICESHEET_BASE_URL: sandbox.url, PRICESHEET_API_KEY_FILE: file };
      const argv = [process.execPath, PROGRAM, 'list', 'channels', '--dotenv', '/dev/null'];
      const ended = await runProgram(['-c', 'printf %s "$KEY" | "$0" "$@"', ...argv], {
        cwd,
        env: { ...env, KEY: sandbox.apiKey },
        command: 'sh',
      });
      expect([ended.code, ended.stderr]).toEqual([0, expect.not.stringContaining('belongs to')]);
    }
  });

  it.runIf(isRoot)('are not read where a link of another user leads to them', async () => {
    const stage = await onStage();
    const env = settle(stage);
    renameSync(join(stage.cwd, '.env'), join(stage.cwd, 'other'));
    symlinkSync('other', join(stage.cwd, '.env'));
    giveAway(join(stage.cwd, '.env'));
    const { code, stderr } = await runInProcess(['list', 'channels'], { cwd: stage.cwd, env });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^(?:.*\n)*.*"\.env" belongs to /);
  });
});

describe.skipIf(process.platform === 'win32')('a link that somebody has put where a file is written', () => {
  /** A file of the user that a link may lead to. */
  function aVictim(): { readonly victim: string; readonly expectUntouched: () => void } {
    const victim = join(tempFolder(), 'victim');
    writeFileSync(victim, 'ours\n');
    return { victim, expectUntouched: () => expect(readFileSync(victim, 'utf8')).toBe('ours\n') };
  }

  const WHOLE = ['plan.ndjson', 'results.csv', 'retry.csv', 'undo.csv', 'report.html', 'summary.json'];

  /** Puts links into the folder of the run as soon as it is there. */
  async function runAmongLinks(names: readonly string[], victim: string) {
    const planted: string[] = [];
    const stage = await onStage({
      onRequest: () => {
        if (planted.length > 0) return;
        for (const name of names) symlinkSync(victim, join(stage.cwd, 'run', name));
        planted.push(...names);
      },
    });
    stage.write('sku,cost\nA,6.30\nB,6.40\nNOT-LISTED,6.50\n');
    const ended = await stage.run('sync', 'costs.csv', '--out', 'run');
    expect(planted).toEqual(names);
    return { ...stage, ended };
  }

  it('leads no file of a run astray, whole or not', async () => {
    const { victim, expectUntouched } = aVictim();
    const names = WHOLE.flatMap((name) => [name, `${name}.unfinished`]);
    const { cwd, ended, costs } = await runAmongLinks(names, victim);
    expectUntouched();
    expect([ended.code, costs()]).toEqual([3, [630, 640]]);
    for (const name of WHOLE) expect(lstatSync(join(cwd, 'run', name)).isFile(), name).toBe(true);
    expect(readRun(join(cwd, 'run')).results).toHaveLength(3);
  });

  it('leads no export, no config file and no metrics astray', async () => {
    const { victim, expectUntouched } = aVictim();
    const { cwd, run } = await onStage();
    for (const name of ['account.csv.unfinished', 'pricesheet.json.unfinished', 'pricesheet.prom'])
      symlinkSync(victim, join(cwd, name));
    expect(await run('export', '--out', 'account.csv')).toMatchObject({ code: 0 });
    expect(await run('check', 'costs.csv', '--save-mapping')).toMatchObject({ code: 0 });
    expect(await run('sync', 'costs.csv', 'PRICESHEET_METRICS=pricesheet.prom')).toMatchObject({ code: 2 });
    expectUntouched();
    for (const name of ['account.csv', 'pricesheet.json'])
      expect(lstatSync(join(cwd, name)).isFile(), name).toBe(true);
  });

  it.each(['runs.ndjson', 'changes.ndjson', 'agreed.ndjson'])('leads no %s astray', async (name) => {
    const { victim, expectUntouched } = aVictim();
    const { cwd, run } = await onStage({});
    await run('sync', 'costs.csv', '--out', 'first');
    const history = join(cwd, 'runs', '.history');
    const ledger = join(history, readdirSync(history)[0] ?? '');
    rmSync(join(ledger, name));
    symlinkSync(victim, join(ledger, name));
    writeFileSync(join(cwd, 'costs.csv'), 'sku,cost\nA,6.40\nB,6.50\n');
    const { code } = await run('sync', 'costs.csv', '--out', 'second');
    expect(code).toBe(0);
    expectUntouched();
  });

  it.each(WAYS)('has no history used where %s', async (_how, hand) => {
    const { cwd, run, costs } = await onStage();
    await run('sync', 'costs.csv', '--out', 'first');
    const history = join(cwd, 'runs', '.history');
    const files = () => readdirSync(history, { recursive: true }).toSorted();
    const before = files();
    hand(history);
    writeFileSync(join(cwd, 'costs.csv'), 'sku,cost\nA,6.40\nB,6.50\n');
    const { code, stdout } = await run('sync', 'costs.csv', '--out', 'second', '--quiet');
    expect([code, costs()]).toEqual([0, [640, 650]]);
    expect(stdout).toContain('is not used, and nothing is added to it');
    expect(files()).toEqual(before);
    const shown = JSON.parse((await run('history', '--json')).stdout);
    expect([shown.runs, shown.notices]).toEqual([[], [expect.stringContaining('is not used')]]);
  });
});
