import type { Disk } from '../../domain/ports.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import { isAfter, type KeptRun, readRecords } from './history-files.ts';
import type { AttentionLine, DriftLine } from './history-lines.ts';
import { isWholeRun } from './is-whole-run.ts';
import { readHistoryFile, readSeal } from './read-history-file.ts';

/** More runs that judged every row are not looked for. */
const MAX_WHOLE = 30;
/** More runs are not looked through. */
const MAX_RUNS = 1000;

/**
 * The runs that were to send something, the newest first: as many as a run is compared with. A day of dry runs, or of runs that
 * failed, hides no earlier night. `until`: epoch milliseconds; later runs are left out. Errors: those of the system.
 */
export function readRecent(part: string, disk: Disk, until?: number): readonly KeptRun[] {
  const recent: KeptRun[] = [];
  let whole = 0;
  for (const run of readRecords(part, disk)) {
    if (run.record.dry_run || isAfter(run.record.id, until)) continue;
    if (isWholeRun(run.record)) whole++;
    if (recent.push(run) === MAX_RUNS || whole === MAX_WHOLE) break;
  }
  return recent;
}

export interface Issues {
  readonly attention: readonly AttentionLine[];
  readonly drifts: readonly DriftLine[];
}

export const NO_ISSUES: Issues = { attention: [], drifts: [] };

/** The lines of these kinds, of a file that may have a million others. Errors: as `readHistoryFile`. */
export function readIssues(run: KeptRun | undefined, disk: Disk): Issues {
  const attention: AttentionLine[] = [];
  const drifts: DriftLine[] = [];
  for (const line of run ? readHistoryFile(run.path, disk, { only: ['attention', 'drift'] }) : []) {
    if (line.kind === 'attention') attention.push(line);
    if (line.kind === 'drift') drifts.push(line);
  }
  return { attention, drifts };
}

/**
 * The newest run that held the lock, which one that ended before it had a folder never did. Errors: as `readHistoryFile`.
 */
export function findPrevious(recent: readonly KeptRun[], disk: Disk): RunRecord['previous'] {
  const previous = recent.find(({ record }) => record.folder !== null);
  return previous ? { id: previous.record.id, sha256: readSeal(previous.path, disk) } : null;
}
