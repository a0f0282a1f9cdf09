import { UsageError } from '../../../domain/errors.ts';
import { printable } from '../../../report/text/printable.ts';
import type { CheckReport } from '../../../run/check.ts';
import { describeColumn } from '../../../run/sheet/unsettled-columns.ts';
import { formatMapFlag } from '../../../sheet/header/format-map-flag.ts';
import type { Context } from '../../context/context.ts';
import { ask } from '../../terminal/ask.ts';
import { canAsk } from '../init/ask-answers.ts';

/**
 * Has a person confirm the columns that nobody has settled yet, before they are saved for every run.
 *
 * Errors: `UsageError` if they are not confirmed, or nobody can be asked; `InterruptedError`.
 */
export async function settleColumns(
  { unsettled, map }: Pick<CheckReport, 'unsettled' | 'map'>,
  context: Context,
  signal: AbortSignal,
): Promise<void> {
  if (unsettled.length === 0) return;
  const { stdio, mask, printStderr, shell } = context;
  const open = unsettled.map((column) => mask(describeColumn(column)));
  const flags = formatMapFlag([...map, ['FIELD', 'HEADER']], shell);
  const hint = `Pass ${flags} for a column that is to be used, and --leave-out HEADER,… for the others`;
  const title = 'Nobody has settled what these columns say of the amounts';
  if (!canAsk(stdio)) throw new UsageError(open, { title, hint });
  printStderr(`${title}: those not used are left out.\n${open.map((line) => `  ${line}\n`).join('')}`);
  if (!(await isRight(context, signal)))
    throw new UsageError(['Nothing was written: the columns are not settled'], { hint });
}

/** Asks whether the columns are settled by what the screen shows of them. */
export function isRight({ stdio: { stdin, stderr }, job }: Context, signal: AbortSignal): Promise<boolean> {
  const question = printable(`Is that right for every run of the job "${job}"?`);
  return ask(question, { stdin, stderr, toDo: 'save it' }, signal);
}
