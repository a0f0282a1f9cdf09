import {
  ApprovalError,
  InterruptedError,
  KeyRefusedError,
  LockedError,
  OtherAccountError,
  RunFolderError,
  SheetError,
  TooManyFailuresError,
  UnsettledError,
  UsageError,
} from '../../domain/errors.ts';

/** The exit codes that scripts rely on. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  attention: 3,
  guard: 4,
  keyRefused: 5,
  tooManyFailures: 6,
  locked: 7,
  declined: 8,
  changes: 10,
} as const;

const USAGE_ERRORS = [UsageError, SheetError, RunFolderError, ApprovalError, OtherAccountError] as const;

const SIGNAL_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143, SIGBREAK: 130, caller: 130 } as const;

/** The exit code for an error that ended a command. An error outside our own family is a bug, and fails like any other. */
export function exitCodeOf(error: unknown): number {
  if (USAGE_ERRORS.some((type) => error instanceof type)) return EXIT.usage;
  if (error instanceof UnsettledError) return EXIT.guard;
  if (error instanceof KeyRefusedError) return EXIT.keyRefused;
  if (error instanceof TooManyFailuresError) return EXIT.tooManyFailures;
  if (error instanceof LockedError) return EXIT.locked;
  if (error instanceof InterruptedError) return SIGNAL_CODES[error.signal];
  return EXIT.failed;
}
