import { describeSystemError, systemCode } from '../domain/describe-system-error.ts';
import { DiskError } from '../domain/errors.ts';

/** Writes a file of settings. Errors: `DiskError` for the system's errors; others are passed on. */
export function orDiskError<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (cause) {
    if (systemCode(cause) === undefined) throw cause;
    throw new DiskError(`Cannot write "${path}": ${describeSystemError(cause)}`, { cause });
  }
}
