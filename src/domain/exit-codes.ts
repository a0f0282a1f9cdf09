import type { Verdict } from './documents/ledger.ts';
import {
  ApprovalError,
  DeclinedError,
  InterruptedError,
  KeyRefusedError,
  LockedError,
  OtherAccountError,
  RunFolderError,
  SheetError,
  TooManyFailuresError,
  UnsettledError,
  UsageError,
} from './errors.ts';

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

/** A signal adds its number to 128. */
export const FIRST_SIGNAL = 129;

const USAGE_ERRORS = [UsageError, SheetError, RunFolderError, ApprovalError, OtherAccountError] as const;

const SIGNAL_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143, SIGBREAK: 130, caller: 130 } as const;

/** The exit code for an error that ended a command. An error outside our own family is a bug, and fails like any other. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof DeclinedError) return EXIT.declined;
  if (USAGE_ERRORS.some((type) => error instanceof type)) return EXIT.usage;
  if (error instanceof UnsettledError) return EXIT.guard;
  if (error instanceof KeyRefusedError) return EXIT.keyRefused;
  if (error instanceof TooManyFailuresError) return EXIT.tooManyFailures;
  if (error instanceof LockedError) return EXIT.locked;
  if (error instanceof InterruptedError) return SIGNAL_CODES[error.signal];
  return EXIT.failed;
}

/** By the exit code; a dry run may say that there are changes, and a person that they are not wanted. */
export function verdictOf(exitCode: number | null): Verdict {
  if (exitCode === null) return 'killed';
  if (exitCode === EXIT.attention) return 'attention';
  const isWell = exitCode === EXIT.done || exitCode === EXIT.declined || exitCode === EXIT.changes;
  return isWell ? 'ok' : 'failed';
}
