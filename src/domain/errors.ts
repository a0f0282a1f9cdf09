import type { Reason } from './reasons.ts';

interface ErrorOptionsWithHint {
  /** What to do about it, as a sentence fragment that stands on its own. */
  readonly hint?: string;
  readonly cause?: unknown;
}

/**
 * The one family of errors that end a run for a reason outside the program. Whatever is thrown and isn't one of these
 * is a bug here, and is reported as one.
 */
export abstract class PricesheetError extends Error {
  /** A word for scripts; also the `reason` of the rows that such an end left unsent. */
  abstract readonly code: Reason;
  readonly hint: string | undefined;

  constructor(message: string, { hint, cause }: ErrorOptionsWithHint = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.hint = hint;
  }
}

interface UsageErrorOptions extends ErrorOptionsWithHint {
  /** What stands above the problems where there are several. */
  readonly title?: string;
}

/** Wrong flags or settings, all that were found at once. */
export class UsageError extends PricesheetError {
  readonly code = 'usage';
  readonly problems: readonly string[];
  readonly title: string;

  constructor(problems: readonly string[], options: UsageErrorOptions = {}) {
    super(problems.join('\n'), options);
    this.problems = problems;
    this.title = options.title ?? 'Several settings are wrong';
  }
}

/** The sheet can't be read at all. */
export class SheetError extends PricesheetError {
  readonly code = 'sheet';
}

/** A run folder, plan or journal that can't be used as it is. */
export class RunFolderError extends PricesheetError {
  readonly code = 'run_folder';
}

/** The listings of a run's plan are not those of the account that the key opens. */
export class OtherAccountError extends PricesheetError {
  readonly code = 'other_account';
}

/** Another run on the same account is under way. */
export class LockedError extends PricesheetError {
  readonly code = 'locked';
}

/** A file can't be written. */
export class DiskError extends PricesheetError {
  readonly code = 'disk';
}

/** The service can't be reached, or what it says makes no sense. Names the method and the URL's path. */
export class ServiceError extends PricesheetError {
  readonly code = 'service';
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

/** So many requests in a row did not succeed that the service counts as down; nothing is tried again. */
export class RetriesSpentError extends PricesheetError {
  readonly code = 'service';
}

/** The service refused the key (401, 403); further requests would fare no better. */
export class KeyRefusedError extends PricesheetError {
  readonly code = 'key_refused';
}

/** So many rows failed that going on would be reckless. */
export class TooManyFailuresError extends PricesheetError {
  readonly code = 'too_many_failures';
}

/** The question whether to send was answered so late that the plan says little of what the listings hold by then. */
export class StalePlanError extends PricesheetError {
  readonly code = 'stale_plan';
}

/** Somebody asked the run to stop. */
export class InterruptedError extends PricesheetError {
  readonly code = 'interrupted';
  readonly signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP';

  constructor(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') {
    super(`Interrupted by ${signal}`, {
      hint: 'Run it again to go on: only what is still missing is sent',
    });
    this.signal = signal;
  }
}
