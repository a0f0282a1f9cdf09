import type { ErrorJson } from '../../domain/documents/commands.ts';
import { errorDetails, messageOf, PricesheetError, UsageError } from '../../domain/errors.ts';
import type { Redact } from '../../domain/secret.ts';
import { clip, printable, printableLines } from '../text/printable.ts';

/** An error for a person: what is wrong and what to do, or for a bug everything that helps to fix it. */
export function describeError(error: unknown, mask: Redact = (text) => text): string {
  if (!(error instanceof PricesheetError))
    return mask(printableLines(`This is a bug in pricesheet, please report it: ${errorDetails(error)}`));
  const lines = [...messageLines(error), ...(error.hint === undefined ? [] : [error.hint])];
  return lines.map((line) => clip(mask(printable(line)))).join('\n');
}

function messageLines(error: PricesheetError): readonly string[] {
  if (!(error instanceof UsageError)) return [error.message];
  if (error.problems.length === 1) return error.problems;
  return [`${error.title}:`, ...error.problems.map((problem) => `  ${problem}`)];
}

/** The same for `--json`. */
export function describeErrorAsJson(error: unknown, exitCode: number): ErrorJson {
  const known = error instanceof PricesheetError ? error : undefined;
  return {
    version: 1,
    exit_code: exitCode,
    error: {
      code: known?.code ?? 'bug',
      messages: error instanceof UsageError ? error.problems : [messageOf(error)],
      hint: known?.hint ?? null,
    },
  };
}
