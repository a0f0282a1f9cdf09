import type { ErrorJson } from './documents/commands.ts';

/** Each is a reason too: of the rows that such an end left unsent. */
type ErrorCode = Exclude<ErrorJson['error']['code'], 'bug'>;

interface ErrorOptionsWithHint {
  /** What to do about it, as a sentence fragment that is complete without the message. */
  readonly hint?: string;
  readonly cause?: unknown;
}

/**
 * The one family of errors that end a run for a reason outside the program. Any other error is a bug in
 * pricesheet, and is reported as one.
 */
export abstract class PricesheetError extends Error {
  /** A word for scripts. */
  abstract readonly code: ErrorCode;
  readonly hint: string | undefined;

  constructor(message: string, { hint, cause }: ErrorOptionsWithHint = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.hint = hint;
  }
}

interface UsageErrorOptions extends ErrorOptionsWithHint {
  /** The line above the problems where there are several. */
  readonly title?: string;
}

/** A family member that is nothing but its code. */
function withCode<const C extends ErrorCode>(code: C) {
  return class extends PricesheetError {
    readonly code = code;
  };
}

/** Wrong flags or settings, all that were found at once. */
export class UsageError extends withCode('usage') {
  readonly problems: readonly string[];
  readonly title: string;

  constructor(problems: readonly string[], options: UsageErrorOptions = {}) {
    super(problems.join('\n'), options);
    this.problems = problems;
    this.title = options.title ?? 'Several settings are wrong';
  }
}

/** A question was answered with no. */
export class DeclinedError extends UsageError {}

/** The sheet can't be read at all. */
export class SheetError extends withCode('sheet') {}

/** A run folder, plan or journal that can't be used as it is. */
export class RunFolderError extends withCode('run_folder') {}

/** A review file that can't be used for the plan that it is given for. */
export class ApprovalError extends withCode('approval') {}

/** The listings of a run's plan are not those of the account that the key opens. */
export class OtherAccountError extends withCode('other_account') {}

/** Another run on the same account is under way. */
export class LockedError extends withCode('locked') {
  /** That run is tonight's of the same job, so nothing is missed. */
  readonly isTonight: boolean;

  constructor(message: string, options: ErrorOptionsWithHint & { readonly isTonight?: boolean } = {}) {
    super(message, options);
    this.isTonight = options.isTonight ?? false;
  }
}

/** A file can't be written. */
export class DiskError extends withCode('disk') {}

/** The service can't be reached, or what it says makes no sense. Names the method and the URL's path. */
export class ServiceError extends withCode('service') {
  /** The HTTP status, where there was an answer. */
  readonly httpStatus: number | undefined;

  constructor(
    message: string,
    options: ErrorOptionsWithHint & { readonly httpStatus?: number | undefined } = {},
  ) {
    super(message, options);
    this.httpStatus = options.httpStatus;
  }
}

/** The error of a request that concerns no other one, in place of its result. Errors: any other. */
export function orServiceError<T>(request: Promise<T>): Promise<T | ServiceError> {
  return request.catch((error: unknown) => {
    if (error instanceof ServiceError) return error;
    throw error;
  });
}

/** Too many requests in a row failed, so the service counts as down; nothing is tried again. */
export class RetriesSpentError extends withCode('service') {}

/** The service refused the key (401, 403), as it would in every further request. */
export class KeyRefusedError extends withCode('key_refused') {}

/** Too many rows failed to go on. */
export class TooManyFailuresError extends withCode('too_many_failures') {}

/** Columns that nobody has settled: the one run rule that stops a run before its first request. */
export class UnsettledError extends withCode('unsettled') {}

/** The question whether to send was answered too late: the listings may hold other values than the plan has. */
export class StalePlanError extends withCode('stale_plan') {}

/** Somebody asked the run to stop. */
export class InterruptedError extends withCode('interrupted') {
  /** The signal of the system, or of the program that called. */
  readonly signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGBREAK' | 'caller';

  constructor(
    signal: InterruptedError['signal'],
    hint = 'Run it again to go on: only what is still missing is sent',
  ) {
    super(signal === 'caller' ? 'Interrupted by the program that called' : `Interrupted by ${signal}`, {
      hint,
    });
    this.signal = signal;
  }
}

/** What an error says in one line; its code or name if it has no words, as errors of connections do. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || (error as NodeJS.ErrnoException).code || error.name;
}

/** All that helps to fix a bug: what was thrown, with the places in the program that led there if it knows them. */
export function errorDetails(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EEXIST: 'it is there already',
  EISDIR: 'it is a folder',
  ERR_FS_EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is not a folder',
  ENOTFILE: 'it is a pipe or a device, and not a file',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EMFILE: 'too many files are open',
  EIO: 'the disk failed',
  EBUSY: 'it is open in another program, or a mount point',
  EINUSE: 'it is open in another program, or write-protected',
};

/**
 * What the system has against a file, in words that go behind its name; never with the name itself, which may be what is
 * to be hidden.
 */
export function describeSystemError(error: unknown): string {
  const code = systemCode(error);
  if (code === undefined) return messageOf(error);
  const [, said] = /^[A-Z0-9]+: ([^,]+),/.exec((error as Error).message) ?? [];
  return WORDS[code] ?? said ?? code;
}

/** `ENOENT` and the like, if the system said what is wrong. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** What to do about a file that is open in another program. */
export const CLOSE_IT = 'Close it in the other program, and run it again';
