import { UsageError } from '../../../domain/errors.ts';
import { printable } from '../../../report/text/printable.ts';
import type { CheckReport } from '../../../run/check.ts';
import { adviseOn, describeQuestion } from '../../../run/sheet/check-ambiguous-columns.ts';
import type { Context } from '../../context/context.ts';
import { ask } from '../../terminal/ask.ts';
import { canAsk } from './ask-answers.ts';

/**
 * Has a person confirm the columns that were taken by a name that may mean something else, before they are saved for every
 * run.
 *
 * Errors: `UsageError` if they are not confirmed, or nobody can be asked; `InterruptedError`.
 */
export async function settleColumns(
  { questions, map }: Pick<CheckReport, 'questions' | 'map'>,
  { stdio, job, mask, printStderr, shell }: Context,
  signal: AbortSignal,
): Promise<void> {
  if (questions.length === 0 || questions.some(({ taken }) => !taken)) return;
  const doubts = questions.map((question) => mask(printable(describeQuestion(question))));
  const hint = adviseOn(questions, { map, shell });
  if (!canAsk(stdio)) throw new UsageError(doubts, { title: 'Columns may mean something else', hint });
  printStderr(`${doubts.join('\n')}\n`);
  const { stdin, stderr } = stdio;
  const isRight = await ask(
    printable(`Is that right for every run of the job "${job}"?`),
    { stdin, stderr, toDo: 'save it' },
    signal,
  );
  if (!isRight) throw new UsageError(['Nothing was written: the columns are not settled'], { hint });
}
