import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findMismatches } from './json-schema.ts';
import { parseCsv } from './parse-csv.ts';
import { listRuns } from './temp-folder.ts';

/** A run folder, read by nothing of the program's own. */
export interface RunFiles {
  readonly folder: string;
  readonly results: readonly Readonly<Record<string, string>>[];
  readonly retry: readonly Readonly<Record<string, string>>[];
  readonly undo: readonly Readonly<Record<string, string>>[];
  readonly summary: Summary;
  /** The entries between the plan's head and its end. */
  readonly plan: readonly PlanEntry[];
  /** Lines of the journal, its end included; none where nothing was sent. */
  readonly journal: readonly Readonly<Record<string, unknown>>[];
}

export interface Summary {
  readonly exit_code: number;
  readonly counts: {
    readonly outcomes: number;
    readonly attention: number;
    readonly by_status: Readonly<Record<string, number>>;
    readonly by_reason: Readonly<Record<string, number>>;
  };
  readonly changes: { readonly total: number };
  readonly requests: Readonly<Record<'reads' | 'writes' | 'retries' | 'throttled', number>>;
  readonly stopped: {
    readonly code: string;
    readonly rules: readonly string[];
    readonly message: string;
    readonly hint?: string;
  } | null;
  readonly notices: readonly string[];
  readonly times: { readonly started_at: string };
  readonly folder: string;
}

export interface PlanEntry {
  readonly n: number;
  readonly line: number;
  readonly sku: string;
  readonly status: string;
  readonly listing_id: string | null;
  readonly currency: string | null;
  readonly changes: Readonly<Record<string, readonly [unknown, unknown]>>;
  /** All that the listing held; for updates. */
  readonly before?: Readonly<Record<string, unknown>>;
  /** Values that are sent along as they are. */
  readonly pins?: Readonly<Record<string, readonly [unknown, unknown]>>;
  readonly exact?: boolean;
}

/** What the lines of a plan's entries say, each with its position. */
export function toPlanEntries(lines: readonly string[]): readonly PlanEntry[] {
  return lines.map((text, n) => {
    const entry = JSON.parse(text);
    const { row = entry, listing = entry.listing } = entry.resolved ?? {};
    const isUpdate = entry.kind === 'update' || entry.kind === 'held';
    return {
      n,
      line: row.line,
      sku: row.target.sku,
      status: entry.kind === 'update' ? 'planned' : (entry.status ?? entry.kind),
      listing_id: listing?.id ?? null,
      currency: listing?.currency ?? null,
      changes: toPairs(entry.changes),
      ...(isUpdate && { before: listing.values, pins: toPairs(entry.pins), exact: entry.exact }),
    };
  });
}

interface Change {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

function toPairs(changes: readonly Change[]): PlanEntry['changes'] {
  return Object.fromEntries(changes.map(({ field, before, after }) => [field, [before, after]]));
}

export function readRun(folder: string): RunFiles {
  const text = (file: string): string => readFileSync(join(folder, file), 'utf8');
  const records = (file: string): readonly Readonly<Record<string, string>>[] =>
    existsSync(join(folder, file)) ? parseCsv(text(file), withoutApostrophe) : [];
  const lines = (file: string): readonly string[] =>
    existsSync(join(folder, file)) ? text(file).trimEnd().split('\n') : [];
  return {
    folder,
    results: records('results.csv'),
    retry: records('retry.csv'),
    undo: records('undo.csv'),
    summary: readSummary(text('summary.json')),
    plan: toPlanEntries(lines('plan.ndjson').slice(1, -1)),
    journal: lines('outcomes.ndjson').map((line) => JSON.parse(line)),
  };
}

/** Whatever a test is about, each summary has to be as it is published. */
function readSummary(text: string): Summary {
  const summary = JSON.parse(text);
  const mismatches = findMismatches('summary', summary);
  if (mismatches.length > 0) throw new Error(`Not as its schema says: ${mismatches.join('; ')}`);
  return summary;
}

/** The one run folder that a command left under `runs` in `cwd`. */
export function readOnlyRun(cwd: string): RunFiles {
  const [folder, ...others] = listRuns(cwd);
  if (folder === undefined || others.length > 0)
    throw new Error(`Not one run: ${[folder, ...others].join(', ')}`);
  return readRun(join(cwd, 'runs', folder));
}

/** Cells that a spreadsheet would run as a formula have an apostrophe in front. */
function withoutApostrophe(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}
