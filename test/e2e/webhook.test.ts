import { readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CannedReply, inTurn, startServer } from '../service/support.ts';
import { startConnectProxy, startTlsFront } from '../support/connect-proxy.ts';
import { holdRequests, interrupt } from '../support/gate.ts';
import { findMismatches } from '../support/json-schema.ts';
import { openStage, type StageOptions } from '../support/open-stage.ts';
import { readOnlyRun } from '../support/read-run.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { runProgram, startProgram } from '../support/run-program.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, envOf, testSandbox } from '../support/test-sandbox.ts';

const SHEET = 'sku,cost\nSKU-1,6.50\nSKU-2,6.60\n';
const SYNC = ['sync', 'costs.csv', '--quiet'];
/** What lets anybody post. */
const TOKEN = 'T0AB/B0CD/x4f9Qz8wT2mBhN7';

interface Scene extends StageOptions {
  readonly replies?: readonly CannedReply[];
}

async function shop({ replies = [{ status: 200 }], ...options }: Scene = {}) {
  const receiver = await startServer(inTurn(...replies));
  const webhook = `${receiver.url}/services/${TOKEN}`;
  const more = { XDG_STATE_HOME: tempFolder(), PRICESHEET_WEBHOOK: webhook };
  const stage = await openStage([{}, {}], SHEET, { env: more, ...options });
  const { cwd, env } = stage;
  return {
    ...stage,
    webhook,
    seen: receiver.seen,
    run: (argv: readonly string[], other: Readonly<Record<string, string>> = {}) =>
      runInProcess(argv, { cwd, env: { ...env, ...other } }),
    /** What was posted; where that is not for a chat, it is as its schema says. */
    messages: () =>
      receiver.seen.map(({ body }) => {
        const message = JSON.parse(body) as Record<string, unknown>;
        expect('text' in message ? [] : findMismatches('webhook', message)).toEqual([]);
        return message;
      }),
  };
}

/** Every file below a folder, as one text. */
function textBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');
}

