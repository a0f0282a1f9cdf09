import { dirname, join, resolve, sep } from 'node:path';
import { isOwnSheet } from '../../domain/own-sheet.ts';
import type { Disk } from '../../domain/ports.ts';
import { readPlanHead } from '../folder/plan-file.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import { withoutDates } from './sheet-job.ts';

/** The input of a run: a sheet, one of a run's own files, or a run folder. */
interface Given {
  readonly cwd: string;
  readonly disk: Disk;
}

/**
 * The folder of a run's sheet, without what changes from night to night; it distinguishes jobs whose sheets have the
 * same name. A run from an earlier run's folder belongs to that run's sheet. Links are not followed, since they are what
 * stays the same.
 *
 * Shape: `/srv/exports/2026-11-20/costs.csv` → `/srv/exports`.
 */
export function sheetFolderOf(subject: string, { cwd, disk }: Given): string {
  const [root = '', ...parts] = dirname(originOf(subject, { cwd, disk })).split(sep);
  return [root, ...parts.map(withoutDate).filter((part) => part !== '')].join(sep) || sep;
}

/** Ten or thirteen digits are more likely a customer than a time. */
function withoutDate(part: string): string {
  return /^(?:\d{10}|\d{13})$/.test(part) ? part : withoutDates(part);
}

/** No chain of runs from one sheet is longer. */
const MAX_CHAIN = 20;

/** As an absolute path; standard input has the working folder. */
function originOf(subject: string, { cwd, disk }: Given): string {
  let origin = resolve(cwd, subject);
  for (let n = 0; n < MAX_CHAIN; n++) {
    const sheet = readPlanHead(planBeside(origin), disk)?.sheet;
    if (!sheet) break;
    origin = resolve(sheet.cwd ?? cwd, sheet.path);
  }
  return origin;
}

/** The sheet's path for a run folder, or for a file in it. */
function planBeside(path: string): string {
  return join(isOwnSheet(path) ? dirname(path) : path, RUN_FILES.plan);
}
