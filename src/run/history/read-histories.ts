import { dirname } from 'node:path';
import type { Disk } from '../../domain/ports.ts';
import { type BegunRun, isRecordOfBegun, readBegun } from './begun-run.ts';
import { type KeptRun, listParts, readRecords } from './history-files.ts';

interface Which {
  /** Only runs of this job. */
  readonly job?: string | undefined;
  /** Only runs that began then or later. Units: ISO 8601. */
  readonly since?: string | undefined;
  /** Gets the path of each file that can't be read, or is of a newer version. */
  readonly onUnread?: ((path: string) => void) | undefined;
}

/** The runs of all jobs, the newest first. Errors: those of the system. */
export function readHistories(
  folder: string,
  { job, since = '', onUnread }: Which,
  disk: Disk,
): readonly KeptRun[] {
  const found: KeptRun[] = [];
  for (const part of listParts(folder, disk)) {
    for (const run of readRecords(part, disk, onUnread)) {
      const { record } = run;
      if (job !== undefined && record.job !== job) break;
      if (record.started_at >= since) found.push(run);
    }
  }
  return found.sort((one, other) => (one.record.started_at < other.record.started_at ? 1 : -1));
}

/** A run that has begun and not ended: it is still running, or it was killed and no run of the job has followed it. */
export interface UnfinishedRun extends Pick<BegunRun, 'command' | 'folder' | 'started_at'> {
  readonly job: string | null;
}

/** The runs that have begun and not ended. `runs`: what `readHistories` has found. */
export function readUnfinished(
  folder: string,
  { runs, job }: Pick<Which, 'job'> & { readonly runs: readonly KeptRun[] },
  disk: Disk,
): readonly UnfinishedRun[] {
  return listParts(folder, disk).flatMap((part) => {
    const begun = readBegun(part, disk);
    if (!begun || runs.some(({ record }) => isRecordOfBegun(record, begun))) return [];
    const ofPart = runs.find(({ path }) => partOf(path) === part)?.record.job ?? null;
    if (job !== undefined && ofPart !== job) return [];
    return [{ job: ofPart, ...begun }];
  });
}

/** The folder of the job that a file of the history is in. */
export function partOf(path: string): string {
  return dirname(dirname(path));
}
