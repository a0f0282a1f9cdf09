import * as fs from 'node:fs';
import { join } from 'node:path';
import type { RunRecord } from '../../src/domain/documents/ledger.ts';
import { atOnce } from '../../src/run/disk/in-slices.ts';
import {
  appendingChanges,
  appendRun,
  type ChangeLine,
  LEDGER_FILES,
  ledgerPath,
  type PartOf,
} from '../../src/run/ledger/ledger-files.ts';
import {
  type AttentionLine,
  type DriftLine,
  LedgerState,
  writingState,
} from '../../src/run/ledger/ledger-state.ts';
import { listingId } from './builders.ts';

const ACCOUNT = { base_url: 'https://service.example/v1', key_fingerprint: 'f1f2f3' };

/** A run of a history with every field filled in, so that a test names only what it is about. */
export function aRecord(fields: Partial<RunRecord> = {}): RunRecord {
  const started = fields.started_at ?? '2026-11-20T02:15:00.000Z';
  return {
    kind: 'run',
    version: 1,
    id: `${started.slice(0, 19).replaceAll(':', '-')}Z-costs`,
    command: 'sync',
    dry_run: false,
    job: 'costs',
    account: ACCOUNT,
    by: { user: 'ann', host: 'shop' },
    started_at: started,
    finished_at: new Date(Date.parse(started) + 36_000).toISOString(),
    exit_code: 0,
    verdict: 'ok',
    stopped: null,
    folder: null,
    sheet: {
      path: 'costs.csv',
      sha256: 'a'.repeat(64),
      rows: 5000,
      columns: { sku: 'SKU', cost: 'EK' },
      figures: {
        size: 123_456,
        modified: '2026-11-20T01:58:00.000Z',
        skus: 5000,
        sets: { cost: 5000 },
        medians: { cost: 612 },
      },
    },
    counts: { outcomes: 5000, attention: 0, by_status: { updated: 212, unchanged: 4788 }, by_reason: {} },
    changes: { cost: { up: 200, down: 12 } },
    requests: { reads: 51, writes: 212, retries: 0, throttled: 0 },
    settings: {},
    drift: { drifted: 0, contested: 0, recomputed: 0 },
    news: null,
    approval: null,
    moves: {},
    ...fields,
  };
}

/** The nth night of October, at half past two. */
export function night(number: number, second = 0): string {
  return new Date(Date.UTC(2026, 9, number, 2, 30, second)).toISOString();
}

/** A run that ended well, and of which little is known. */
export function aKeptRecord(fields: Partial<RunRecord> = {}): RunRecord {
  const bare = { sheet: null, counts: null, changes: {}, requests: null, folder: '/shop/runs/1' };
  const times = { started_at: night(1), finished_at: night(1, 9) };
  return aRecord({ id: 'a', ...bare, ...times, ...fields });
}

export function aChange(fields: Partial<ChangeLine> = {}): ChangeLine {
  return {
    run: '2026-11-20T02-15-00Z-costs',
    at: '2026-11-20T02:15:30.000Z',
    line: 2,
    sku: 'MUG-01',
    listing_id: listingId(1),
    currency: 'usd',
    field: 'cost',
    was: 600,
    is: 630,
    ...fields,
  };
}

export function aDrift(fields: Partial<DriftLine> = {}): DriftLine {
  return {
    kind: 'drift',
    line: 2,
    sku: 'MUG-01',
    listing_id: listingId(1),
    field: 'cost',
    verdict: 'drifted',
    agreed: 630,
    live: 700,
    sheet: 630,
    since: '2026-11-20T02:15:00.000Z',
    nights: 1,
    overwritten: true,
    ...fields,
  };
}

export function anAttention(fields: Partial<AttentionLine> = {}): AttentionLine {
  return {
    kind: 'attention',
    line: 3,
    sku: 'CUP-01',
    listing_id: null,
    status: 'not_found',
    reason: 'sku_not_listed',
    since: '2026-11-18T02:15:00.000Z',
    nights: 3,
    ...fields,
  };
}

interface Written extends Partial<PartOf> {
  /** The folder of all ledgers. */
  readonly folder: string;
}

interface RunLines {
  readonly changes?: readonly ChangeLine[];
  /** What is open after it; absent: the file of what was agreed on stays as it is. */
  readonly open?: readonly (AttentionLine | DriftLine)[] | undefined;
}

/** Adds a run to a ledger as the program does. Returns the folder of the ledger. */
export function writeRun(
  { folder, ...of }: Written,
  record: RunRecord,
  { changes = [], open }: RunLines = {},
): string {
  const { job, account, id: run } = record;
  const path = ledgerPath(folder, { job, account, ...of });
  const writing = { disk: fs, redact: (text: string) => text };
  const lines = changes.map((change) => ({ ...change, run }));
  if (lines.length > 0) atOnce(appendingChanges(path, lines, { ...writing, at: record.started_at }));
  if (open) {
    const attention = open.filter((line) => line.kind === 'attention');
    const drifts = open.filter((line) => line.kind === 'drift');
    const state = Object.assign(new LedgerState(), { run, at: record.finished_at, attention, drifts });
    atOnce(writingState(path, state, writing));
  }
  appendRun(path, { ...record, change_lines: lines.length }, writing);
  return path;
}

/** The lines of a file of a ledger, parsed. */
export function linesIn(
  ledger: string,
  file: keyof typeof LEDGER_FILES,
): readonly Readonly<Record<string, unknown>>[] {
  const path = join(ledger, LEDGER_FILES[file]);
  if (!fs.existsSync(path)) return [];
  return fs
    .readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** The only ledger of a folder. */
export function onlyLedger(folder: string): string {
  const [name = '', ...others] = fs.readdirSync(folder);
  if (others.length > 0) throw new Error(`There are ${others.length + 1} ledgers in ${folder}`);
  return join(folder, name);
}
