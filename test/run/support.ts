import * as disk from 'node:fs';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { InterruptedError } from '../../src/domain/errors.ts';
import { FIELDS, type Field } from '../../src/domain/fields.ts';
import type { Clock, OnProgress } from '../../src/domain/ports.ts';
import { Secret } from '../../src/domain/secret.ts';
import type { RunReport } from '../../src/report/tally/run-report.ts';
import { type ApplyRequest, apply } from '../../src/run/apply.ts';
import { RUN_FILES } from '../../src/run/folder/run-folder.ts';
import type { Job, RunHost, RunPorts, RunSettings } from '../../src/run/job/run.ts';
import { systemProbes } from '../../src/run/lock/system-probes.ts';
import { toRowSource } from '../../src/run/sheet/row-source.ts';
import { type SyncRequest, sync } from '../../src/run/sync.ts';
import { NO_SHEET, undo } from '../../src/run/undo.ts';
import type { Catalogue, Listing } from '../../src/sandbox/catalogue.ts';
import type { Sandbox, SandboxOptions } from '../../src/sandbox/start-sandbox.ts';
import { openTransport } from '../../src/service/transport.ts';
import { someLimits } from '../plan/support.ts';
import { createHastyClock } from '../support/fake-clock.ts';
import { turn } from '../support/gate.ts';
import { parseCsv } from '../support/parse-csv.ts';
import { EVERY_ROW, PLAIN_SETTINGS, READING } from '../support/some-run.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, BUY_BOX, testSandbox, WALMART_CHANNEL, WALMART_LOWEST } from '../support/test-sandbox.ts';

/** Nothing that was sent before may arrive any more by then. */
export function muchLater(): HostFields {
  return { clock: createHastyClock(60 * 60 * 1000) };
}

export const KEY = 'sandbox-key';

/** A shop in which every field has a value somewhere and is null somewhere. */
export const MIXED: readonly Partial<Listing>[] = [
  { strategy: BUY_BOX, manual_price: 1500 },
  { cost: null, minimum_price: null, maximum_price: null, repricing: false },
  { platform: 'walmart', channel: WALMART_CHANNEL, strategy: WALMART_LOWEST, cost: null, minimum_price: 0 },
  { currency: 'jpy', cost: 64_000, minimum_price: 70_000, maximum_price: 90_000 },
  {},
];
export const MIXED_SHEET = [
  'sku,currency,cost_cents,minimum_price_cents,maximum_price_cents,strategy,repricing,manual_price_cents',
  'SKU-1,usd,null,null,null,null,off,null',
  'SKU-2,usd,640,1100,1900,Buy Box,on,1200',
  'SKU-3,usd,,1,2100,null,,',
  'SKU-4,jpy,65000,,,,,80000',
  'SKU-5,usd,600,1000,2000,,on,',
  '',
].join('\n');

/** A shop of three listings, and a sheet that raises the cost of each. */
export const THREE = [{}, {}, {}];
export const RAISE = 'sku,cost\nSKU-1,6.40\nSKU-2,6.40\nSKU-3,6.40\n';

type SomeSettings = Partial<Omit<RunSettings, 'service'>> & {
  readonly service?: Partial<RunSettings['service']>;
};

export function someSettings(baseUrl: string, { service, ...fields }: SomeSettings = {}): RunSettings {
  return {
    dryRun: false,
    resolve: 'auto',
    reread: 300_000,
    maxFailures: { kind: 'count', count: 20 },
    waitLock: 0,
    ...PLAIN_SETTINGS,
    ...fields,
    service: {
      baseUrl,
      apiKey: new Secret(KEY),
      ratePerSecond: 100_000,
      concurrency: 4,
      timeoutMs: 10_000,
      retries: 2,
      nullAs: 'empty',
      ...service,
    },
  };
}

interface JobFields {
  readonly settings?: Parameters<typeof someSettings>[1];
}

