import { parseCsv } from '../support/parse-csv.ts';
import type { PlanEntry } from '../support/read-run.ts';
import { parsePlan } from '../support/wire.ts';
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

/** The plan of a run; `undefined` if there is none that is whole. */
export function readPlan(storage: Storage, folder: string): readonly PlanEntry[] | undefined {
  return parsePlan(storage.read(`${folder}/plan.ndjson`) ?? '');
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
