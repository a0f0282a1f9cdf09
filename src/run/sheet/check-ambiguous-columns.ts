import { SheetError } from '../../domain/errors.ts';
import type { ColumnMap } from '../../sheet/header/column.ts';
import type { ColumnQuestion } from '../../sheet/header/read-header.ts';
import { quoteForShell } from '../../sheet/quote-for-shell.ts';
import { mapPairs } from './map-pairs.ts';

interface AskedSheet {
  /** As the user gave it. */
  readonly sheet: string;
  /** Its name from run to run. */
  readonly job: string | undefined;
  /** The column map in effect. */
  readonly map: ColumnMap;
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
  { sheet, job, map, isWatched }: AskedSheet,
): readonly string[] {
  const open = questions.filter(({ taken }) => !taken);
  const asked = open.length > 0 ? open : isWatched ? [] : questions;
  if (asked.length === 0) return questions.map(describeQuestion);
  const when = open.length > 0 ? 'before its columns are settled' : 'in an unattended run';
  throw new SheetError(`Cannot use the sheet "${sheet}" ${when}: ${asked.map(describeQuestion).join('; ')}`, {
    hint: adviseRun(asked, { sheet, job, map }),
  });
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

function mapsFor(questions: readonly ColumnQuestion[], map: ColumnMap): Maps {
  const names = [...new Set(questions.map(({ name }) => name))];
  const first = names.map((name) => `${name}=${questions.find((question) => question.name === name)?.mapAs}`);
  return {
    yes: `--map ${[...mapPairs(map), ...first].join(',')}`,
    no: `--map ${[...mapPairs(map), ...names.map((name) => `${name}=`)].join(',')}`,
  };
}

/** The flags that decide columns that were not taken yet. */
export function adviseOn(questions: readonly ColumnQuestion[], map: ColumnMap): string {
  const { yes, no } = mapsFor(questions, map);
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
  { map, check }: { readonly map: ColumnMap; readonly check: string },
): OpenQuestions | undefined {
  const open = questions.filter(({ taken }) => !taken);
  const guesses = questions.filter(({ taken }) => taken);
  const save = (what: string, flags: string) => ({
    what,
    command: [check, flags, '--save-mapping'].filter((part) => part !== '').join(' '),
  });
  if (open.length > 0) {
    const { yes, no } = mapsFor(open, map);
    return {
      asked: `Every run stops until it is settled what ${list(open)}`,
      steps: [
        save(`to use ${pronoun(open)}, in all runs of this job`, yes),
        save(`to leave ${pronoun(open)} out`, no),
      ],
    };
  }
  if (guesses.length === 0) return undefined;
  const given = map.size === 0 ? '' : `--map ${mapPairs(map).join(',')}`;
  const spare = guesses.filter(({ name }) => name !== 'sku');
  return {
    asked: `A run that nobody watches stops, because ${headersOf(guesses)} ${hasOneHeader(guesses) ? 'is a guess' : 'are guesses'}`,
    steps: [
      save('if it is right, save it', given),
      save('if another column is meant', otherColumns(guesses, map)),
      ...(spare.length === 0 ? [] : [save(`to leave ${pronoun(spare)} out`, mapsFor(spare, map).no)]),
    ],
  };
}

function pronoun(questions: readonly ColumnQuestion[]): string {
  return hasOneHeader(questions) ? 'it' : 'them';
}

function hasOneHeader(questions: readonly ColumnQuestion[]): boolean {
  return new Set(questions.map(({ column }) => column.header)).size === 1;
}

function otherColumns(guesses: readonly ColumnQuestion[], map: ColumnMap): string {
  const names = [...new Set(guesses.map(({ name }) => name))];
  return `--map ${[...mapPairs(map), ...names.map((name) => `${name}=HEADER`)].join(',')}`;
}

/** Every column but that of the SKUs is optional. */
function adviseOnGuesses(guesses: readonly ColumnQuestion[], map: ColumnMap): string {
  const other = `${otherColumns(guesses, map)} for another column`;
  const spare = guesses.filter(({ name }) => name !== 'sku');
  return spare.length === 0
    ? `pass ${other}`
    : `pass ${mapsFor(spare, map).no} to leave ${spare.length === 1 ? 'it' : 'them'} out, or ${other}`;
}

function headersOf(questions: readonly ColumnQuestion[]): string {
  return [...new Set(questions.map(({ column }) => `"${column.header}"`))].join(' and ');
}

function list(questions: readonly ColumnQuestion[]): string {
  return `${headersOf(questions)} ${hasOneHeader(questions) ? 'is' : 'are'}`;
}

function adviseRun(
  questions: readonly ColumnQuestion[],
  { sheet, job, map }: Omit<AskedSheet, 'isWatched'>,
): string {
  const named = job === undefined ? '--job NAME' : `--job ${quoteForShell(job)}`;
  const check = `pricesheet check ${quoteForShell(sheet)} ${named}`;
  if (questions.every(({ taken }) => taken)) {
    const given = map.size === 0 ? '' : ` --map ${mapPairs(map).join(',')}`;
    return `Look at it with: ${check}${given}; if it is right, save it with: ${check}${given} --save-mapping; if not, ${adviseOnGuesses(questions, map)}`;
  }
  return `${adviseOn(questions, map)}; to save the answer for all runs of the job: ${check} ${mapsFor(questions, map).yes} --save-mapping`;
}
