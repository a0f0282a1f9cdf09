import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { whenThere } from '../support/gate.ts';
import { reasonIn } from '../support/reason-in.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { startProgram } from '../support/run-program.ts';
import { tempFolder, WAYS } from '../support/temp-folder.ts';
import { anAccount, envOf, testSandbox } from '../support/test-sandbox.ts';

interface Check {
  readonly check: string;
  readonly status: string;
  readonly message: string;
  readonly advice: string | null;
}

async function onStage(options: Partial<Parameters<typeof testSandbox>[0]> = {}) {
  const sandbox = await testSandbox({ catalogue: anAccount([{}]), ...options });
  const cwd = tempFolder();
  const state = tempFolder();
  const env = { ...envOf(sandbox), XDG_STATE_HOME: state };
  const run = (more: Readonly<Record<string, string>> = {}, ...argv: readonly string[]) =>
    runInProcess(['doctor', ...argv], { cwd, env: { ...env, ...more } });
  /** The checks that are not ok, and what the command ended with. */
  const examine = async (more: Readonly<Record<string, string>> = {}) => {
    const { code, stdout } = await run(more, '--json');
    const { checks, exit_code } = JSON.parse(stdout) as { checks: readonly Check[]; exit_code: number };
    expect(exit_code).toBe(code);
    expect(stdout).not.toContain(sandbox.apiKey);
    return { code, odd: checks.filter(({ status }) => status !== 'ok'), checks };
  };
  return { sandbox, cwd, state, env, run, examine };
}

