import { PricesheetError, UsageError } from '../domain/errors.ts';
import { printable } from '../report/printable.ts';

/** An error for a person: what is wrong and what to do, or for our own bugs everything that helps to mend them. */
export function describeError(error: unknown): string {
  return describe(error).split('\n').map(printable).join('\n');
}

function describe(error: unknown): string {
  if (error instanceof UsageError && error.problems.length > 1) {
    return [
      'Several settings are wrong:',
      ...error.problems.map((problem) => `  ${problem}`),
      ...hintLines(error),
    ].join('\n');
  }
  if (error instanceof PricesheetError) return [error.message, ...hintLines(error)].join('\n');
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return `This is a bug in pricesheet, please report it: ${details}`;
}

function hintLines({ hint }: PricesheetError): readonly string[] {
  return hint === undefined ? [] : [hint];
}

/** The same for `--json`. */
export function describeErrorAsJson(error: unknown, exitCode: number): object {
  const known = error instanceof PricesheetError ? error : undefined;
  return {
    version: 1,
    exit_code: exitCode,
    error: {
      code: known?.code ?? 'bug',
      messages:
        error instanceof UsageError
          ? error.problems
          : [error instanceof Error ? error.message : String(error)],
      hint: known?.hint ?? null,
    },
  };
}
