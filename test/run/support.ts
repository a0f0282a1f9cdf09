import * as disk from 'node:fs';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { FIELDS, type Field } from '../../src/domain/fields.ts';
import { Secret } from '../../src/domain/secret.ts';
import type { RunReport } from '../../src/report/tally/run-report.ts';
import { type ApplyRequest, apply } from '../../src/run/apply.ts';
import type { RunSettings } from '../../src/run/job/job.ts';
import type { RunEvents, RunHost, RunPorts } from '../../src/run/job/run.ts';
import { systemProbes } from '../../src/run/lock/system-probes.ts';
import { type SyncRequest, sync } from '../../src/run/sync.ts';
import { undo } from '../../src/run/undo.ts';
import type { Catalogue } from '../../src/sandbox/catalogue.ts';
import type { Sandbox, SandboxOptions } from '../../src/sandbox/start-sandbox.ts';
import { openTransport } from '../../src/service/transport.ts';
import { someLimits } from '../plan/support.ts';
import { createHastyClock } from '../support/hasty-clock.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { anAccount, testSandbox } from '../support/test-sandbox.ts';

/** Nothing that was sent before may arrive any more by then. */
export function muchLater(): HostFields {
  return { clock: createHastyClock(60 * 60 * 1000) };
}

export const KEY = 'sandbox-key';

export function someSettings(
  baseUrl: string,
  {
    service,
    ...fields
  }: Partial<Omit<RunSettings, 'service'>> & { readonly service?: Partial<RunSettings['service']> } = {},
): RunSettings {
  return {
    dryRun: false,
    resolve: 'auto',
    rereadAfterMs: 300_000,
    maxFailures: { kind: 'count', count: 20 },
    missingIsOk: false,
    waitLockMs: 0,
    logLevel: 'info',
    shown: {},
    flags: [],
    layoutFlags: [],
    stepFlags: { undoFlags: [], applyFlags: [], onceFlags: [] },
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

/** What a test wants otherwise than `someHost` has it. */
export type HostFields = Partial<RunPorts & RunEvents>;

export function someHost(cwd: string, fields: HostFields = {}): RunHost {
  const { onProgress = () => {}, onRequests, onFolder, onWait, onWarning, confirm, ...ports } = fields;
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
    events: { onProgress, onRequests, onFolder, onWait, onWarning, confirm },
  };
}

interface RunOptions {
  readonly settings?: Parameters<typeof someSettings>[1];
  readonly host?: HostFields;
}

interface SyncOptions extends RunOptions {
  readonly request?: Partial<Omit<SyncRequest, 'sheet' | 'settings'>>;
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
    sync: (csv: string, { request = {}, settings = {}, host = {} }: SyncOptions = {}) => {
      const path = join(cwd, `sheet-${++sheets}.csv`);
      writeFileSync(path, csv);
      return sync(
        {
          command: 'sync',
          sheet: path,
          reading: {
            delimiter: ',',
            map: new Map(),
            moneyUnit: 'major',
            clearToken: 'null',
            duplicates: 'error',
          },
          filters: {},
          match: 'one',
          ignoreCase: false,
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
    apply: (
      run: string,
      { allow = new Set(), settings = {}, host = {} }: RunOptions & Partial<Pick<ApplyRequest, 'allow'>> = {},
    ) => apply({ run, allow, settings: someSettings(sandbox.url, settings) }, someHost(cwd, host)),
    values: () => valuesOf(sandbox.snapshot()),
    posts: () => postsOf(sandbox),
  };
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
  return parse(readFileSync(path, 'utf8'), { columns: true }) as Record<string, string>[];
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
