import { SheetError } from '../../domain/errors.ts';
import { quoteWord, type Shell } from '../../domain/quote-word.ts';
import type { ColumnMap } from '../../sheet/header/column.ts';
import { formatMapFlag, type MapPair } from '../../sheet/header/format-map-flag.ts';
import type { ColumnQuestion } from '../../sheet/header/read-header.ts';

interface AskedSheet {
  /** As the user gave it. */
  readonly sheet: string;
  /** Its name from run to run. */
  readonly job: string | undefined;
  /** The column map in effect. */
  readonly map: ColumnMap;
  readonly shell: Shell;
  /** A person checks the plan before it is sent, if it is sent. */
  readonly isWatched: boolean;
}

/**
 * Warnings for an attended run about columns with ambiguous names.
 *
 * Errors: `SheetError` if such a column has to be named first, or if the run is unattended.
 */
export function checkAmbiguousColumns(
  questions: readonly ColumnQuestion[],
  { isWatched, ...advised }: AskedSheet,
): readonly string[] {
  const open = questions.filter(({ taken }) => !taken);
  const asked = open.length > 0 ? open : isWatched ? [] : questions;
  if (asked.length === 0) return questions.map(describeQuestion);
  const when = open.length > 0 ? 'before its columns are settled' : 'in an unattended run';
  throw new SheetError(
    `Cannot use the sheet "${advised.sheet}" ${when}: ${asked.map(describeQuestion).join('; ')}`,
    {
      hint: adviseRun(asked, advised),
    },
  );
}

/** Why a column was taken although it is ambiguous, or why it was not. */
export function describeQuestion(question: ColumnQuestion): string {
  const { name, column, taken } = question;
  return taken
    ? `"${column.header}" is taken for ${name}${explainQuestion(question)}`
    : `"${column.header}" is not taken for ${name}: ${explainQuestion(question)}`;
}

/** The same without column and field. */
export function explainQuestion({ taken, why, example }: ColumnQuestion): string {
  const reasons = why.join(' and ');
  const cells = example === '' ? '' : ` and cells such as "${example}"`;
  // The doubt comes first: a narrow screen cuts the end off.
  return taken ? `, though it ${reasons}, because of its name${cells}` : `it ${reasons}`;
}

interface Maps {
  /** Flags that confirm these columns. */
  readonly yes: string;
  /** Flags that reject these columns. */
  readonly no: string;
}

interface Given {
  /** The column map in effect. */
  readonly map: ColumnMap;
  readonly shell: Shell;
}

function mapsFor(questions: readonly ColumnQuestion[], { map, shell }: Given): Maps {
  const names = [...new Set(questions.map(({ name }) => name))];
  const first = names.map(
    (name): MapPair => [name, questions.find((question) => question.name === name)?.mapAs ?? ''],
  );
  return {
    yes: formatMapFlag([...map, ...first], shell),
    no: formatMapFlag([...map, ...names.map((name): MapPair => [name, ''])], shell),
  };
}

/** The flags that decide columns that were not taken yet. */
export function adviseOn(questions: readonly ColumnQuestion[], given: Given): string {
  const { yes, no } = mapsFor(questions, given);
  const them = questions.length === 1 ? 'it' : 'them';
  return `Pass ${no} to leave ${them} out, or ${yes} to take ${them}`;
}

/** What `check` asks about columns, and the commands that save an answer. */
export interface OpenQuestions {
  readonly asked: string;
  readonly steps: readonly { readonly what: string; readonly command: string }[];
}

/** The open questions of a sheet; `check` is the command that was typed, without its map. */
export function describeOpenQuestions(
  questions: readonly ColumnQuestion[],
  { check, ...given }: Given & { readonly check: string },
): OpenQuestions | undefined {
  const open = questions.filter(({ taken }) => !taken);
  const guesses = questions.filter(({ taken }) => taken);
  const save = (what: string, flags: string) => ({
    what,
    command: [check, flags, '--save-mapping'].filter((part) => part !== '').join(' '),
  });
  if (open.length > 0) {
    const { yes, no } = mapsFor(open, given);
    return {
      asked: `Every run stops until it is settled what ${list(open)}`,
      steps: [
        save(`to use ${pronoun(open)}, in all runs of this job`, yes),
        save(`to leave ${pronoun(open)} out`, no),
      ],
    };
  }
  if (guesses.length === 0) return undefined;
  const spare = guesses.filter(({ name }) => name !== 'sku');
  return {
    asked: `A run that nobody watches stops, because ${headersOf(guesses)} ${hasOneHeader(guesses) ? 'is a guess' : 'are guesses'}`,
    steps: [
      save('if it is right, save it', repeatMap(given)),
      save('if another column is meant', otherColumns(guesses, given)),
      ...(spare.length === 0 ? [] : [save(`to leave ${pronoun(spare)} out`, mapsFor(spare, given).no)]),
    ],
  };
}

function pronoun(questions: readonly ColumnQuestion[]): string {
  return hasOneHeader(questions) ? 'it' : 'them';
}

function hasOneHeader(questions: readonly ColumnQuestion[]): boolean {
  return new Set(questions.map(({ column }) => column.header)).size === 1;
}

function repeatMap({ map, shell }: Given): string {
  return map.size === 0 ? '' : formatMapFlag([...map], shell);
}

function otherColumns(guesses: readonly ColumnQuestion[], { map, shell }: Given): string {
  const names = [...new Set(guesses.map(({ name }) => name))];
  return formatMapFlag([...map, ...names.map((name): MapPair => [name, 'HEADER'])], shell);
}

/** Every column but that of the SKUs is optional. */
function adviseOnGuesses(guesses: readonly ColumnQuestion[], given: Given): string {
  const other = `${otherColumns(guesses, given)} for another column`;
  const spare = guesses.filter(({ name }) => name !== 'sku');
  return spare.length === 0
    ? `pass ${other}`
    : `pass ${mapsFor(spare, given).no} to leave ${spare.length === 1 ? 'it' : 'them'} out, or ${other}`;
}

function headersOf(questions: readonly ColumnQuestion[]): string {
  return [...new Set(questions.map(({ column }) => `"${column.header}"`))].join(' and ');
}

function list(questions: readonly ColumnQuestion[]): string {
  return `${headersOf(questions)} ${hasOneHeader(questions) ? 'is' : 'are'}`;
}

function adviseRun(
  questions: readonly ColumnQuestion[],
  { sheet, job, ...given }: Omit<AskedSheet, 'isWatched'>,
): string {
  const named = job === undefined ? '--job NAME' : `--job ${quoteWord(job, given.shell)}`;
  const check = `pricesheet check ${quoteWord(sheet, given.shell)} ${named}`;
  if (questions.every(({ taken }) => taken)) {
    const same = [check, repeatMap(given)].filter((part) => part !== '').join(' ');
    return `Look at it with: ${same}; if it is right, save it with: ${same} --save-mapping; if not, ${adviseOnGuesses(questions, given)}`;
  }
  return `${adviseOn(questions, given)}; to save the answer for all runs of the job: ${check} ${mapsFor(questions, given).yes} --save-mapping`;
}