describe('pricesheet doctor', () => {
  it('says what it has looked at, asks once, and leaves nothing behind', async () => {
    const { sandbox, cwd, state, run } = await onStage();
    writeFileSync(join(cwd, 'pricesheet.json'), '{"rate": 5, "max-change": 30}');
    const { code, stdout, stderr } = await run({}, 'PRICESHEET_TIMEOUT=20');
    expect([code, stderr]).toEqual([0, '']);
    const checks = stdout.split('\n').flatMap((line) => /^ok +(\w+) /.exec(line)?.[1] ?? []);
    expect(checks).toEqual('files settings key proxy tls runs lock service'.split(' '));
    expect(stdout).toContain('The key comes from PRICESHEET_API_KEY in the environment; ');
    expect(stdout).toMatch(/service +http:\S+ answered 200 in \d+ ms and accepted the key\n/);
    expect(stdout).toMatch(/^rate +100000 +PRICESHEET_RATE in the environment$/m);
    expect(stdout).toMatch(/^max-change +30 +"max-change" in pricesheet.json$/m);
    expect(stdout).toMatch(/^timeout +20 +PRICESHEET_TIMEOUT in the environment$/m);
    expect(stdout).toContain('settings have their defaults; --verbose shows them\n\nNo problems\n');
    expect(sandbox.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /channels']);
    expect([readdirSync(cwd), readdirSync(state)]).toEqual([['pricesheet.json'], []]);
    expect(await run({}, '--quiet')).toEqual({ code: 0, stdout: '', stderr: '' });
    const all = await run({}, '--verbose');
    expect(all.stdout).toMatch(/^max-invalid +10 +default$/m);
    expect(stdout + all.stdout).not.toContain(sandbox.apiKey);
  });

  it.skipIf(process.platform === 'win32').each(WAYS)('warns of runs/ where %s', async (_how, hand, why) => {
    const { cwd, examine } = await onStage();
    mkdirSync(join(cwd, 'runs'));
    hand(join(cwd, 'runs'));
    const { code, odd } = await examine();
    expect([code, odd]).toMatchObject([0, [{ check: 'runs', status: 'warning' }]]);
    expect(odd[0]?.message).toMatch(why);
    expect(odd[0]?.advice).toContain(join(cwd, 'runs'));
  });

  it('reports everything that is wrong with settings, sends no request, and exits 2', async () => {
    const { sandbox, cwd, run } = await onStage();
    writeFileSync(join(cwd, 'pricesheet.json'), '{"max-chnge": 30}');
    const { code, stdout, stderr } = await run({
      PRICESHEET_BASE_URL: 'https://someone:secret@shop.example/v1',
      PRICESHEET_API_KEY: '',
      PRICESHEET_RAET: '5',
      PRICESHEET_WEBHOOK: 'https://hooks.slack.com/services/T0/B0/secret',
    });
    expect([code, reasonIn(stderr)]).toEqual([2, expect.stringContaining('settings')]);
    expect(stdout).toContain(
      'problem  settings  PRICESHEET_BASE_URL in the environment: "…@shop.example/v1" holds a user name',
    );
    expect(stdout).toContain(
      'problem  settings  "max-chnge" in pricesheet.json is not a setting; did you mean "max-change"?\n',
    );
    expect(stdout).toContain('problem  settings  Set PRICESHEET_API_KEY to');
    expect(stdout).toContain(
      'warning  settings  Unknown variables are ignored: PRICESHEET_RAET in the environment (did you mean PRICESHEET_RATE?)\n',
    );
    expect(stdout).toMatch(/^base-url +…@shop.example\/v1 +PRICESHEET_BASE_URL in the environment$/m);
    expect(stdout).toContain('Runs will fail until the problems are fixed: settings\n');
    expect(stdout).not.toContain('secret');
    expect(sandbox.requests).toEqual([]);
  });

  it.each([
    ['the key is refused', { status: 401 }, 5, 'problem', /answered 401/],
    ['the key may not do this', { status: 403 }, 5, 'problem', /answered 403/],
    ['the service fails', { status: 503 }, 1, 'problem', /answered 503/],
    ['something else answers', { status: 200, body: 'hello' }, 1, 'problem', /something that is not JSON/],
    ['it is a redirect', { status: 302 }, 1, 'problem', /redirect, which is not followed/],
    ['the service is busy', { status: 429 }, 0, 'warning', /answered 429/],
  ] as const)('where %s', async (_, answer, exitCode, status, message) => {
    const { sandbox, examine } = await onStage({ faults: { rules: [{ answer }] } });
    const { code, odd } = await examine();
    expect(code).toBe(exitCode);
    expect(odd).toMatchObject([{ check: 'service', status, advice: expect.stringMatching(/./) }]);
    expect(odd[0]?.message).toMatch(message);
    expect(sandbox.requests).toHaveLength(1);
  });

  it.each(['a-long-enough-key', 'short'])('masks the key "%s" in the name of a file', async (apiKey) => {
    const { run } = await onStage({ apiKey });
    const { code, stdout } = await run({ NODE_EXTRA_CA_CERTS: `/nowhere/${apiKey}` });
    expect([code, stdout]).toEqual([1, expect.stringMatching(/problem +tls +The file "\/nowhere\//)]);
    expect(stdout).not.toContain(apiKey);
  });

  it('names the key file, and reports that others can read it', async () => {
    const { sandbox, cwd, examine } = await onStage();
    const file = join(cwd, 'key');
    writeFileSync(file, `${sandbox.apiKey}\n`);
    const env = { PRICESHEET_API_KEY: '', PRICESHEET_API_KEY_FILE: 'key' };
    chmodSync(file, 0o600);
    const closed = await examine(env);
    expect(closed.odd).toEqual([]);
    expect(closed.checks.find(({ check }) => check === 'key')?.message).toMatch(
      /^The key comes from the file named by PRICESHEET_API_KEY_FILE in the environment, mode 600; the account's fingerprint is [0-9a-f]{12}$/,
    );
    chmodSync(file, 0o644);
    const { code, odd } = await examine(env);
    expect([code, odd.map(({ status }) => status)]).toEqual([0, ['warning']]);
    expect(odd[0]?.message).toContain('can be read by others on this machine; chmod 600');
  });

  it('looks at proxy, certificates and folders', async () => {
    const { cwd, examine } = await onStage();
    writeFileSync(join(cwd, 'file'), 'no certificate');
    const proxied = await examine({ HTTPS_PROXY: 'http://me:secret@proxy.example:3128' });
    const proxy = proxied.checks.find(({ check }) => check === 'proxy');
    expect(proxy?.message).toBe('Requests go straight to the service');
    const { code, odd } = await examine({
      NODE_EXTRA_CA_CERTS: join(cwd, 'file'),
      PRICESHEET_OUT: 'file/runs',
      XDG_STATE_HOME: join(cwd, 'file'),
    });
    expect(code).toBe(1);
    const found = odd.map(({ check, status }) => `${check} ${status}`);
    expect(found).toEqual(['tls problem', 'runs problem', 'lock warning']);
    expect(odd[0]?.message).toContain('holds no certificate in PEM form');
    expect(odd[1]?.message).toContain(`"${join(cwd, 'file')}" is a file`);
    const proc = await examine({ XDG_STATE_HOME: '/proc/nope', PRICESHEET_OUT: 'file' });
    expect(proc.code).toBe(2);
    expect(proc.odd.map(({ check, advice }) => [check, advice])).toEqual([
      ['runs', 'Move the file away'],
      ...(process.platform === 'linux'
        ? [['lock', expect.stringContaining('Runs go on without a lock')]]
        : []),
    ]);
    const insecure = await examine({ NODE_TLS_REJECT_UNAUTHORIZED: '0' });
    expect([insecure.code, insecure.odd.map(({ check }) => check)]).toEqual([2, ['settings', 'service']]);
  });

  it('says which run holds the account, and which has left its lock behind, as history does', async () => {
    const { cwd, env, examine } = await onStage({
      faults: { rules: [{ match: { method: 'POST' }, delayMs: 600_000 }] },
    });
    mkdirSync(join(cwd, 'job'));
    writeFileSync(join(cwd, 'job', 'costs.csv'), 'sku,cost\nSKU-1,6.40\n');
    const begun = whenThere(join(cwd, 'job', 'run'), 'outcomes.ndjson');
    const sync = startProgram(['sync', 'costs.csv', '--out', 'run', '--verbose'], {
      cwd: join(cwd, 'job'),
      env,
    });
    await begun;
    const { code, odd } = await examine();
    expect([code, odd.length]).toEqual([0, 1]);
    expect(odd[0]?.message).toMatch(
      /^A run holds the account: sync "costs.csv", process \d+ on ".*", since .* UTC, run folder ".*run"$/,
    );
    const history = async (...argv: readonly string[]) =>
      (await runInProcess(['history', ...argv], { cwd: join(cwd, 'job'), env })).stdout;
    expect(await history()).toMatch(/\nA run that began at .* UTC is still running: \S+run\n$/);
    sync.kill('SIGKILL');
    await sync.ended;
    expect(await history()).toMatch(/ UTC was killed before it ended; apply finishes it: \S+run\n$/);
    expect((await history('--all', '.')).replaceAll(/\s+/g, ' ')).toContain(
      'was killed before it ended; apply',
    );
    const after = await examine();
    expect(after.odd).toEqual([]);
    expect(after.checks.find(({ check }) => check === 'lock')?.message).toMatch(
      /^A run left its lock behind, since its process is gone; the next one takes it over: sync "costs.csv"/,
    );
  });
});
