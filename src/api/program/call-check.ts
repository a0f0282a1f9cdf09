import type { CheckSummary } from '../../domain/documents/check-summary.ts';
import { CHECK_SETTINGS, checkSheet } from '../stories/check-sheet.ts';
import { describeCheck } from '../stories/describe-check.ts';
import { exitCodeOfCheck } from '../stories/exit-code-of-check.ts';
import { answering } from './answering.ts';
import type { CheckOptions } from './options.ts';
import { toCaller } from './to-caller.ts';
import { withoutKey } from './without-key.ts';

/** Errors: `RunError`. */
export function callCheck(sheet: string, options: CheckOptions): Promise<CheckSummary> {
  return answering(
    () => toCaller(options, { table: CHECK_SETTINGS, sheet }),
    async (outer) => {
      const { report, caller } = await checkSheet(sheet, outer);
      const shown = describeCheck({ ...report, exitCode: exitCodeOfCheck(report) }, caller);
      return withoutKey(shown, caller.mask);
    },
  );
}
