import type { CheckReport } from '../../run/check.ts';
import { EXIT } from '../../run/job/exit-code.ts';

/** The exit code of `check`: a question is for a person, whatever the rows are. */
export function exitCodeOfCheck({
  questions,
  unsettled,
  exitCode,
}: Pick<CheckReport, 'questions' | 'unsettled' | 'exitCode'>): number {
  return questions.length > 0 || unsettled.length > 0 ? EXIT.attention : exitCode;
}
