import { describeSystemError, systemCode } from '../../domain/describe-system-error.ts';
import { DiskError, RunFolderError } from '../../domain/errors.ts';
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
