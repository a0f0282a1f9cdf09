import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FaultRule, Faults } from '../../src/sandbox/faults.ts';
import { type CannedReply, startServer, wireListing, wirePage } from '../service/support.ts';
import { startConnectProxy, startTlsFront } from '../support/connect-proxy.ts';
import { openStage } from '../support/open-stage.ts';
import { readOnlyRun } from '../support/read-run.ts';
import { reasonIn } from '../support/reason-in.ts';
import { runInProcess } from '../support/run-in-process.ts';
import type { Ended } from '../support/run-program.ts';
import { runProgram } from '../support/run-program.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, envOf, testSandbox } from '../support/test-sandbox.ts';

const SKUS = Array.from({ length: 60 }, (_, index) => `SKU-${index + 1}`);
const SHEET = `sku,cost\n${SKUS.map((sku) => `${sku},6.50`).join('\n')}\n`;
/** A lookup and an update for each. */
const NEEDED = SKUS.length * 2;

async function runAgainst(faults: Faults, argv: readonly string[] = []) {
  const stage = await openStage(
    SKUS.map((sku) => ({ sku })),
    SHEET,
    { faults },
  );
  const ended = await stage.run('sync', 'costs.csv', '--resolve', 'sku', ...argv);
  return { ...ended, run: readOnlyRun(stage.cwd), sandbox: stage.sandbox, posts: stage.posts };
}

/** Answers that ask for no pause, so that the test has none. */
const busy = (status: number): FaultRule => ({ answer: { status, headers: { 'retry-after': '0' } } });

describe('a service that is down', () => {
  const faults: readonly (readonly [string, FaultRule, ...string[]])[] = [
    ['answers 503', busy(503)],
    ['answers 429', busy(429)],
    ['resets connections', { reset: true }, 'PRICESHEET_RETRIES=3'],
    ['resets connections when it is done', { reset: true, when: 'after' }, 'PRICESHEET_RETRIES=3'],
    ['answers nothing', { delayMs: 60_000 }, 'PRICESHEET_TIMEOUT=0.2', 'PRICESHEET_RETRIES=3'],
    ['answers nonsense', { answer: { status: 200, body: 'hello' } }, 'PRICESHEET_RETRIES=3'],
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

  it.each(cases)('that %s %s is given up after few requests', async (_what, _when, rule, argv) => {
    const words = ['PRICESHEET_CONCURRENCY=8', ...argv];
    const { code, stdout, run, sandbox, posts } = await runAgainst({ rules: [rule] }, words);
    expect(code).toBe(1);
    expect(stdout).toMatch(/Cannot go on: .+ \((GET|POST) \/\S+\); 2\d attempts in a row failed/);
    expect(stdout).toContain('Run it again later');
    const { reads, writes } = run.summary.requests;
    expect(reads + writes).toBeLessThanOrEqual(NEEDED * 1.1 + 20);
    expect(sandbox.requests.length).toBeLessThanOrEqual(reads + writes);
    expect(run.results.map(({ sku }) => sku)).toEqual(SKUS);
    expect(run.summary.stopped?.code).toBe('service');
    const unsent = run.results.filter(({ status }) => status === 'skipped');
    const unsaid = unsent.map(({ listing_id }) => `/listings/${listing_id}`);
    for (const { path } of posts()) expect(unsaid).not.toContain(path);
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
    const rateLimit = { perSecond: 10, retryAfter: false };
    const { code, sandbox, run } = await runAgainst({ rateLimit }, ['--rate', '50']);
    expect([code, run.summary.counts.by_status['updated']]).toEqual([0, SKUS.length]);
    expect(sandbox.requests.length).toBeLessThanOrEqual(NEEDED * 1.25);
  });
});

/** With characters that JSON, URLs, pages and patterns write in another way. */
const NASTY_KEY = 'sk+live/4f9%Qx"Zr8\\wT&2m<B.*$[(hN7';
const CREDENTIALS = Buffer.from(`${NASTY_KEY}:`).toString('base64');

/** Pieces of the key that every writing of it has one of. */
const TRACES = ['Zr8', CREDENTIALS.slice(0, 20), CREDENTIALS.slice(20, 30)];

function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
}

