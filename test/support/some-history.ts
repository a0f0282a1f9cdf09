import * as fs from 'node:fs';
import type { RunRecord } from '../../src/domain/run-record.ts';
import { addRecord, type PartOf, partPath } from '../../src/run/history/history-files.ts';
import type {
  AttentionLine,
  ChangeLine,
  DriftLine,
  HistoryLine,
} from '../../src/run/history/history-lines.ts';
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
    by: { user: 'ann', host: 'shop', ci: null },
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
        folder: '/drop',
        size: 123_456,
        modified: '2026-11-20T01:58:00.000Z',
        skus: 5000,
        sets: { cost: 5000 },
        medians: { cost: 612 },
      },
    },
    counts: {
      outcomes: 5000,
      attention: 0,
      by_status: { updated: 212, unchanged: 4788 },
      by_reason: {},
    },
    changes: { cost: { up: 200, down: 12 } },
    requests: { reads: 51, writes: 212, retries: 0, throttled: 0 },
    settings: {},
    drift: { drifted: 0, contested: 0, recomputed: 0 },
    news: null,
    approval: null,
    moves: {},
    previous: null,
    ...fields,
  };
}

export function aChange(fields: Partial<ChangeLine> = {}): ChangeLine {
  return {
    kind: 'change',
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
  /** The folder of all histories. */
  readonly folder: string;
}

/** Writes a run into a history as the program does. Returns the path of its file. */
export function writeRun(
  { folder, ...of }: Written,
  record: RunRecord,
  lines: Iterable<HistoryLine> = [],
): string {
  const { job, account } = record;
  const part = partPath(folder, { job, account, ...of });
  const added = { draft: record, name: job ?? record.command, previous: record.previous, lines: () => lines };
  return addRecord(part, added, { disk: fs, redact: (text) => text }).path;
}
