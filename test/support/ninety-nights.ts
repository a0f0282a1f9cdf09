import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { RunRecord } from '../../src/domain/documents/ledger.ts';
import type { ChangeLine } from '../../src/run/ledger/ledger-files.ts';
import type { AttentionLine, DriftLine } from '../../src/run/ledger/ledger-state.ts';
import { listingId } from './builders.ts';
import { aChange, aDrift, anAttention, aRecord, writeRun } from './some-history.ts';

const DAY_MS = 86_400_000;

interface Nights {
  /** The folder of the run folders. */
  readonly runs: string;
  readonly job?: string;
  /** When the last of them began. Units: ISO 8601. */
  readonly last?: string;
  readonly nights?: number;
  /** The run folders of so many last nights are still there. */
  readonly kept?: number;
  /** What is different about single nights, counted from the last one; `null`: there was no run. */
  readonly odd?: Readonly<Record<number, Partial<RunRecord> | null>>;
  /** Of the last night. */
  readonly attention?: readonly (AttentionLine | DriftLine)[];
  readonly skuOf?: (n: number) => string;
}

export const FAILED = {
  exit_code: 2,
  verdict: 'failed',
  counts: null,
  sheet: null,
  drift: null,
  requests: null,
  stopped: { code: 'sheet', rules: [], message: 'Cannot read the sheet "costs.csv": there is no such file' },
} as const satisfies Partial<RunRecord>;

export const STOPPED = {
  exit_code: 4,
  verdict: 'failed',
  stopped: {
    code: 'guard',
    rules: ['rows_dropped'],
    message: 'rows_dropped: 2,410 SKUs, usually 5,000; the limit is 80 % of them',
  },
  counts: { outcomes: 2410, attention: 2410, by_status: { skipped: 2410 }, by_reason: {} },
} as const satisfies Partial<RunRecord>;

export const IN_NEED = {
  exit_code: 3,
  verdict: 'attention',
  counts: {
    outcomes: 5000,
    attention: 2,
    by_status: { updated: 57, unchanged: 4941, not_found: 2 },
    by_reason: { sku_not_listed: 2 },
  },
  news: { fresh: 0, still: 2, since: '2026-11-13T02:15:00.000Z', well: 0 },
} as const satisfies Partial<RunRecord>;

/** Writes the history of a job's nights as runs leave it, with run folders of the last of them. Returns the records, the newest first. */
export function writeNinetyNights({
  runs,
  job = 'costs',
  last = '2026-11-20T02:15:00.000Z',
  nights = 120,
  kept = 30,
  odd = {},
  attention = [],
  skuOf = (n) => `ITEM-${String(n).padStart(4, '0')}`,
}: Nights): readonly RunRecord[] {
  const records: RunRecord[] = [];
  for (let ago = nights - 1; ago >= 0; ago--) {
    const other = odd[ago];
    if (other === null) continue;
    const started = Date.parse(last) - ago * DAY_MS + ((ago * 7) % 40) * 1000;
    const started_at = new Date(started).toISOString();
    const updated = 20 + ((ago * 37) % 60) + (ago === 8 ? 2156 : 0);
    const record = aRecord({
      job,
      started_at,
      finished_at: new Date(started + 14_000 + updated * 110).toISOString(),
      counts: {
        outcomes: 5000 + (90 - ago),
        attention: 0,
        by_status: { updated, unchanged: 5000 + (90 - ago) - updated },
        by_reason: {},
      },
      requests: { reads: 51, writes: updated, retries: 0, throttled: 0 },
      drift: { drifted: ago % 9 === 0 ? 1 + (ago % 4) : 0, contested: 0, recomputed: 0 },
      ...other,
    });
    const folder = join(runs, `${started_at.slice(0, 19).replaceAll(':', '-')}Z-${job}`);
    const sheet = record.sheet && { ...record.sheet, rows: 5000 + (90 - ago) * 3 };
    const whole: RunRecord = {
      ...record,
      sheet,
      folder: other?.folder === undefined ? folder : other.folder,
    };
    const lines = record.stopped ? [] : linesOf(ago === 8 ? 40 : updated % 23, { ago, skuOf, started_at });
    const named = { ...whole, id: basename(folder) };
    writeRun({ folder: join(runs, '.history') }, named, {
      changes: lines,
      open: ago === 0 ? attention : undefined,
    });
    records.unshift(named);
    if (ago < kept && whole.folder !== null) {
      mkdirSync(whole.folder, { recursive: true });
      writeFileSync(join(whole.folder, 'report.html'), `<!doctype html><title>${ago}</title>`);
    }
  }
  return records;
}

interface Which {
  readonly ago: number;
  readonly skuOf: (n: number) => string;
  readonly started_at: string;
}

function linesOf(changes: number, { ago, skuOf, started_at }: Which): readonly ChangeLine[] {
  return Array.from({ length: changes }, (_, n) => {
    const number = n < 4 ? n : (ago * 31 + n * 17) % 800;
    return aChange({
      at: started_at,
      line: number + 2,
      sku: skuOf(number),
      listing_id: listingId(number + 1),
      field: n % 5 === 4 ? 'minimum_price' : 'cost',
      is: 600 + ((ago + n) % 90),
    });
  });
}

/** Two rows that are not listed, and a field that somebody changes every night. */
export const CHRONIC: readonly (AttentionLine | DriftLine)[] = [
  anAttention({ sku: 'CUP-17', line: 4801, since: '2026-11-13T02:15:00.000Z', nights: 8 }),
  anAttention({ sku: 'CUP-19', line: 4803, since: '2026-11-13T02:15:00.000Z', nights: 8 }),
  aDrift({ sku: 'MUG-01', line: 121, nights: 4 }),
];
