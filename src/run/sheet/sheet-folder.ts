import { dirname, join, resolve, sep } from 'node:path';
import type { Disk } from '../../domain/ports.ts';
import { readPlanHead } from '../folder/plan-file.ts';
import { isOwnSheet, RUN_FILES } from '../folder/run-folder.ts';
import { withoutDates } from './sheet-job.ts';

/** What a run was given: a sheet, one of a run's own files, or a run folder. */
interface Given {
  readonly cwd: string;
  readonly disk: Disk;
}

/**
 * Where the sheet of a run lies, without what changes from night to night: it tells jobs apart whose sheets have one name. A run
 * that works from another one's folder belongs to the sheet of that one. Links are not followed, since they are what stays the
 * same.
 *
 * Shape: `/srv/exports/2026-11-20/costs.csv` → `/srv/exports`.
 */
export function sheetFolderOf(subject: string, { cwd, disk }: Given): string {
  const [root = '', ...parts] = dirname(originOf(subject, { cwd, disk })).split(sep);
  return [root, ...parts.map(withoutDate).filter((part) => part !== '')].join(sep) || sep;
}

/** A number of ten or thirteen digits is rather a customer's than a time. */
function withoutDate(part: string): string {
  return /^(?:\d{10}|\d{13})$/.test(part) ? part : withoutDates(part);
}

/** So many runs after one another are more than anybody makes of one sheet. */
const MAX_CHAIN = 20;

/** As an absolute path; what comes through standard input has the working folder for its own. */
function originOf(subject: string, { cwd, disk }: Given): string {
  let origin = resolve(cwd, subject);
  for (let n = 0; n < MAX_CHAIN; n++) {
    const sheet = readPlanHead(planBeside(origin), disk)?.sheet;
    if (!sheet) break;
    origin = resolve(sheet.cwd ?? cwd, sheet.path);
  }
  return origin;
}

/** Of a run folder, or of a file that a run left behind. */
function planBeside(path: string): string {
  return join(isOwnSheet(path) ? dirname(path) : path, RUN_FILES.plan);
}
