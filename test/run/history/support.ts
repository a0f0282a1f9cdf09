import * as fs from 'node:fs';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Disk } from '../../../src/domain/ports.ts';
import type { RunRecord } from '../../../src/domain/run-record.ts';
import { AgreedValues } from '../../../src/run/history/agreed-values.ts';
import { partPath } from '../../../src/run/history/history-files.ts';
import type {
  AttentionLine,
  ChangeLine,
  DriftLine,
  HistoryLine,
} from '../../../src/run/history/history-lines.ts';
import type { NewRecord } from '../../../src/run/history/new-record.ts';
import { type History, openHistory } from '../../../src/run/history/open-history.ts';
import { listingId } from '../../support/builders.ts';

export const PART = {
  job: 'costs',
  account: { base_url: 'http://127.0.0.1:1', key_fingerprint: 'f00d' },
} as const;

/** The nth night, at half past two. */
export function night(number: number, second = 0): string {
  return new Date(Date.UTC(2026, 9, number, 2, 30, second)).toISOString();
}

/** A run that ended well; `exit_code` and `verdict` go together. */
export function aRecord(fields: Partial<NewRecord> = {}): NewRecord {
  return {
    kind: 'run',
    version: 1,
    command: 'sync',
    dry_run: false,
    ...PART,
    by: { user: 'ada', host: 'shop', ci: null },
    started_at: night(1),
    finished_at: night(1, 9),
    exit_code: 0,
    verdict: 'ok',
    stopped: null,
    folder: '/shop/runs/1',
    sheet: null,
    counts: null,
    changes: {},
    requests: null,
    settings: {},
    drift: { drifted: 0, contested: 0, recomputed: 0 },
    moves: {},
    news: null,
    approval: null,
    ...fields,
  };
}

export function aKeptRecord(fields: Partial<RunRecord> = {}): RunRecord {
  return { ...aRecord(fields), id: 'a', previous: null, ...fields };
}

export function aChange(fields: Partial<ChangeLine> = {}): ChangeLine {
  const what = {
    line: 2,
    sku: 'MUG-01',
    listing_id: listingId(1),
    currency: 'usd',
    field: 'cost',
    was: 557,
    is: 644,
  } as const;
  return { kind: 'change', at: night(1, 5), ...what, ...fields };
}

export function anIssue(fields: Partial<AttentionLine> = {}): AttentionLine {
  const row = { line: 7, sku: 'GONE', listing_id: null, status: 'not_found', reason: 'not_found' } as const;
  return { kind: 'attention', ...row, since: night(1), nights: 1, ...fields };
}

export function aDrift(fields: Partial<DriftLine> = {}): DriftLine {
  const what = {
    line: 2,
    sku: 'MUG-01',
    listing_id: listingId(1),
    field: 'cost',
    verdict: 'drifted',
  } as const;
  return {
    kind: 'drift',
    ...what,
    agreed: 644,
    live: 700,
    sheet: 644,
    nights: 1,
    overwritten: true,
    ...fields,
  };
}

/** A line with the cost that was agreed on of the listing of this number. */
export function agreedCost(number: number, cents: number): HistoryLine {
  const values = new AgreedValues();
  values.set(listingId(number), 'cost', cents as never);
  const [line] = values.freshLines();
  if (!line) throw new Error('There is a value');
  return line;
}

interface Opening {
  readonly disk?: Disk;
  readonly isLocked?: boolean;
  /** Units: epoch milliseconds. */
  readonly startedAt?: number;
}

/** Later than any night. */
export const LATER = Date.UTC(2100, 0, 1);

export function open(
  folder: string,
  { disk = fs, isLocked = true, startedAt = LATER }: Opening = {},
): Promise<History> {
  return openHistory({ ...PART, folder, isLocked, redact: (text) => text, startedAt, disk });
}

/** Adds a run as the program does, under the lock. */
export async function addRun(
  folder: string,
  fields: Partial<NewRecord>,
  lines: readonly HistoryLine[] = [],
): Promise<History> {
  const history = await open(folder, { isLocked: fields.dry_run !== true });
  history.add(aRecord(fields), 'costs', () => lines);
  return history;
}

/** The files of runs, the oldest first. */
export function filesIn(folder: string): readonly string[] {
  const part = partPath(folder, PART);
  return (readdirSync(part, { recursive: true }) as string[])
    .filter((name) => /^\d{4}-\d\d\/.*\.ndjson$/.test(name))
    .map((name) => join(part, name))
    .sort();
}

export function linesOf(path: string): readonly unknown[] {
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Changes what a file holds, without its seal knowing. */
export function damage(path: string, from: string | RegExp, to: string): void {
  const text = readFileSync(path, 'utf8');
  const changed = text.replace(from, to);
  if (changed === text) throw new Error(`"${path}" has nothing to damage`);
  writeFileSync(path, changed);
}
