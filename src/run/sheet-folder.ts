import { basename, dirname, join, resolve, sep } from 'node:path';
import type { Disk } from '../domain/ports.ts';
import { readPlanHead } from './plan-file.ts';
import { RUN_FILES } from './run-folder.ts';
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
  const sheet = originOf(subject, { cwd, disk });
  if (sheet === '-') return cwd;
  const [root = '', ...parts] = dirname(resolve(cwd, sheet)).split(sep);
  return [root, ...parts.map(withoutDates).filter((part) => part !== '')].join(sep) || sep;
}

/** So many runs after one another are more than anybody makes of one sheet. */
const LONGEST_CHAIN = 20;

function originOf(subject: string, { cwd, disk }: Given): string {
  let origin = subject;
  for (let n = 0; n < LONGEST_CHAIN; n++) {
    const head = origin === '-' ? undefined : readPlanHead(planBeside(resolve(cwd, origin)), disk);
    if (!head) break;
    origin = head.sheet.path;
  }
  return origin;
}

const OWN_FILES: readonly string[] = [RUN_FILES.retry, RUN_FILES.undo];

/** Of a run folder, or of a file that a run left behind. */
function planBeside(path: string): string {
  return join(OWN_FILES.includes(basename(path)) ? dirname(path) : path, RUN_FILES.plan);
}
