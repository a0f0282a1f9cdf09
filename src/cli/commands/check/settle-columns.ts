import { UsageError } from '../../../domain/errors.ts';
import { printable } from '../../../report/text/printable.ts';
import type { CheckReport } from '../../../run/check.ts';
import { withOpenNotes } from '../../../run/sheet/judge-notes.ts';
import { describeColumn } from '../../../run/sheet/unsettled-columns.ts';
import type { Context } from '../../context/context.ts';
import { ask } from '../../terminal/ask.ts';

interface Settling {
  readonly signal: AbortSignal;
  /** Keeps the columns as they are. */
  readonly command: string;
  readonly screen: () => string;
}

/**
 * Has a person confirm the columns and notes that nobody has settled yet, on the screen that shows them, before they are saved for every
 * run. Returns whether there was anything to show. Notes that nobody can be asked about stay open.
 *
 * Errors: `UsageError` if they are not confirmed, or nobody can be asked about the columns; `InterruptedError`.
 */
export async function settleColumns(
  { unsettled, notes }: Pick<CheckReport, 'unsettled' | 'notes'>,
  context: Context,
  { signal, command, screen }: Settling,
): Promise<boolean> {
  const { mask, printStderr } = context;
  const isAskable = context.isAtTerminal();
  if (unsettled.length === 0 && !(isAskable && notes?.message !== undefined)) return false;
  if (!isAskable)
    throw new UsageError(
      unsettled.map((column) => mask(describeColumn(column))),
      {
        title: 'Nobody has settled what these columns say of the amounts',
        hint: `If they are right as they are, settle them with "${command}", and run this again; without --save-mapping it shows how each can be used`,
      },
    );
  printStderr(`${screen()}\n`);
  if (await isRight(context, signal)) return true;
  throw new UsageError(['Nothing was written: the columns are not settled'], {
    hint: 'Pass the flags that are named above for columns that are to be used',
  });
}

/** Asks whether columns and notes are settled by what the screen shows of them. */
export function isRight({ stdio: { stdin, stderr }, job }: Context, signal: AbortSignal): Promise<boolean> {
  const question = printable(`Is that right for every run of the job "${job}"?`);
  return ask(question, { stdin, stderr, toDo: 'save it' }, signal);
}

/** As it is once somebody has said that the lines beside the table change no amount. */
export function agreeToNotes<T extends CheckReport>(report: T): T {
  const { notes } = report;
  return { ...report, notes: notes && { message: undefined, open: [], settled: withOpenNotes(notes) } };
}