describe('a webhook', () => {
  it('is notified when a job begins to fail, still fails, and recovers, and nothing while all is well', async () => {
    const { run, cwd, messages, sandbox } = await shop();
    const repaired = 'sku,cost\nSKU-1,6.40\nSKU-2,6.30\n';
    const nights: readonly (readonly [number, string])[] = [
      [0, SHEET],
      [2, 'PK\u0003\u0004'],
      [3, 'sku,cost\nSKU-1,6.40\nSKU-2,x\n'],
      [0, repaired],
      [0, repaired],
    ];
    for (const [expected, sheet] of nights) {
      writeFileSync(join(cwd, 'costs.csv'), sheet);
      const { code, stderr } = await run(SYNC);
      expect(code).toBe(expected);
      expect(stderr).not.toContain('webhook');
    }
    const account = { base_url: sandbox.url };
    const nothing = { account, counts: null, run_folder: null, stopped: { code: 'sheet' } };
    const verdict = 'Done, 1 listing updated, 1 row needs attention';
    const done = { verdict, stopped: null, counts: { attention: 1, by_status: { updated: 1, invalid: 1 } } };
    expect(messages()).toMatchObject([
      { state: 'first_failure', condition: 'failed', subject: 'costs.csv', exit_code: 2, ...nothing },
      { state: 'still_failing', condition: 'attention', failures: 2, exit_code: 3, ...done },
      { state: 'recovered', condition: 'ok', failures: 2, exit_code: 0 },
    ]);
  });

  it('is notified in the format of Slack where that is set, and names nobody', async () => {
    const { run, cwd, messages } = await shop();
    const name = '<!channel> @here & co.csv';
    renameSync(join(cwd, 'costs.csv'), join(cwd, name));
    await run(['sync', name, '--max-updates', '1', 'PRICESHEET_WEBHOOK_FORMAT=slack']);
    const [message] = messages();
    expect(Object.keys(message ?? {})).toEqual(['text', 'unfurl_links', 'unfurl_media']);
    expect(message?.['text']).toMatch(
      /^\*pricesheet-\w{6}\/&lt;!channel&gt; ＠here &amp; co: Stopped by max_updates: .*\*\nsync on .+, exit code 4: stopped, nothing sent\n/,
    );
    expect(message?.['text']).not.toMatch(/[<>@]/);
  });

  it.each(['variable', 'flag', 'file'] as const)('stays a secret but for its host: by %s', async (by) => {
    const { run, cwd, webhook, env } = await shop({ replies: [{ status: 404 }] });
    const given = by === 'flag' ? [`PRICESHEET_WEBHOOK=${webhook}`] : [];
    if (by === 'file') writeFileSync(join(cwd, '.env'), `PRICESHEET_WEBHOOK=${webhook}\n`);
    const more = { PRICESHEET_METRICS: 'night.prom', ...(by !== 'variable' && { PRICESHEET_WEBHOOK: '' }) };
    writeFileSync(join(cwd, 'costs.csv'), `${SHEET}SKU-3,7\n`);
    const ends = [
      await run(['sync', 'costs.csv', '--verbose', '--out', 'a', ...given], more),
      await run(['sync', 'costs.csv', '--dry-run', '--json', '--out', 'b', ...given], more),
      await run(['sync', 'costs.csv', '--max-updates', '0', '--out', 'c', '--rate', 'x', ...given], more),
      await run(['sync', 'none.csv', '--json', ...given], more),
      await run(['apply', 'b', '--out', 'd', ...given], more),
      await run(['undo', 'a', '--out', 'e', ...given], more),
    ];
    writeFileSync(join(cwd, '.env'), '');
    const told = ends.map(({ stdout, stderr }) => stdout + stderr).join('\n') + textBelow(cwd);
    expect(told).toContain('Cannot notify the webhook');
    const state = textBelow(env['XDG_STATE_HOME'] ?? '');
    for (const piece of ['x4f9Qz8wT2', 'T0AB', 'B0CD']) expect(told + state).not.toContain(piece);
    const { settings } = JSON.parse(readFileSync(join(cwd, 'a', 'summary.json'), 'utf8')) as {
      readonly settings: Readonly<Record<string, { readonly value: string }>>;
    };
    expect(settings['webhook']?.value).toBe(`${new URL(webhook).origin}/…`);
  });

  it('is not asked where nobody would check who answers', async () => {
    const { run, seen } = await shop();
    const { code, stdout } = await run(SYNC, { NODE_TLS_REJECT_UNAUTHORIZED: '0' });
    expect(code).toBe(2);
    expect(stdout).toContain('/costs: Cannot notify the webhook');
    expect(seen).toHaveLength(0);
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('is reached through the proxy, where its certificate is one to trust: %s', async (trust, messages) => {
    const sandbox = await testSandbox({ catalogue: anAccount([{ sku: 'SKU-1' }]) });
    const receiver = await startServer(() => ({ status: 200 }));
    const front = await startTlsFront(receiver.url, { host: 'hooks.example' });
    const { port, asked } = await startConnectProxy({ leadsTo: front.port });
    const cwd = tempFolder();
    writeFileSync(join(cwd, 'costs.csv'), SHEET);
    writeFileSync(join(cwd, 'ca.pem'), front.cert);
    const { code } = await runProgram(SYNC, {
      cwd,
      env: {
        ...envOf(sandbox),
        PRICESHEET_WEBHOOK: `https://hooks.example/services/${TOKEN}`,
        HTTPS_PROXY: `http://127.0.0.1:${port}`,
        ...(trust && { NODE_EXTRA_CA_CERTS: join(cwd, 'ca.pem') }),
      },
    });
    expect(code).toBe(3);
    expect(asked[0]).toBe('hooks.example:443');
    expect(receiver.seen.map(({ target }) => target)).toEqual(Array(messages).fill(`/services/${TOKEN}`));
  });

  it('gets no key, and its headers neither', async () => {
    const { run, seen, sandbox } = await shop();
    await run([...SYNC, '--job', `x-${sandbox.apiKey}`, '--max-updates', '0', '--rate', 'y']);
    await run([...SYNC, '--job', `x-${sandbox.apiKey}`, '--max-updates', '1']);
    expect(seen).toHaveLength(2);
    const basic = Buffer.from(`${sandbox.apiKey}:`).toString('base64');
    for (const { body, headers } of seen) {
      expect(body).toContain('x-[key]');
      expect(body + JSON.stringify(headers)).not.toContain(sandbox.apiKey);
      expect(JSON.stringify(headers)).not.toContain(basic);
    }
  });

  it('is notified of a run that was interrupted', async () => {
    const requests = holdRequests();
    const { cwd, env, messages } = await shop({
      faults: { rules: [{ skip: 1, times: 1, delayMs: 600_000 }] },
      wait: requests.wait,
    });
    const running = startProgram(['sync', 'costs.csv'], { cwd, env });
    expect((await interrupt(running, requests, 'SIGTERM')).code).toBe(143);
    const stopped = { code: 'interrupted' };
    expect(messages()).toMatchObject([{ exit_code: 143, verdict: 'Stopped, nothing sent', stopped }]);
  });

  it('that does not answer keeps nobody who asks the program to leave', async () => {
    const sandbox = await testSandbox({ catalogue: anAccount([{ sku: 'SKU-1' }]) });
    let onAsked = (): void => {};
    const asked = new Promise<void>((done) => {
      onAsked = done;
    });
    const { url } = await startServer(() => {
      onAsked();
      return undefined;
    });
    const cwd = tempFolder();
    writeFileSync(join(cwd, 'costs.csv'), SHEET);
    const env = { ...envOf(sandbox), PRICESHEET_WEBHOOK: url };
    const running = startProgram(['sync', 'costs.csv'], { cwd, env });
    await asked;
    running.kill('SIGTERM');
    expect((await running.ended).code).toBe('SIGTERM');
    expect(readOnlyRun(cwd).summary.exit_code).toBe(3);
  });
});
