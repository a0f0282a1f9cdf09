import type { Disk } from '../../domain/ports.ts';
import { NIGHTS } from '../../report/tally/arrange-nights.ts';
import { isRecordOfBegun, readBegun } from './begun-run.ts';
import { type KeptRun, listParts, readRecords } from './history-files.ts';

const DAY_MS = 86_400_000;
/** Of each job, if it has not run for long. */
const LEAST_RUNS = 30;
/** Of all jobs together: a page is written at the end of each run, which is not to wait for it. */
const MAX_RUNS = 3000;
/** Of each of many jobs. */
const LEAST_OF_MANY = 100;

/** The runs of a job on an account, the newest first. */
export interface KeptPart {
  readonly runs: readonly KeptRun[];
  readonly unfinished:
    | { readonly command: 'sync' | 'undo' | 'apply'; readonly started_at: string }
    | undefined;
}

export interface NightsRead {
  readonly parts: readonly KeptPart[];
  /** Older runs of the ninety nights were left out, since there are too many: those before this time. */
  readonly cutAt: string | undefined;
  /** Files that could not be read. */
  readonly unread: readonly string[];
}

interface Reading {
  readonly job?: string | undefined;
  /** Units: epoch milliseconds. */
  readonly now: number;
  readonly disk: Disk;
}

/** Reads the first lines of the runs that ninety nights take, of all jobs. Errors: those of the system. */
export function readNights(folder: string, { job, now, disk }: Reading): NightsRead {
  const unread: string[] = [];
  const folders = listParts(folder, disk);
  const since = new Date(now - NIGHTS * DAY_MS).toISOString();
  const most = Math.max(LEAST_OF_MANY, Math.floor(MAX_RUNS / Math.max(1, folders.length)));
  let cutAt: string | undefined;
  const parts = folders.flatMap((part): readonly KeptPart[] => {
    const runs: KeptRun[] = [];
    for (const run of readRecords(part, disk, (path) => void unread.push(path))) {
      if (job !== undefined && run.record.job !== job) break;
      if (runs.length >= LEAST_RUNS && run.record.started_at < since) break;
      if (runs.push(run) < most) continue;
      if (run.record.started_at > (cutAt ?? '')) cutAt = run.record.started_at;
      break;
    }
    const begun = runs.length > 0 || job === undefined ? readBegun(part, disk) : undefined;
    const isOpen = begun !== undefined && !runs.some(({ record }) => isRecordOfBegun(record, begun));
    return [{ runs, unfinished: isOpen ? begun : undefined }];
  });
  return { parts, cutAt, unread };
}
