import { join } from 'node:path';
import type { Disk } from '../../domain/ports.ts';
import { readRegularFile } from '../disk/line-file.ts';
import { guardFolder, listFolders } from '../folder/find-run-folders.ts';
import { readPlanHead } from '../folder/plan-file.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import type { Settlement } from './unsettled-columns.ts';

/**
 * The columns of the last run of a job that somebody agreed to, among the run folders in `parents`: plans record how the sheet was
 * read. Unreadable folders are skipped.
 */
export function findLastSettlement(
  parents: readonly string[],
  job: string,
  disk: Disk,
): Settlement | undefined {
  const runs = listFolders(parents, disk).flatMap((folder) => {
    const head = readPlanHead(join(folder, RUN_FILES.plan), disk);
    if (head?.sheet.job !== job || !APPLIES.has(head.command) || head.dry_run) return [];
    const { columns, left_out = {}, notes, columns_agreed } = head.sheet;
    if (!columns || !columns_agreed || !isInOwnHands(folder, disk) || !wasAccepted(folder, disk)) return [];
    return [{ columns, leftOut: left_out, notes, at: head.created_at }];
  });
  return runs.reduce<(typeof runs)[number] | undefined>(
    (last, run) => (last && last.at >= run.at ? last : run),
    undefined,
  );
}

/** A run folder that another user could have changed proves no consent. */
function isInOwnHands(folder: string, disk: Disk): boolean {
  try {
    guardFolder(folder, { command: 'use', disk });
    return true;
  } catch {
    return false;
  }
}

/** A diff that was applied was checked and agreed to. */
const APPLIES: ReadonlySet<string> = new Set(['sync', 'apply']);

/** A run that was declined, or stopped by a guard rule, proves no consent. */
function wasAccepted(folder: string, disk: Disk): boolean {
  if (disk.existsSync(join(folder, RUN_FILES.outcomes))) return true;
  try {
    const summary = JSON.parse(String(readRegularFile(join(folder, RUN_FILES.summary), disk)));
    return summary.declined === false && summary.stopped === null;
  } catch {
    return false;
  }
}
