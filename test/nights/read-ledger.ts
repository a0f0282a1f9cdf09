import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Reads the history as any script could: it shares no line with the program, so that neither hides a mistake of the other. */

type Json = Readonly<Record<string, unknown>>;

export interface LedgerRun {
  /** From the folder of the history. */
  readonly path: string;
  readonly record: RunLine;
  readonly lines: readonly Json[];
  /** The checksum in its last line. */
  readonly seal: string;
}

/** The first line of a file, as `docs/schema/history-list.schema.json` describes it. */
export interface RunLine {
  readonly [key: string]: unknown;
  readonly id: string;
  readonly command: string;
  readonly dry_run: boolean;
  readonly started_at: string;
  readonly finished_at: string;
  readonly exit_code: number | null;
  readonly verdict: string;
  readonly folder: string | null;
}

/** The oldest first. Errors: a file that is not sealed as it should be. */
export function readLedger(folder: string): readonly LedgerRun[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\d{4}-\d\d\/[^/]+\.ndjson$/.test(path))
    .map((path) => readRun(folder, path))
    .sort((one, other) => (one.record.started_at < other.record.started_at ? -1 : 1));
}

function readRun(folder: string, path: string): LedgerRun {
  const text = readFileSync(join(folder, path), 'utf8');
  const lines = text.trimEnd().split('\n');
  const last = lines.pop() ?? '';
  const { kind, entries, sha256 } = JSON.parse(last);
  const hash = createHash('sha256')
    .update(text.slice(0, -last.length - 1))
    .digest('hex');
  if (kind !== 'end' || entries !== lines.length - 1 || sha256 !== hash)
    throw new Error(`${path} is not sealed by its last line`);
  const [record, ...rest] = lines.map((line) => JSON.parse(line));
  return { path, record, lines: rest, seal: sha256 };
}

/** The values that were last agreed on, by `id field`: `?` is what is not known any more, and `-` what a line does not say. */
export function lastAgreed(runs: readonly LedgerRun[]): ReadonlyMap<string, unknown> {
  const agreed = new Map<string, unknown>();
  for (const { record, lines } of runs) {
    if (record.dry_run) continue;
    for (const { kind, ids, ...columns } of lines) {
      if (kind !== 'agreed') continue;
      for (const [field, values] of Object.entries(columns))
        for (const [index, id] of (ids as readonly string[]).entries()) {
          const value = (values as readonly unknown[])[index];
          if (value === '?') agreed.delete(`${id} ${field}`);
          else if (value !== '-') agreed.set(`${id} ${field}`, unescaped(value));
        }
    }
  }
  return agreed;
}

/** The values that the snapshot and the runs since have, if there is a snapshot. */
export function readSnapshot(
  folder: string,
  runs: readonly LedgerRun[],
): ReadonlyMap<string, unknown> | undefined {
  const [path] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((each) =>
    each.endsWith('agreed.ndjson'),
  );
  if (path === undefined) return undefined;
  const snapshot = readRun(folder, path);
  const through = runs.findIndex(({ record }) => record.id === snapshot.record['through']);
  return lastAgreed([snapshot, ...runs.slice(through + 1)]);
}

function unescaped(value: unknown): unknown {
  return typeof value === 'string' && value.startsWith('=') ? value.slice(1) : value;
}
