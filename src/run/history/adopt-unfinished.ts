import { basename } from 'node:path';
import type { Disk } from '../../domain/ports.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import { readLastActivity } from '../folder/read-last-activity.ts';
import { nameWithoutTime } from '../folder/run-folder.ts';
import { type BegunRun, forgetBegun, isRecordOfBegun, readBegun } from './begun-run.ts';
import { findFutureRuns } from './future-runs.ts';
import { addRecord, type KeptRun, nameRun, type PartOf, readRecords } from './history-files.ts';
import type { AttentionLine, HistoryLine } from './history-lines.ts';
import { describeTrouble, tryHistory } from './history-trouble.ts';
import { type NewRecord, NOTHING_KNOWN } from './new-record.ts';
import { findLast, findPrevious, readRecent } from './recent-runs.ts';
import { type FolderRecord, folderOfBegun } from './record-of-folder.ts';

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
  const isThere = isAdded(begun, part, disk);
  if (!isThere && !tryHistory(() => adoptFolder(begun, adopting), false, onNotice))
    adopt(ofBegun(begun, of, disk), adopting);
  forgetBegun(part, disk);
}

/**
 * The same run as `adoptUnfinished` would add it, for a dry run: it holds no lock, and the run may be alive. `undefined`: there is
 * none. Errors: those of the system; `DiskError`.
 */
export function previewUnfinished({ part, of, disk, onNotice }: Adopting): PreviewedRun | undefined {
  const begun = readBegun(part, disk);
  if (!begun || isAdded(begun, part, disk)) return undefined;
  const found = tryHistory(() => folderOfBegun(begun, disk), undefined, onNotice);
  const { draft, name, lines } = found ?? ofBegun(begun, of, disk);
  const startedAt = Date.parse(draft.started_at);
  const { id } = nameRun(part, { startedAt, name, disk });
  const { until } = findFutureRuns(part, startedAt, disk);
  const previous = tryHistory(() => findPrevious(readRecent(part, disk, { until }), disk), null, onNotice);
  return { record: { ...draft, id, previous }, lines: () => lines([]) };
}

/** A run as it would be in the history. */
interface PreviewedRun {
  readonly record: RunRecord;
  lines(): Iterable<HistoryLine>;
}

/** The same folder may have been named for earlier runs. */
function isAdded(begun: BegunRun, part: string, disk: Disk): boolean {
  return [...readRecords(part, disk)].some(({ record }) => isRecordOfBegun(record, begun));
}

/** All that is known of a run that left no plan. */
function ofBegun(begun: BegunRun, of: PartOf, disk: Disk): FolderRecord {
  return {
    draft: recordOfBegun(begun, of, disk),
    name: nameWithoutTime(basename(begun.folder)),
    lines: () => [],
  };
}

/** Returns whether the folder says what its run did. Errors: those of the system; `RunFolderError`, `DiskError`. */
function adoptFolder(begun: BegunRun, adopting: Adopting): boolean {
  const found = folderOfBegun(begun, adopting.disk);
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

/** All that is known of a run that was killed before it had a plan, or whose plan can't be read. Errors: those of the system. */
function recordOfBegun({ command, folder, started_at }: BegunRun, of: PartOf, disk: Disk): NewRecord {
  const lastAlive = Math.max(Date.parse(started_at), readLastActivity(folder, disk));
  return {
    kind: 'run',
    version: 1,
    command,
    dry_run: false,
    ...of,
    by: { user: null, host: null, ci: null },
    started_at,
    finished_at: new Date(lastAlive).toISOString(),
    exit_code: null,
    verdict: 'killed',
    stopped: null,
    folder,
    ...NOTHING_KNOWN,
  };
}
