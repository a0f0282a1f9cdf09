import { PricesheetError } from '../../domain/errors.ts';
import { messageOf } from '../../domain/message-of.ts';
import type { Redact } from '../../domain/secret.ts';
import type { RunEnding } from '../../report/tally/run-ending.ts';

/** The error that ended a run before there was a report, as a report would have it. */
export function toFailure(
  error: unknown,
  redact: Redact = (text) => text,
): NonNullable<RunEnding['failure']> {
  const { code = 'bug', hint } = error instanceof PricesheetError ? error : {};
  return { code, rules: [], message: redact(messageOf(error)), hint: hint && redact(hint) };
}
