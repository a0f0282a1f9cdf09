import { parseCsv } from '../support/parse-csv.ts';
import { type PlanEntry, toPlanEntries } from '../support/read-run.ts';
import type { Storage } from './storage.ts';

export interface ResultRecord {
  readonly line: number;
  readonly sku: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly listingId: string;
  readonly attempts: number;
}

/** The entries of a plan; `undefined` where there is none that is whole. */
export function parsePlan(text: string | undefined): readonly PlanEntry[] | undefined {
  const lines = (text ?? '').split('\n');
  const [, end] = [lines.pop(), lines.at(-1)];
  if (end === undefined || !end.startsWith('{"kind":"end"')) return undefined;
  const entries = toPlanEntries(lines.slice(1, -1));
  return JSON.parse(end).entries === entries.length ? entries : undefined;
}

/** `results.csv` of a run; `undefined` where there is none. */
export function readResults(storage: Storage, folder: string): readonly ResultRecord[] | undefined {
  const text = storage.read(`${folder}/results.csv`);
  if (text === undefined) return undefined;
  return parseCsv(text).map((record) => ({
    line: Number(record['line']),
    sku: (record['sku'] ?? '').replace(/^'(?='*[=+\-@\t\r])/, ''),
    status: record['status'] ?? '',
    reason: record['reason'] ?? '',
    message: record['message'] ?? '',
    listingId: record['listing_id'] ?? '',
    attempts: Number(record['attempts']),
  }));
}
