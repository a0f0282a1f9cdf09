import { PricesheetError, UsageError } from '../../domain/errors.ts';
import { messageOf } from '../../domain/message-of.ts';
import type { Redact } from '../../domain/secret.ts';
import { exitCodeOf } from '../../run/job/exit-code.ts';
import type { Caller } from '../request/caller.ts';
import { ListenerError } from './listener-error.ts';
import { RunError } from './run-error.ts';

/**
 * Answers a program's call: without the key in an error, and as an error that a program can use.
 *
 * Errors: `RunError`, and what the program itself threw.
 */
export async function answering<T>(open: () => Caller, answer: (caller: Caller) => Promise<T>): Promise<T> {
  let mask: Redact = (text) => text;
  try {
    const caller = open();
    mask = caller.mask;
    return await answer(caller);
  } catch (error) {
    throw toRunError(error, mask);
  }
}

function toRunError(error: unknown, mask: Redact): unknown {
  if (error instanceof ListenerError) return error.cause;
  const known = error instanceof PricesheetError ? error : undefined;
  const problems = error instanceof UsageError ? error.problems : [messageOf(error)];
  return new RunError(mask(messageOf(error)), {
    code: known?.code ?? 'bug',
    exitCode: exitCodeOf(error),
    hint: known?.hint === undefined ? undefined : mask(known.hint),
    problems: problems.map(mask),
    // Of a bug its stack helps; of anything else the message says all that may be said.
    cause: known ? undefined : error,
  });
}