describe('the key', () => {
  it('is gone from the environment of the process, its crash report included, and nothing else is', async () => {
    const sandbox = await testSandbox({ catalogue: anAccount([{}]) });
    const cwd = tempFolder();
    writeFileSync(join(cwd, 'costs.csv'), 'sku,cost\nSKU-1,6.50\n');
    const preload = `process.on('exit', () => {
      const { environmentVariables } = process.report.getReport();
      console.error(JSON.stringify([process.env, environmentVariables]));
    });`;
    const { PRICESHEET_API_KEY = '', ...others } = envOf(sandbox);
    const rest = { ...others, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}` };
    const env = { ...rest, PRICESHEET_API_KEY };
    const { code, stderr } = await runProgram(['sync', 'costs.csv'], { cwd, env });
    expect(code, stderr).toBe(0);
    const places: unknown[] = JSON.parse(stderr.trimEnd().split('\n').at(-1) ?? '');
    expect(places).toEqual([expect.objectContaining(rest), expect.objectContaining(rest)]);
    expect(JSON.stringify(places)).not.toContain(PRICESHEET_API_KEY);
  });

  const inPage = NASTY_KEY.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const LONG = 'x'.repeat(280);
  const echoes: readonly (readonly [string, CannedReply])[] = [
    ['plain', { status: 400, body: `No: ${NASTY_KEY}` }],
    ['in JSON', { status: 400, body: { error: { message: NASTY_KEY, param: NASTY_KEY } } }],
    ['in other JSON', { status: 422, body: `{"message":"${CREDENTIALS.replaceAll('/', '\\/')}"}` }],
    ['in a page of headers', { status: 500, body: `<p>authorization: Basic ${CREDENTIALS}</p>` }],
    ['in a page', { status: 502, body: `<p>${inPage}</p>` }],
    ['in a refusal of the key', { status: 401, body: { message: `Bad key ${NASTY_KEY}`, param: null } }],
    ['where a long message is cut', { status: 400, body: { message: LONG + NASTY_KEY, param: '' } }],
    ['in the status text', { status: 400, statusText: NASTY_KEY }],
    ['in an encoding that is cut', { headers: { 'content-encoding': 'x'.repeat(265) + NASTY_KEY } }],
    ['in an id', { body: wirePage([wireListing(1, { id: NASTY_KEY })]) }],
    ['in a redirect', { status: 302, headers: { location: `/x?${encodeURIComponent(NASTY_KEY)}` } }],
    ['in headers', { status: 400, headers: { 'x-echo': CREDENTIALS, 'retry-after': CREDENTIALS } }],
    ['in what should be a list', { body: { object: NASTY_KEY, data: CREDENTIALS } }],
    ['in what is no JSON', { body: `{"${NASTY_KEY}` }],
    ['in a listing', { body: wirePage([wireListing(1, { platform: NASTY_KEY, channel: CREDENTIALS })]) }],
  ];

  it.each(echoes)('is in nothing that is said or written where it comes back %s', async (_where, echo) => {
    const good = wireListing(2, { sku: 'GOOD' });
    const { id } = good;
    const strategy = { object: 'strategy', id, name: NASTY_KEY, type: CREDENTIALS, platform: 'amazon' };
    const server = await startServer(({ method, target }) => {
      if (method === 'GET' && target.includes('sku=GOOD')) return { body: wirePage([good]) };
      return target.startsWith('/strategies') ? { body: wirePage([strategy]) } : echo;
    });
    const cwd = tempFolder();
    writeFileSync(join(cwd, 'costs.csv'), `sku,cost,strategy\nMUG-01,6.50,Low\nGOOD,6.50,${id}\n`);
    const env = { PRICESHEET_BASE_URL: server.url, PRICESHEET_API_KEY: NASTY_KEY, PRICESHEET_RATE: '1000' };
    const ended: Ended[] = [];
    for (const argv of [
      ['sync', 'costs.csv', '--verbose', 'PRICESHEET_RETRIES=1'],
      ['diff', 'costs.csv', '--json', '--out', 'json', 'PRICESHEET_RETRIES=0'],
      ['list', 'strategies', '--verbose'],
      ['list', 'channels', '--json', '--verbose', 'PRICESHEET_RETRIES=0'],
    ])
      ended.push(await runInProcess(argv, { cwd, env }));
    expect(server.seen[0]?.headers.authorization).toBe(`Basic ${CREDENTIALS}`);
    const said = ended.flatMap(({ stdout, stderr }) => [stdout, stderr]);
    const written = filesUnder(cwd);
    expect(written.length).toBeGreaterThan(8);
    for (const text of [...said, ...written])
      expect(
        TRACES.filter((trace) => text.includes(trace)),
        text,
      ).toEqual([]);
    expect(said.join()).toContain('[key]');
  });
});

/** No name of this computer, so that nothing but a proxy leads there. */
const HOST = 'service.example.test';
const PASSWORD = 'p@ss/w+rd-7Zr8';

async function runByProxy({ proxy = {}, env = {}, trust = true, argv = [] }: ProxyScene) {
  const sandbox = await testSandbox({ catalogue: anAccount([{}, {}]) });
  const front = await startTlsFront(sandbox.url, { host: HOST });
  const { port, asked } = await startConnectProxy({ leadsTo: front.port, ...proxy });
  const cwd = tempFolder();
  writeFileSync(join(cwd, 'costs.csv'), 'sku,cost\nSKU-1,6.50\nSKU-2,6.50\n');
  writeFileSync(join(cwd, 'ca.pem'), front.cert);
  const given = Object.entries(env).map(([name, text]) => [name, text.replace('PORT', String(port))]);
  const ended = await runProgram(['sync', 'costs.csv', 'PRICESHEET_RETRIES=0', '--verbose', ...argv], {
    cwd,
    env: {
      ...envOf(sandbox),
      PRICESHEET_BASE_URL: `https://${HOST}${new URL(sandbox.url).pathname}`.replace(/\/$/, ''),
      ...(trust && { NODE_EXTRA_CA_CERTS: join(cwd, 'ca.pem') }),
      ...Object.fromEntries(given),
    },
  });
  return { ...ended, asked, sandbox, cwd };
}

interface ProxyScene {
  readonly proxy?: Partial<Parameters<typeof startConnectProxy>[0]>;
  readonly env?: Readonly<Record<string, string>>;
  readonly trust?: boolean;
  readonly argv?: readonly string[];
}

describe('a company proxy', () => {
  it('leads to the service', async () => {
    const env = { https_proxy: '127.0.0.1:PORT' };
    const { code, stdout, asked, sandbox } = await runByProxy({ env });
    expect(code, stdout).toBe(0);
    expect(sandbox.snapshot().listings.map(({ cost }) => cost)).toEqual([650, 650]);
    expect(new Set(asked)).toEqual(new Set([`${HOST}:443`]));
  });

  it('gets its user name and password, which are nowhere else', async () => {
    const address = `http://us%40er:${encodeURIComponent(PASSWORD)}@127.0.0.1:PORT`;
    const credentials = `us@er:${PASSWORD}`;
    const right = await runByProxy({ proxy: { credentials }, env: { HTTPS_PROXY: address } });
    expect(right.code, right.stdout).toBe(0);
    const wrong = await runByProxy({ proxy: { credentials: 'x:y' }, env: { HTTPS_PROXY: address } });
    expect([wrong.code, wrong.sandbox.requests]).toEqual([1, []]);
    expect(wrong.stdout).toMatch(/the proxy "http:\/\/127\.0\.0\.1:\d+" answered 407/);
    const encoded = Buffer.from(credentials).toString('base64').slice(0, 16);
    for (const { stdout, stderr, cwd } of [right, wrong]) {
      for (const text of [stdout, stderr, ...filesUnder(cwd)]) {
        for (const trace of ['7Zr8', encoded]) expect(text).not.toContain(trace);
      }
    }
  });

  const NOWHERE = { env: { HTTPS_PROXY: 'http://127.0.0.1:9' } };

  it.each<readonly [string, ProxyScene, RegExp]>([
    ['403', { proxy: { status: 403 } }, /the proxy "http:\S+:\d+" answered 403 and did not connect/],
    ['nothing, as it is not there', NOWHERE, /the proxy "http:\S+:9" can't be used: connect ECONN/],
  ])('that answers %s is named, and the service has seen nothing', async (_name, scene, message) => {
    const { code, stdout, sandbox } = await runByProxy({
      env: { HTTPS_PROXY: 'http://127.0.0.1:PORT' },
      ...scene,
    });
    expect([code, sandbox.requests]).toEqual([1, []]);
    expect(stdout).toMatch(message);
    expect(stdout).toContain('Check HTTPS_PROXY');
  });
});

/** Lists the channels, once, and gives what is said about how that went. */
async function ask(url: string, { argv = [], env = {} }: Pick<ProxyScene, 'argv' | 'env'> = {}) {
  const settings = { PRICESHEET_BASE_URL: url, PRICESHEET_API_KEY: 'sandbox-key', ...env };
  const run = env['NODE_EXTRA_CA_CERTS'] === undefined ? runInProcess : runProgram;
  const { code, stderr } = await run(['list', 'channels', 'PRICESHEET_RETRIES=0', ...argv], {
    cwd: tempFolder(),
    env: settings,
  });
  return { code, stderr };
}

const CHANNEL = { object: 'channel', id: 'c0000000-0000-4000-8000-000000000001', platform: 'amazon' };

describe('a name or a certificate that is wrong', () => {
  it.each([
    ['a certificate that has expired', { validUntil: '210101000000Z' }, /has expired.*\. Check the clock/],
    ['a certificate for another name', { host: 'other.test' }, /certificate's altnames.*\. Check the base/],
    ['a certificate that nobody vouches for', 'strange', /self-signed certificate.*NODE_EXTRA_CA_CERTS/],
  ] as const)('%s: says so, and what to do', async (_name, certificate, said) => {
    const server = await startServer(() => ({ body: wirePage([CHANNEL]) }));
    const front = await startTlsFront(server.url, certificate === 'strange' ? {} : certificate);
    const file = join(tempFolder(), 'ca.pem');
    writeFileSync(file, front.cert);
    const env: Record<string, string> = certificate === 'strange' ? {} : { NODE_EXTRA_CA_CERTS: file };
    const { code, stderr } = await ask(`https://localhost:${front.port}`, { env });
    expect([code, reasonIn(stderr)]).toEqual([1, expect.stringMatching(said)]);
    expect(reasonIn(stderr)).toMatch(/^GET \/channels: no connection to the service: /);
    expect(server.seen).toEqual([]);
  });

  it('TLS where none is due, and none where it is, are reported', async () => {
    const server = await startServer(() => ({ body: wirePage([CHANNEL]) }));
    const front = await startTlsFront(server.url);
    const plain = await ask(server.url.replace('http:', 'https:'));
    expect([plain.code, plain.stderr]).toEqual([1, expect.stringContaining('is it http://?')]);
    const tls = await ask(`http://127.0.0.1:${front.port}`);
    expect([tls.code, tls.stderr]).toEqual([1, expect.stringContaining('the connection broke off: ')]);
    expect(server.seen).toEqual([]);
  });
});
