import {
  CLOSE_IT,
  DiskError,
  describeSystemError,
  PricesheetError,
  systemCode,
} from '../../domain/errors.ts';

/**
 * Runs `work`, and turns the system's errors into ones that say what could not be done and what helps. `hint`: what helps whatever the
 * error is.
 *
 * Errors: `DiskError` for the system's errors; others are passed on.
 */
export function withDiskErrors<T>(what: string, work: () => T, hint?: string): T {
  try {
    return work();
  } catch (cause) {
    throw toDiskError(cause, what, hint);
  }
}

/** Likewise, of work that takes several turns. */
export async function withDiskErrorsLater<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw toDiskError(cause, what);
  }
}

/** What to throw for the system's error; others stay as they are. */
export function toDiskError(cause: unknown, what: string, hint?: string): unknown {
  const code = systemCode(cause);
  if (cause instanceof PricesheetError || code === undefined) return cause;
  const why = code === 'ENOENT' ? 'its folder is gone or not writable' : describeSystemError(cause);
  return new DiskError(`Cannot ${what}: ${why}`, { cause, hint: hint ?? HINTS.get(code) ?? OTHER_FOLDER });
}

const MAKE_ROOM = 'Free disk space, or name another folder with --out';
const WRITABLE_FOLDER = 'Name a folder that you may write to with --out';
const OTHER_FOLDER = 'Name another folder with --out, on a disk that works';

const HINTS: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', MAKE_ROOM],
  ['EDQUOT', MAKE_ROOM],
  ['EACCES', WRITABLE_FOLDER],
  ['EPERM', WRITABLE_FOLDER],
  ['EBUSY', CLOSE_IT],
  ['EINUSE', CLOSE_IT],
  ['EROFS', WRITABLE_FOLDER],
  ['ENOENT', 'Name another folder with --out'],
  ['ENOTDIR', 'Name another folder with --out'],
  ['ENAMETOOLONG', 'Name another folder with --out'],
  ['EEXIST', 'Name a folder with --out that nobody else writes to'],
  ['EMFILE', 'Allow more open files (ulimit -n), and run it again'],
  ['ENFILE', 'Close other programs, and run it again'],
]);
