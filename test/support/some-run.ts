import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { PlanHead } from '../../src/run/folder/plan-schema.ts';
import type { RunSettings } from '../../src/run/job/run.ts';
import type { SyncRequest } from '../../src/run/sync.ts';
import { aGiven } from './builders.ts';
import { aRecord, writeRun } from './some-history.ts';

/** How a sheet is read if a test says nothing else. */
export const READING = {
  map: new Map(),
  moneyUnit: 'major',
  clearToken: 'null',
  duplicates: 'error',
  asOf: 20261120,
  shell: 'posix',
} as const satisfies SyncRequest['reading'];

/** Every row of a sheet, for the one listing that it matches. */
export const EVERY_ROW = {
  filters: {},
  match: 'one',
} as const satisfies SyncRequest['matching'];

/** What a run shows and allows if a test says nothing else. */
export const PLAIN_SETTINGS = {
  missing: 'attention',
  attention: 'all',
  followUp: false,
  verbose: false,
  shown: {},
  given: aGiven(),
} as const satisfies Partial<RunSettings>;

/** The first line of a plan of "costs.csv". */
export function aPlanHead(changed: Partial<PlanHead> = {}): PlanHead {
  return {
    kind: 'plan',
    version: 1,
    command: 'sync',
    dry_run: false,
    created_at: '2026-11-20T08:30:00.000Z',
    account: { base_url: 'https://shop.example/v1', key_fingerprint: '0123456789ab' },
    sheet: {
      path: 'costs.csv',
      cwd: '/shop',
      sha256: '00',
      job: 'costs',
      columns: null,
      decimal_signs: null,
    },
    whole: true,
    journal: 'chained',
    violations: [],
    shape: {
      header: ['sku', 'cost'],
      delimiter: ',',
      decimalSign: '.',
      moneyUnit: 'major',
      clearToken: 'null',
    },
    retry_flags: [],
    ...changed,
  };
}

interface Given {
  /** ISO 8601. */
  readonly at: string;
  readonly command?: 'sync' | 'diff' | 'undo' | 'apply';
  readonly job?: string;
  /** The fingerprint of the key, if it is another one. */
  readonly key?: string;
  readonly whole?: boolean;
  /** Without one the run sent nothing. */
  readonly journal?: readonly object[] | undefined;
  /** `null`: it was killed. */
  readonly summary?: {
    readonly writes?: number;
    readonly by_status?: object;
    readonly by_reason?: Readonly<Record<string, number>>;
  } | null;
  /** Of the history that has the run; `undefined`: none has. */
  readonly history?: string | undefined;
  readonly name?: string;
}

/** Writes a run folder as far as it is read without its plan's entries, and returns its path. */
export function aRunFolder(parent: string, given: Given): string {
  const {
    at,
    command = 'sync',
    job = 'costs',
    whole = true,
    journal = [{ kind: 'end' }],
    summary = {},
  } = given;
  const folder = join(parent, given.name ?? `${at.slice(0, 19).replaceAll(':', '-')}Z-${job}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const write = (name: string, ...lines: readonly object[]) =>
    writeFileSync(join(folder, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''), {
      mode: 0o600,
    });
  const dryRun = command === 'diff';
  const sheet = { ...aPlanHead().sheet, path: `${job}.csv`, sha256: at, job };
  const { account } = aPlanHead();
  const head = aPlanHead({
    command,
    dry_run: dryRun,
    created_at: at,
    sheet,
    whole,
    account: { ...account, key_fingerprint: given.key ?? account.key_fingerprint },
  });
  write('plan.ndjson', head);
  if (!dryRun) write('outcomes.ndjson', ...journal);
  write('log.ndjson', {});
  const { writes = dryRun ? 0 : 1, by_status = { updated: 1 }, by_reason = {} } = summary ?? {};
  const counts = { outcomes: 1, attention: 0, by_status, by_reason };
  const requests = { reads: 1, writes, retries: 0, throttled: 0 };
  if (summary)
    write('summary.json', {
      version: 1,
      command,
      dry_run: dryRun,
      declined: false,
      exit_code: 0,
      sheet: { ...sheet, rows: 1 },
      account: head.account,
      strategies: {},
      settings: {},
      counts,
      changes: { total: 0, bucket_edges_percent: [], by_field: {}, biggest: { down: [], up: [] } },
      price_outcome: {},
      follow_up: null,
      drift: null,
      approval: null,
      attention_news: null,
      notices: [],
      stopped: null,
      requests,
      times: { started_at: at, finished_at: at, seconds: 0 },
    });
  const known = {
    id: basename(folder),
    command,
    dry_run: dryRun,
    job,
    account: head.account,
    folder,
    changes: {},
  };
  const ending = summary
    ? { counts, requests }
    : { exit_code: null, verdict: 'killed' as const, counts: null, requests: null };
  const record = aRecord({ ...known, started_at: at, finished_at: at, ...ending });
  if (given.history !== undefined) writeRun({ folder: given.history }, record);
  return folder;
}
