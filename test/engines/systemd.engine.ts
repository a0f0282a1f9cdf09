import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { holdRequests, whenThere } from '../support/gate.ts';
import { readPage } from '../support/pages.ts';
import { collectOutput } from '../support/run-program.ts';
import { listRuns, tempFolder } from '../support/temp-folder.ts';
import { binFolder, makeAccount, SKUS } from './accounts.ts';

/** A manager starts only where systemd is, or seems to be, and other users' managers are left alone: it takes a /run of its own. */
const HAS_OWN_RUN = spawnSync('unshare', ['--mount', 'true']).status === 0;

const UNIT = readPage('docs/examples/systemd/pricesheet@.service').text;

/**
 * The template unit of the examples under a manager of systemd. Folders are a test's own; user and credential, which take a manager
 * of the whole system, are left out, and a run that failed is started again at once. Each end of a run adds a line to `ends`.
 */
async function startManager() {
  const home = tempFolder();
  const [units, runtime, etc, prices] = ['config/systemd/user', 'run', 'etc', 'prices'].map((name) => {
    const path = join(home, name);
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return path;
  }) as [string, string, string, string];
  const [, command = ''] = /^ExecStart=\/usr\/bin\/env (pricesheet .*)$/m.exec(UNIT) ?? [];
  const ends = join(home, 'ends');
  writeFileSync(join(units, 'pricesheet@.service'), UNIT);
  mkdirSync(join(units, 'pricesheet@.service.d'));
  writeFileSync(
    join(units, 'pricesheet@.service.d', 'test.conf'),
    `[Unit]
OnFailure=failed@%i.service
[Service]
User=
WorkingDirectory=
WorkingDirectory=${prices}/%i
EnvironmentFile=
EnvironmentFile=${etc}/%i.env
LoadCredential=
Environment=PRICESHEET_API_KEY_FILE=
Environment=XDG_STATE_HOME=${join(home, 'state')}
ExecStart=
ExecStart=${binFolder()}/${command.replace('20%%', '100%%')}
ExecStopPost=/bin/sh -c 'echo "%i $SERVICE_RESULT $EXIT_STATUS" >> ${ends}'
RestartSec=1ms
`,
  );
  writeFileSync(
    join(units, 'failed@.service'),
    `[Service]\nType=oneshot\nExecStart=/bin/sh -c 'echo failed > ${home}/%i.failed'\n`,
  );
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_RUNTIME_DIR: runtime,
  };
  const ready = whenThere(join(runtime, 'systemd'), 'private');
  const script =
    'mount -t tmpfs tmpfs /run && mkdir -p /run/systemd/system && exec /lib/systemd/systemd --user --unit=basic.target';
  const manager = spawn('unshare', ['--mount', '--fork', '--kill-child', 'sh', '-c', script], {
    env,
    stdio: 'ignore',
  });
  const closed = new Promise<void>((done) => manager.once('close', () => done()));
  onTestFinished(() => {
    manager.kill('SIGKILL');
    return closed;
  });
  await ready;
  const systemctl = (...argv: readonly string[]) =>
    collectOutput(spawn('systemctl', ['--user', ...argv], { env }));
  return {
    systemctl,
    add: async (name: string, options: Parameters<typeof makeAccount>[1] = {}) => {
      const account = await makeAccount(join(prices, name), options);
      const settings = Object.entries(account.settings).map(([key, value]) => `${key}=${value}\n`);
      writeFileSync(join(etc, `${name}.env`), settings.join(''));
      return account;
    },
    whenFailed: (name: string) => whenThere(home, `${name}.failed`),
    whenEnded: (line: string) => whenThere(home, 'ends', line),
    ends: (name: string) =>
      readFileSync(ends, 'utf8')
        .split('\n')
        .flatMap((line) => (line.startsWith(`${name} `) ? [line.slice(name.length + 1)] : [])),
    stateOf: async (unit: string) => {
      const { stdout } = await systemctl('show', unit, '--property=ActiveState', '--value');
      return stdout.trim();
    },
  };
}

/** Holds the fourth update of an account. */
const HELD = { match: { method: 'POST' }, skip: 3, times: 1, delayMs: 1 };

describe.runIf(HAS_OWN_RUN)('the template unit for systemd', () => {
  it('is not failed after a stop in the middle, and a start goes on with what is missing', async () => {
    const manager = await startManager();
    const { wait, held, letGo } = holdRequests();
    const account = await manager.add('shop-a', { rules: [HELD], wait });
    await manager.systemctl('start', '--no-block', 'pricesheet@shop-a');
    await held;
    const [run = ''] = listRuns(account.folder);
    const heard = whenThere(join(account.folder, 'runs', run), 'log.ndjson', 'asked to stop');
    const stopped = manager.systemctl('stop', 'pricesheet@shop-a');
    await heard;
    letGo();
    expect((await stopped).code).toBe(0);
    expect(manager.ends('shop-a')).toEqual(['success 143']);
    expect(await manager.stateOf('pricesheet@shop-a')).toBe('inactive');
    expect((await manager.systemctl('start', 'pricesheet@shop-a')).code).toBe(0);
    expect(manager.ends('shop-a')).toEqual(['success 143', 'success 0']);
    expect(account.updates()).toEqual(SKUS);
  });

  it('is started again after a kill, and sends nothing twice', async () => {
    const manager = await startManager();
    const { wait, held, letGo } = holdRequests();
    const account = await manager.add('shop-b', { rules: [HELD], wait });
    const done = manager.whenEnded('shop-b success 0');
    await manager.systemctl('start', '--no-block', 'pricesheet@shop-b');
    await held;
    await manager.systemctl('kill', '--signal=KILL', 'pricesheet@shop-b');
    letGo();
    await done;
    expect(manager.ends('shop-b')).toEqual(['signal KILL', 'success 0']);
    expect([...new Set(account.updates())].sort()).toEqual(SKUS);
    expect(account.costs()).toEqual(new Set([650]));
  });

  it('is not started again after what needs a person', async () => {
    const manager = await startManager();
    const account = await manager.add('shop-c', { key: 'another-key' });
    const failed = manager.whenFailed('shop-c');
    expect((await manager.systemctl('start', 'pricesheet@shop-c')).code).toBe(1);
    await failed;
    expect(manager.ends('shop-c')).toEqual(['exit-code 5']);
    expect(account.runs()).toHaveLength(1);
  });

  it('gives up a service that is down after four tries, and reset-failed allows a start by hand', async () => {
    const manager = await startManager();
    const account = await manager.add('shop-d', {
      rules: [{ match: { method: 'GET' }, times: 4, answer: { status: 503 } }],
    });
    const failed = manager.whenFailed('shop-d');
    await manager.systemctl('start', '--no-block', 'pricesheet@shop-d');
    await failed;
    expect(manager.ends('shop-d')).toEqual(Array.from({ length: 4 }, () => 'exit-code 1'));
    expect((await manager.systemctl('start', 'pricesheet@shop-d')).code).toBe(1);
    expect(account.runs()).toHaveLength(4);
    expect(UNIT).toContain('`systemctl reset-failed`');
    await manager.systemctl('reset-failed', 'pricesheet@shop-d');
    expect((await manager.systemctl('start', 'pricesheet@shop-d')).code).toBe(0);
    expect(account.updates()).toEqual(SKUS);
  });
});
