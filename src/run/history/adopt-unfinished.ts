import { basename } from 'node:path';
import type { Disk } from '../../domain/ports.ts';
import { nameWithoutTime } from '../folder/run-folder.ts';
import { forgetBegun, readBegun } from './begun-run.ts';
import { describeTrouble, tryHistory } from './describe-trouble.ts';
import { findFutureRuns } from './future-runs.ts';
import { addRecord, type KeptRun, type PartOf, readRecords } from './history-files.ts';
import type { AttentionLine } from './history-lines.ts';
import { findLast, findPrevious, readRecent } from './recent-runs.ts';
import { recordOfBegun } from './record-of-begun.ts';
import { type FolderRecord, recordOfFolder } from './record-of-folder.ts';

interface Adopting {
  /** The folder of the job's history. */
  readonly part: string;
  readonly of: PartOf;
  readonly disk: Disk;
  readonly onNotice: (notice: string) => void;
}

/**
 * Adds the run that was killed, or could not add itself, from its folder. Called under the lock of the account, so that no
 * run of the job is alive.
 *
 * Errors: those of the system; `DiskError`.
 */
export function adoptUnfinished(adopting: Adopting): void {
  const { part, of, disk, onNotice } = adopting;
  const begun = readBegun(part, disk);
  if (!begun) return;
  const isThere = [...readRecords(part, disk)].some(
    // The same folder may have been named for earlier runs.
    ({ record }) => record.folder === begun.folder && record.started_at === begun.started_at,
  );
  if (!isThere && !tryHistory(() => adoptFolder(begun.folder, adopting), false, onNotice))
    adopt({ draft: recordOfBegun(begun, of, disk), name: nameOf(begun.folder), lines: () => [] }, adopting);
  forgetBegun(part, disk);
}

/** Returns whether the folder says what its run did. Errors: those of the system; `RunFolderError`, `DiskError`. */
function adoptFolder(folder: string, adopting: Adopting): boolean {
  const found = recordOfFolder(folder, adopting.disk);
  if (found) adopt(found, adopting);
  return found !== undefined;
}

function adopt(found: FolderRecord, { part, disk, onNotice }: Adopting): void {
  const { until } = findFutureRuns(part, Date.parse(found.draft.started_at), disk);
  const recent = readRecent(part, disk, { until });
  const last = findLast(recent, { disk, onDamaged: (error) => onNotice(describeTrouble(error)) });
  const previous = tryHistory(() => findPrevious(recent, disk), null, onNotice);
  addFolder(part, found, { before: last?.attention ?? [], previous, disk });
}

interface Adding {
  /** The rows that needed attention in the run before. */
  readonly before: readonly AttentionLine[];
  /** The run before that held the lock, if it is to be chained to that. */
  readonly previous?: KeptRun['record']['previous'];
  readonly disk: Disk;
}

/** Adds a run from what its folder says, which has been written before and so holds no key. Errors: those of the system. */
export function addFolder(
  part: string,
  { draft, name, lines }: FolderRecord,
  { before, previous = null, disk }: Adding,
): KeptRun {
  const added = { draft, name, previous, lines: () => lines(before) };
  return addRecord(part, added, { disk, redact: (text) => text });
}

function nameOf(folder: string): string {
  return nameWithoutTime(basename(folder));
}
