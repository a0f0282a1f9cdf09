import { withDiskErrors } from '../disk/with-disk-errors.ts';

/** Runs `work`, which reads a history. Errors: `DiskError` for the system's errors; others are passed on. */
export function readingHistory<T>(folder: string, work: () => T): T {
  return withDiskErrors(
    `read the history "${folder}"`,
    work,
    'Name the folder of the history with --history',
  );
}
