import * as fs from 'node:fs';
import { join } from 'node:path';
import type { Disk } from '../../src/domain/ports.ts';
import type { RunRecord } from '../../src/domain/run-record.ts';
import { addRecord, partPath } from '../../src/run/history/history-files.ts';
import type { HistoryLine } from '../../src/run/history/history-lines.ts';
import { readSeal } from '../../src/run/history/read-history-file.ts';

/** A night of a job that went well. */
function aRecord(changed: Partial<RunRecord> = {}): RunRecord {
  const started = changed.started_at ?? '2026-11-20T02:15:00.000Z';
  return {
    kind: 'run',
    version: 1,
    id: 'set by its file',
    command: 'sync',
    dry_run: false,
    job: 'costs',
    account: { base_url: 'https://shop.example/v1', key_fingerprint: '0123456789ab' },
    by: { user: 'kim', host: 'shop', ci: null },
    started_at: started,
    finished_at: started,
    exit_code: 0,
    verdict: 'ok',
    stopped: null,
    folder: `/shop/runs/${started}`,
    sheet: {
      path: 'costs.csv',
      sha256: started,
      rows: 100,
      columns: { sku: 'sku', cost: 'cost' },
      figures: {
        folder: '/shop',
        size: 1000,
        modified: started,
        skus: 100,
        sets: { cost: 100 },
        medians: { cost: 600 },
      },
    },
    counts: { outcomes: 100, attention: 0, by_status: { updated: 5, unchanged: 95 }, by_reason: {} },
    changes: { cost: { up: 5 } },
    requests: { reads: 2, writes: 5, retries: 0, throttled: 0 },
    settings: {},
    drift: { drifted: 0, contested: 0, recomputed: 0 },
    news: null,
    approval: null,
    moves: {},
    previous: null,
    ...changed,
  };
}

interface Kept {
  readonly record: RunRecord;
  readonly path: string;
  readonly seal: string;
}

/** Writes the file of a run as a run does. `after`: the run that it is chained to. */
export function keepRun(
  folder: string,
  {
    lines = [],
    after,
    name = 'costs',
    disk = fs,
    ...changed
  }: Partial<RunRecord> & {
    readonly lines?: readonly HistoryLine[];
    readonly after?: Kept | undefined;
    readonly name?: string;
    readonly disk?: Disk;
  } = {},
): Kept {
  const draft = aRecord(changed);
  const part = partOf(folder, draft);
  const previous = after ? { id: after.record.id, sha256: after.seal } : draft.previous;
  const added = { draft, name, previous, lines: () => lines };
  const { record, path } = addRecord(part, added, { disk, redact: (text) => text });
  return { record, path, seal: readSeal(path, disk) };
}

/** The folder of the job that a run belongs to. */
export function partOf(folder: string, record: RunRecord = aRecord()): string {
  return partPath(folder, record);
}

/** Three nights in a row, chained. */
export function threeNights(folder: string): readonly [Kept, Kept, Kept] {
  const first = keepRun(folder, { started_at: '2026-11-18T02:15:00.000Z' });
  const second = keepRun(folder, { started_at: '2026-11-19T02:15:00.000Z', after: first });
  const third = keepRun(folder, { started_at: '2026-11-20T02:15:00.000Z', after: second });
  return [first, second, third];
}

/** All files below a folder with their bytes, to see that nothing has changed. */
export function filesOf(folder: string): Readonly<Record<string, string>> {
  if (!fs.existsSync(folder)) return {};
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    files.sort().map((path) => [path.slice(folder.length + 1), fs.readFileSync(path, 'utf8')]),
  );
}
