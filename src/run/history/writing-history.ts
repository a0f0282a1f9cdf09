import { describeSystemError, systemCode } from '../../domain/describe-system-error.ts';
import { DiskError, PricesheetError } from '../../domain/errors.ts';

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
