import type { CheckReport } from '../../run/check.ts';
import { EXIT } from '../../run/job/exit-code.ts';

/** The exit code of `check`: a question is for a person, whatever the rows are. */
export function exitCodeOfCheck({
  unsettled,
  notes,
  exitCode,
}: Pick<CheckReport, 'unsettled' | 'notes' | 'exitCode'>): number {
  return unsettled.length > 0 || notes?.message !== undefined ? EXIT.attention : exitCode;
}
