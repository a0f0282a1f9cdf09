import type { GuardLimits } from '../plan/limits.ts';
import type { SheetShape } from '../report/render-retry.ts';
import type { UndoShape } from '../report/render-undo.ts';
import type { RunReport } from '../report/run-report.ts';
import type { ListingFilters } from '../resolve/match-row.ts';
import { readSheet, type Sheet, type SheetOptions } from '../sheet/read-sheet.ts';
import { readSource } from '../sheet/read-source.ts';
import type { RunSettings, Surroundings } from './job.ts';
import { noticeSheet } from './notice-sheet.ts';
import { runJob } from './run-job.ts';

export interface SyncRequest {
  readonly command: 'sync' | 'diff';
  /** A path, or `-` for standard input. */
  readonly sheet: string;
  readonly reading: SheetOptions;
  readonly filters: ListingFilters;
  readonly match: 'one' | 'all';
  /** Currency of rows that don't say one themselves. */
  readonly currency?: string | undefined;
  readonly limits: GuardLimits;
  readonly settings: RunSettings;
}

/**
 * Brings the listings in step with a sheet, or shows what that would take.
 *
 * Errors: `SheetError` where the sheet can't be read; further `runJob`.
 */
export async function sync(
  request: SyncRequest,
  stdin: AsyncIterable<Uint8Array>,
  surroundings: Surroundings,
): Promise<RunReport> {
  const source = await readSource(request.sheet, { cwd: surroundings.cwd, stdin });
  const sheet = readSheet(source, request.reading);
  const job = {
    command: request.command,
    input: {
      path: source.path,
      name: source.name,
      sha256: source.sha256,
      rows: sheet.rows,
      shape: describeShape(sheet, request.reading),
      notices: noticeSheet(sheet),
    },
    settings: request.settings,
    matching: { filters: request.filters, match: request.match, currency: request.currency },
    duplicates: request.reading.duplicates,
    limits: request.limits,
  };
  return runJob(job, surroundings);
}

/** The files that go back into `sync` are written the way the sheet was, so that the same settings read them. */
function describeShape(
  { header, reading }: Sheet,
  { decimalSign, moneyUnit, clearToken }: SheetOptions,
): SheetShape & UndoShape {
  const { delimiter, decimalSigns } = reading;
  const found = [...decimalSigns.values()].includes(',') ? ',' : '.';
  return { header, delimiter, decimalSign: decimalSign ?? found, moneyUnit, clearToken };
}
