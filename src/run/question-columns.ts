import { SheetError } from '../domain/errors.ts';
import type { ColumnQuestion } from '../sheet/header/columns.ts';
import { quoteForShell } from '../sheet/quote-for-shell.ts';

interface AskedSheet {
  /** As given by the user. */
  readonly sheet: string;
  /** What it is called from run to run. */
  readonly job: string | undefined;
  /** Somebody looks at the plan before it is sent, if it is sent at all. */
  readonly isWatched: boolean;
}

/**
 * What somebody who watches has to know of columns whose names are not enough.
 *
 * Errors: `SheetError` where such a column is not taken before somebody says what it is, or where nobody watches.
 */
export function questionColumns(
  questions: readonly ColumnQuestion[],
  { sheet, job, isWatched }: AskedSheet,
): readonly string[] {
  const open = questions.filter(({ taken }) => !taken);
  const asked = open.length > 0 ? open : isWatched ? [] : questions;
  if (asked.length === 0) return questions.map(describeQuestion);
  const why = asked.map(describeQuestion).join('; ');
  throw new SheetError(`Cannot use the sheet "${sheet}" before it is settled what its columns are: ${why}`, {
    hint: adviseOn(asked, { sheet, job }),
  });
}

/** Why a column was taken and may be something else, or why it was not taken. */
export function describeQuestion({ name, column, taken, why, example }: ColumnQuestion): string {
  const reasons = why.join(', and ');
  if (!taken) return `"${column.header}" is not taken for ${name}: it ${reasons}`;
  const holds = example === '' ? '' : ` and holds "${example}"`;
  return `"${column.header}" is taken for ${name} because it is called so${holds}; it ${reasons}`;
}

/** The `--map` that says that these columns are what they may be, and the one that says that they are not. */
export function mapsFor(questions: readonly ColumnQuestion[]): { readonly yes: string; readonly no: string } {
  const yes = new Map(questions.map(({ name, mapAs }) => [name, mapAs]).reverse() as [string, string][]);
  return {
    yes: `--map ${[...yes]
      .reverse()
      .map(([name, header]) => `${name}=${header}`)
      .join(',')}`,
    no: `--map ${[...yes.keys()]
      .reverse()
      .map((name) => `${name}=`)
      .join(',')}`,
  };
}

function adviseOn(
  questions: readonly ColumnQuestion[],
  { sheet, job }: Omit<AskedSheet, 'isWatched'>,
): string {
  const { yes, no } = mapsFor(questions);
  const named = job === undefined ? '--job NAME' : `--job ${quoteForShell(job)}`;
  const check = `pricesheet check ${quoteForShell(sheet)} ${named}`;
  if (questions.every(({ taken }) => taken)) {
    return `Look at it with: ${check}; if it is right, keep it with: ${check} --save-mapping; if not, pass ${no} or name another column`;
  }
  return `Pass ${no} if they are something else, ${yes} if they are what they are called; with --save-mapping, pricesheet check keeps the answer for all runs of the job`;
}
