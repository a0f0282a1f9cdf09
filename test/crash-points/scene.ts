import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { FIELDS } from '../../src/domain/fields.ts';
import { Secret } from '../../src/domain/secret.ts';
import { describeAccount } from '../../src/run/job/account.ts';
import { ledgerPath } from '../../src/run/ledger/ledger-files.ts';
import type { Listing } from '../../src/sandbox/catalogue.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import type { Ended } from '../support/run-program.ts';
import { TEMP_ROOT } from '../support/temp-root.ts';
import { readPlannedWires, wireOf } from '../support/wire.ts';
import { anAccount, CONCURRENCY, SHEET } from './account.ts';
import { fixedId, type Place, runLimited, type TraceOptions, traceProgram } from './strace.ts';

/** The values that updates set, by listing. */
export type Values = ReadonlyMap<string, string>;

export type Scene = Awaited<ReturnType<typeof openScene>>;

/** An account of its own, a folder with the sheet, and commands that are run there. `home` holds everything until `close`. */
export async function openScene() {
  const home = realpathSync(mkdtempSync(join(TEMP_ROOT, 'pricesheet-crash-')));
  const cwd = join(home, 'work');
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'costs.csv'), SHEET);
  const unplanned: string[] = [];
  let out = '';
  const sandbox = await startSandbox({
    catalogue: anAccount(),
    onRequest: (entry) => {
      if (entry.method !== 'POST') return;
      const planned = readPlannedWires(join(cwd, out, 'plan.ndjson'));
      if (planned === undefined) unplanned.push(`${wireOf(entry)} was sent without a whole plan on disk`);
      else if (!planned.has(wireOf(entry)))
        unplanned.push(`${wireOf(entry)} was sent and is not in the plan`);
    },
  });
  const env = {
    PATH: process.env['PATH'] ?? '',
    XDG_STATE_HOME: join(home, 'state'),
    PRICESHEET_BASE_URL: sandbox.url,
    PRICESHEET_API_KEY: sandbox.apiKey,
    PRICESHEET_RATE: '100000',
    PRICESHEET_FOLLOW_UP: 'false',
    PRICESHEET_CONCURRENCY: String(CONCURRENCY),
  };
  const place = { cwd, env };
  const locks = join(home, 'state', 'pricesheet', 'locks');
  const account = describeAccount({ baseUrl: sandbox.url, apiKey: new Secret(sandbox.apiKey) });
  const withOut = (argv: readonly string[]): readonly string[] => {
    out = argv[argv.indexOf('--out') + 1] ?? '';
    return argv;
  };

  /** What a dead program has sent is with the service already; two answers later it has been dealt with. */
  async function settle<T extends Ended>(ended: T): Promise<T> {
    const authorization = `Basic ${Buffer.from(`${sandbox.apiKey}:`).toString('base64')}`;
    for (let round = 0; round < 2; round++) {
      const answer = await fetch(`${sandbox.url}/channels`, {
        headers: { authorization, connection: 'close' },
      });
      await answer.text();
    }
    return ended;
  }

  return {
    cwd,
    locks,
    /** The paths of what `placeOf` names, in a run that is traced on paths. */
    lockPaths: lockPathsOf(locks, account.key_fingerprint),
    historyPaths: historyPathsOf(ledgerPath(join(cwd, 'runs/.history'), { job: 'costs', account })),
    run: async (...argv: readonly string[]) => settle(await runHere(withOut(argv), place)),
    runLimited: async (argv: readonly string[], fileKiB: number) =>
      settle(await runLimited(withOut(argv), { ...place, fileKiB })),
    trace: async (argv: readonly string[], options: Pick<TraceOptions, 'calls' | 'inject' | 'paths'>) =>
      settle(await traceProgram(withOut(argv), { ...place, ...options, log: join(home, 'trace.log') })),
    /** Every POST that has reached the service so far. */
    posts: () => sandbox.requests.filter(({ method }) => method === 'POST'),
    values: () => valuesOf(sandbox.snapshot().listings),
    /** What was sent without standing in a plan that was whole on disk. */
    unplanned: unplanned as readonly string[],
    close: async () => {
      await sandbox.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

const MAIN = pathToFileURL(resolve(import.meta.dirname, '../../dist/cli/main.js')).href;

/** Runs a command line of the built program in this process: what nothing happens to needs none of its own. */
async function runHere(argv: readonly string[], { cwd, env }: Place): Promise<Ended> {
  const { main }: typeof import('../../src/cli/main.ts') = await import(MAIN);
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  stdin.end();
  const code = await main(argv, { stdin, stdout, stderr, env, cwd });
  return { code, stdout: readAll(stdout), stderr: readAll(stderr) };
}

function readAll(stream: PassThrough): string {
  const chunk: unknown = stream.read();
  return Buffer.isBuffer(chunk) ? chunk.toString() : '';
}

/** Other files have drafts with an id too, so the number of one may be higher. */
const IDS = [1, 2, 3, 4, 5, 6, 7, 8];

function lockPathsOf(locks: string, fingerprint: string): Readonly<Record<string, readonly string[]>> {
  const lock = join(locks, `${fingerprint}.lock`);
  const first = fixedId(1);
  return {
    locks: [locks],
    lock: [lock],
    'lock-draft': [`${lock}.${first}.new`],
    'lock-right': [`${lock}.${first}`],
    'lock-right-draft': IDS.map((id) => `${lock}.${first}.${fixedId(id)}.new`),
  };
}

function historyPathsOf(ledger: string): Readonly<Record<string, readonly string[]>> {
  return {
    'history/ledger': [ledger],
    'history/runs': [join(ledger, 'runs.ndjson')],
    'history/changes': [join(ledger, 'changes.ndjson')],
    'history/agreed': [join(ledger, 'agreed.ndjson')],
    'history/agreed-draft': IDS.map((id) => join(ledger, `agreed.ndjson.${fixedId(id)}.unfinished`)),
  };
}

function valuesOf(listings: readonly Listing[]): Values {
  return new Map(
    listings.map((listing) => [listing.id, FIELDS.map((field) => `${field}=${listing[field]}`).join(' ')]),
  );
}
