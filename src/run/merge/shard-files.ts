import { resolve } from 'node:path';
import { RunFolderError } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import { readCsvRecords } from '../disk/csv-records.ts';
import type { RUN_FILES } from '../folder/run-folder.ts';
import type { ShardRun, ShardRuns } from './open-shard-run.ts';

type RunFile = (typeof RUN_FILES)[keyof typeof RUN_FILES];

/** The records of a CSV file of each run. */
export function openRecords(runs: ShardRuns, file: RunFile, disk: Disk): readonly Generator<string>[] {
  return runs.map(({ path }) => readCsvRecords(resolve(path, file), disk));
}

interface Where {
  readonly runs: ShardRuns;
  readonly file: RunFile;
}

/** The next record of one of the runs. Errors: `RunFolderError` if there is none. */
export function takeFrom(
  sources: readonly Generator<string>[],
  position: number,
  { runs, file }: Where,
): string {
  const next = sources[position]?.next();
  if (!next || next.done) throw unfit(runs[position], file);
  return next.value;
}

/** Errors: `RunFolderError` if there are more. */
export function refuseRest(sources: readonly Generator<string>[], { runs, file }: Where): void {
  const left = sources.findIndex((source) => !source.next().done);
  if (left !== -1) throw unfit(runs[left], file);
}

/** The error for a file that was changed, or comes from another run. */
export function unfit(run: ShardRun | undefined, file: RunFile): RunFolderError {
  return new RunFolderError(
    `Cannot merge "${run?.given}": its ${file} does not belong to the plan in the same folder`,
    {
      hint: 'Merge needs unchanged run folders; copy the whole folder',
    },
  );
}
