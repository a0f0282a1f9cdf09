import type { CheckReport } from '../../run/check.ts';
import { EXIT } from '../../run/job/exit-code.ts';

/** The exit code of `check`: a question is for a person, whatever the rows are. */
export function exitCodeOfCheck({
  unsettled,
  exitCode,
}: Pick<CheckReport, 'unsettled' | 'exitCode'>): number {
  return unsettled.length > 0 ? EXIT.attention : exitCode;
}
