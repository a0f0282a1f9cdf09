import { setImmediate } from 'node:timers/promises';
import type { Disk } from '../../domain/ports.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import { checkSeal } from '../folder/check-seal.ts';
import { idOfFile, isAfter, type KeptRun, readRecords } from './history-files.ts';
import type { AttentionLine, DriftLine } from './history-lines.ts';
import { isWholeRun } from './is-whole-run.ts';
import { DamagedHistoryError, readHistoryFile, readSeal } from './read-history-file.ts';

/** More runs that judged every row are not looked for. */
const MAX_WHOLE = 30;
/** More runs are not looked through. */
const MAX_RUNS = 1000;

interface Reading {
  /** Later runs are left out. Units: epoch milliseconds. */
  readonly until?: number | undefined;
  /** Gets the path of each file that can't be read, or is of a newer version. */
  readonly onUnread?: (path: string) => void;
}

/**
 * The runs that were to send something, the newest first: as many as a run is compared with. A day of dry runs, or of runs that
 * failed, hides no earlier night. What they say is only to be used once their files are known to be intact. Errors: those of the system.
 */
export function readRecent(part: string, disk: Disk, { until, onUnread }: Reading = {}): readonly KeptRun[] {
  const recent: KeptRun[] = [];
  let whole = 0;
  for (const run of readRecords(part, disk, onUnread)) {
    if (run.record.dry_run || isAfter(idOfFile(run.path), until)) continue;
    if (isWholeRun(run.record)) whole++;
    if (recent.push(run) === MAX_RUNS || whole === MAX_WHOLE) break;
  }
  return recent;
}

interface Checking {
  /** Files that were read as a whole already. */
  readonly intact: ReadonlySet<string>;
  /** Files that are known not to be as they were written. */
  readonly damaged: ReadonlySet<string>;
  readonly disk: Disk;
  /** Gets each other file that is not, or can't be read, with the error. */
  readonly onDamaged: (error: unknown, path: string) => void;
}

/**
 * The runs whose files are as they were written: what any other says of itself may never have been. Requests may be on their way
 * meanwhile, so it leaves room for others between blocks of a file.
 */
export async function findIntact(
  runs: readonly KeptRun[],
  { intact, damaged, disk, onDamaged }: Checking,
): Promise<readonly KeptRun[]> {
  const found: KeptRun[] = [];
  for (const run of runs) {
    const { path } = run;
    if (damaged.has(path)) continue;
    try {
      if (!intact.has(path)) await refuseDamaged(path, disk);
      found.push(run);
    } catch (error) {
      onDamaged(error, path);
    }
  }
  return found;
}

/** Errors: `DamagedHistoryError`, `DiskError`. */
async function refuseDamaged(path: string, disk: Disk): Promise<void> {
  const check = checkSeal(path, disk);
  for (let next = check.next(); ; next = check.next()) {
    if (next.done && next.value) return;
    if (next.done)
      throw new DamagedHistoryError(path, 'it is incomplete, or was changed after it was written');
    await setImmediate();
  }
}

/** What a later run has to know of the last one that judged every row. */
export interface LastRun {
  readonly run: KeptRun;
  readonly attention: readonly AttentionLine[];
  readonly drifts: readonly DriftLine[];
}

/**
 * The last of the runs that judged every row, and whose file is as it was written. `runs`: the newest first; `onDamaged` gets each later
 * file that is not, or can't be read.
 */
export function findLast(
  runs: readonly KeptRun[],
  { disk, onDamaged }: Pick<Checking, 'disk' | 'onDamaged'>,
): LastRun | undefined {
  for (const run of runs.filter(({ record }) => isWholeRun(record))) {
    try {
      return { run, ...readIssues(run, disk) };
    } catch (error) {
      onDamaged(error, run.path);
    }
  }
  return undefined;
}

/** The lines of these kinds, of a file that may have a million others. Errors: as `readHistoryFile`. */
function readIssues({ path }: KeptRun, disk: Disk): Pick<LastRun, 'attention' | 'drifts'> {
  const attention: AttentionLine[] = [];
  const drifts: DriftLine[] = [];
  for (const line of readHistoryFile(path, disk, { only: ['attention', 'drift'] })) {
    if (line.kind === 'attention') attention.push(line);
    if (line.kind === 'drift') drifts.push(line);
  }
  return { attention, drifts };
}

/** The newest run that held the lock, which one that ended before it had a folder never did. */
export function lastOf(recent: readonly KeptRun[]): KeptRun | undefined {
  return recent.find(({ record }) => record.folder !== null);
}

/** That run, as the next one names it. Errors: as `readHistoryFile`. */
export function findPrevious(recent: readonly KeptRun[], disk: Disk): RunRecord['previous'] {
  const previous = lastOf(recent);
  return previous ? { id: previous.record.id, sha256: readSeal(previous.path, disk) } : null;
}
