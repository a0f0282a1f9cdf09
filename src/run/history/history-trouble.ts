import { describeSystemError, systemCode } from '../../domain/describe-system-error.ts';
import { DiskError, PricesheetError, RunFolderError } from '../../domain/errors.ts';
import { withDiskErrors } from '../disk/with-disk-errors.ts';
import { DamagedHistoryError } from './read-history-file.ts';

/** Does something with the history; what goes wrong becomes a notice, since no run depends on it. */
export function tryHistory<T>(work: () => T, orElse: T, onNotice: (notice: string) => void): T {
  try {
    return work();
  } catch (error) {
    onNotice(describeTrouble(error));
    return orElse;
  }
}

/** Errors: the given one, if neither the disk nor a file of the history is to blame for it. */
export function describeTrouble(error: unknown): string {
  if (error instanceof DamagedHistoryError)
    return `${error.message}; it is left out, and history rebuild examines all of them`;
  if (error instanceof DiskError || error instanceof RunFolderError)
    return `The history is incomplete: ${error.message}`;
  if (systemCode(error) === undefined) throw error;
  return `The history can't be kept: ${describeSystemError(error)}; history rebuild adds what is missing`;
}

/** For people, of files that could not be read. */
export function describeUnread(paths: readonly string[]): readonly string[] {
  const [first] = paths;
  if (first === undefined) return [];
  const what =
    paths.length === 1 ? `The file "${first}"` : `${paths.length} files of the history, first "${first}",`;
  return [`${what} can't be read: damaged, or of a newer version; history rebuild examines all files`];
}

/** Runs `work`, which reads a history. Errors: `DiskError` for the system's errors; others are passed on. */
export function readingHistory<T>(folder: string, work: () => T): T {
  return withDiskErrors(
    `read the history "${folder}"`,
    work,
    'Name the folder of the history with --history',
  );
}

/** Errors: `DiskError` for the system's errors; others are passed on. */
export function writingHistory<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof PricesheetError || systemCode(cause) === undefined) throw cause;
    throw new DiskError(`Cannot write the history "${folder}": ${describeSystemError(cause)}`, {
      cause,
      hint: 'Once that is fixed, run it again: it goes on from there, and what was added stays',
    });
  }
}
