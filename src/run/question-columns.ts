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
    hint: adviseRun(asked, { sheet, job }),
  });
}

/** Why a column was taken and may be something else, or why it was not taken. */
export function describeQuestion({ name, column, taken, why, example }: ColumnQuestion): string {
  const reasons = why.join(', and ');
  if (!taken) return `"${column.header}" is not taken for ${name}: it ${reasons}`;
  const holds = example === '' ? '' : ` and holds "${example}"`;
  return `"${column.header}" is taken for ${name} because it is called so${holds}; it ${reasons}`;
}

interface Maps {
  /** Says that these columns are what they may be. */
  readonly yes: string;
  /** Says that there are no such columns. */
  readonly no: string;
}

function mapsFor(questions: readonly ColumnQuestion[]): Maps {
  const names = [...new Set(questions.map(({ name }) => name))];
  const first = names.map(
    (name) => [name, questions.find((question) => question.name === name)?.mapAs] as const,
  );
  return {
    yes: `--map ${first.map(([name, header]) => `${name}=${header}`).join(',')}`,
    no: `--map ${names.map((name) => `${name}=`).join(',')}`,
  };
}

/** The flags that answer for columns of which nothing is taken yet. */
export function adviseOn(questions: readonly ColumnQuestion[]): string {
  const { yes, no } = mapsFor(questions);
  const [they, what] = questions.length === 1 ? ['it is', 'it is'] : ['they are', 'they are'];
  return `Pass ${no} if ${they} something else, ${yes} if ${they} what ${what} called`;
}

/** The same on the screen of `check`, which may keep the answer. */
export function sayWhatIsLeft(questions: readonly ColumnQuestion[]): readonly string[] {
  const open = questions.filter(({ taken }) => !taken);
  const guesses = questions.filter(({ taken }) => taken);
  const keep = 'check --save-mapping keeps the answer for all runs of the job';
  if (open.length > 0) {
    return [
      `Left to say: no run uses this sheet before it is settled what ${list(open)}. ${adviseOn(open)}; ${keep}`,
    ];
  }
  if (guesses.length === 0) return [];
  return [
    `Left to say: a run that nobody watches stops, since ${list(guesses)} a guess. If it is right, ${keep}; if not, pass ${mapsFor(guesses).no} or name another column`,
  ];
}

function list(questions: readonly ColumnQuestion[]): string {
  const headers = [...new Set(questions.map(({ column }) => `"${column.header}"`))];
  return `${headers.join(' and ')} ${headers.length === 1 ? 'is' : 'are'}`;
}

function adviseRun(
  questions: readonly ColumnQuestion[],
  { sheet, job }: Omit<AskedSheet, 'isWatched'>,
): string {
  const named = job === undefined ? '--job NAME' : `--job ${quoteForShell(job)}`;
  const check = `pricesheet check ${quoteForShell(sheet)} ${named}`;
  if (questions.every(({ taken }) => taken)) {
    return `Look at it with: ${check}; if it is right, keep it with: ${check} --save-mapping; if not, pass ${mapsFor(questions).no} or name another column`;
  }
  return `${adviseOn(questions)}; with --save-mapping, pricesheet check keeps the answer for all runs of the job`;
}