/** The job of an empty sheet. */
export async function someJob({ settings }: JobFields = {}): Promise<Job> {
  return {
    command: 'sync',
    input: {
      sheet: { path: 'prices.csv', cwd: '/', sha256: '00', ...NO_SHEET },
      name: 'prices.csv',
      rows: await toRowSource(() => []),
      shape: { header: [], delimiter: ',', decimalSign: '.', moneyUnit: 'major', clearToken: 'null' },
      notices: [],
    },
    settings: someSettings('https://api.example.com', settings),
    matching: { filters: {}, match: 'one' },
    duplicates: 'error',
  };
}

/** What a test wants otherwise than `someHost` has it. */
export type HostFields = Partial<RunPorts> &
  Pick<RunHost, 'confirm'> & {
    readonly onProgress?: OnProgress;
    readonly onFolder?: (folder: string) => void;
    readonly onMessage?: (message: string) => void;
  };

export function someHost(cwd: string, fields: HostFields = {}): RunHost {
  const { onProgress, onFolder, onMessage, confirm, ...ports } = fields;
  const onEvent: RunHost['onEvent'] = (event) => {
    if (event.event === 'progress') onProgress?.(event);
    if (event.event === 'folder') onFolder?.(event.folder);
    if ('message' in event) onMessage?.(event.message);
  };
  return {
    ports: {
      clock: createHastyClock(),
      random: () => 0.5,
      disk,
      openTransport,
      cwd,
      signal: new AbortController().signal,
      locks: { folder: join(tempFolder(), 'locks'), probes: systemProbes() },
      ...ports,
    },
    onEvent,
    confirm,
  };
}

interface RunOptions {
  readonly settings?: Parameters<typeof someSettings>[1];
  readonly host?: HostFields;
}

type ApplyOptions = RunOptions & Partial<Pick<ApplyRequest, 'allow' | 'only'>>;

interface SyncOptions extends RunOptions {
  readonly request?: Partial<Omit<SyncRequest, 'sheet' | 'settings' | 'matching'>>;
  readonly matching?: Partial<SyncRequest['matching']>;
}

/** An account on a real socket, a folder to work in, and the stories to tell with them. */
export async function openShop(
  options: Partial<SandboxOptions> & { readonly listings?: Parameters<typeof anAccount>[0] },
) {
  const { listings = [], ...rest } = options;
  // Time stands still in there, so that no manual price becomes due in the middle of a test.
  const sandbox = await testSandbox({
    catalogue: anAccount(listings),
    now: () => 1_800_000_000_000,
    ...rest,
  });
  const cwd = tempFolder();
  let sheets = 0;
  return {
    sandbox,
    cwd,
    sync: (csv: string, { request = {}, matching = {}, settings = {}, host = {} }: SyncOptions = {}) => {
      const path = join(cwd, `sheet-${++sheets}.csv`);
      writeFileSync(path, csv);
      return sync(
        {
          command: 'sync',
          sheet: path,
          reading: { ...READING, delimiter: ',' },
          matching: { ...EVERY_ROW, ...matching },
          limits: someLimits({ maxClears: { kind: 'percent', percent: 100 }, maxChange: 999_999 }),
          ...request,
          settings: someSettings(sandbox.url, settings),
        },
        emptyInput(),
        someHost(cwd, host),
      );
    },
    undo: (folder: string, { settings = {}, host = {} }: RunOptions = {}) =>
      undo(folder, someSettings(sandbox.url, settings), someHost(cwd, host)),
    apply: (run: string, { allow = new Set(), only, settings = {}, host = {} }: ApplyOptions = {}) =>
      apply({ run, allow, only, settings: someSettings(sandbox.url, settings) }, someHost(cwd, host)),
    values: () => valuesOf(sandbox.snapshot()),
    posts: () => postsOf(sandbox),
  };
}

/** A shop of one listing, in which what is on its way arrives when the test says so. */
export async function openLateShop(options: Parameters<typeof openShop>[0]) {
  const waiting: (() => void)[] = [];
  const shop = await openShop({ ...options, wait: () => new Promise((resolve) => waiting.push(resolve)) });
  return {
    ...shop,
    values: () => shop.values()['SKU-1 0001'],
    arrive: async (): Promise<void> => {
      for (const resolve of waiting.splice(0)) resolve();
      await turn();
    },
  };
}

/** A sync that is interrupted with its first update: the first is sent, the others are not. */
export async function cutShort(options: Parameters<typeof openShop>[0], sheet = RAISE) {
  const controller = new AbortController();
  const shop = await openShop({
    ...options,
    onRequest: ({ method }) => {
      if (method === 'POST') controller.abort(new InterruptedError('SIGINT'));
    },
  });
  const before = shop.values();
  const run = await shop.sync(sheet, {
    settings: { service: { concurrency: 1 } },
    host: { signal: controller.signal },
  });
  return { shop, run, before };
}

/**
 * A clock that only sleeps and `pass` move on. It calls `onWait` with each long sleep before that passes, and has the lengths of these in
 * `waits`, in seconds. Units: milliseconds.
 */
export function createStillClock(onWait: (nth: number) => void = () => {}) {
  let passed = 0;
  const waits: number[] = [];
  const listeners: (() => void)[] = [];
  const pass = (ms: number): void => {
    passed += ms;
    for (const listener of listeners) listener();
  };
  const clock: Clock = {
    now: () => 1_800_000_000_000 + passed,
    monotonic: () => passed,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      if (ms > 10_000) onWait(waits.push(Math.round(ms / 1000)));
      await turn();
      signal?.throwIfAborted();
      pass(ms);
    },
    every: () => () => {},
  };
  return { clock, waits, pass, onTime: (listener: () => void) => listeners.push(listener) };
}

async function* emptyInput(): AsyncGenerator<Uint8Array> {}

/** What an update can set, by SKU; every other field of a listing is left out. */
function valuesOf({ listings }: Catalogue): Readonly<Record<string, Readonly<Record<Field, unknown>>>> {
  return Object.fromEntries(
    listings.map((listing) => [
      `${listing.sku} ${listing.id.slice(-4)}`,
      Object.fromEntries(FIELDS.map((field) => [field, listing[field]])) as Record<Field, unknown>,
    ]),
  );
}

/** Updates that the service was sent, by SKU, in the order in which they were answered. */
function postsOf({ requests }: Sandbox): readonly string[] {
  return requests.filter(({ method }) => method === 'POST').map(({ sku }) => sku ?? '?');
}

/** `results.csv` as records by column. */
export function readResults({
  folder,
}: Pick<RunReport, 'folder'>): readonly Readonly<Record<string, string>>[] {
  return readCsv(join(folder, 'results.csv'));
}

export function readCsv(path: string): readonly Readonly<Record<string, string>>[] {
  return parseCsv(readFileSync(path, 'utf8'));
}

export function readSummary({ folder }: Pick<RunReport, 'folder'>): Record<string, unknown> {
  return JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8')) as Record<string, unknown>;
}

/** `line status reason` of each outcome. */
export function inShort(report: Pick<RunReport, 'folder'>): readonly string[] {
  return readResults(report).map(({ line = '', status = '', reason = '' }) =>
    [line, status, reason].filter((part) => part !== '').join(' '),
  );
}

/** The lines of a run's plan or journal. */
export function linesOf(
  { folder }: Pick<RunReport, 'folder'>,
  file: 'outcomes' | 'plan' = 'outcomes',
): readonly string[] {
  return readFileSync(join(folder, RUN_FILES[file]), 'utf8').split('\n').slice(0, -1);
}

/** Makes a run look as if it had been killed after that many lines of its journal. */
export function keepJournal(report: RunReport, count: number, torn = ''): void {
  const kept = linesOf(report).slice(0, count);
  writeFileSync(join(report.folder, RUN_FILES.outcomes), kept.map((line) => `${line}\n`).join('') + torn);
}
