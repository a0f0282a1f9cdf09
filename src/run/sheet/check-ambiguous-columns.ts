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

const KEEP = 'check --save-mapping keeps the answer for all runs of the job';

/** The same for the screen of `check`, which can save the answer. */
export function describeOpenQuestions(
  questions: readonly ColumnQuestion[],
  map: ColumnMap,
): readonly string[] {
  const open = questions.filter(({ taken }) => !taken);
  const guesses = questions.filter(({ taken }) => taken);
  if (open.length > 0) {
    return [
      `Still open: every run stops until it is settled what ${list(open)}. ${adviseOn(open, map)}; ${KEEP}`,
    ];
  }
  if (guesses.length === 0) return [];
  const isOne = new Set(guesses.map(({ column }) => column.header)).size === 1;
  return [
    `Still open: an unattended run stops, because ${headersOf(guesses)} ${isOne ? 'is a guess' : 'are guesses'}. If it is right, ${KEEP}; if not, ${adviseOnGuesses(guesses, map)}`,
  ];
}

/** Every column but that of the SKUs is optional. */
function adviseOnGuesses(guesses: readonly ColumnQuestion[], map: ColumnMap): string {
  const names = [...new Set(guesses.map(({ name }) => name))];
  const other = `--map ${[...mapPairs(map), ...names.map((name) => `${name}=HEADER`)].join(',')} for another column`;
  const spare = guesses.filter(({ name }) => name !== 'sku');
  return spare.length === 0
    ? `pass ${other}`
    : `pass ${mapsFor(spare, map).no} to leave ${spare.length === 1 ? 'it' : 'them'} out, or ${other}`;
}

function headersOf(questions: readonly ColumnQuestion[]): string {
  return [...new Set(questions.map(({ column }) => `"${column.header}"`))].join(' and ');
}

function list(questions: readonly ColumnQuestion[]): string {
  const isOne = new Set(questions.map(({ column }) => column.header)).size === 1;
  return `${headersOf(questions)} ${isOne ? 'is' : 'are'}`;
}

function adviseRun(
  questions: readonly ColumnQuestion[],
  { sheet, job, map }: Omit<AskedSheet, 'isWatched'>,
): string {
  const named = job === undefined ? '--job NAME' : `--job ${quoteForShell(job)}`;
  const given = map.size === 0 ? '' : ` --map ${mapPairs(map).join(',')}`;
  const check = `pricesheet check ${quoteForShell(sheet)} ${named}${given}`;
  if (questions.every(({ taken }) => taken)) {
    return `Look at it with: ${check}; if it is right, keep it with: ${check} --save-mapping; if not, ${adviseOnGuesses(questions, map)}`;
  }
  return `${adviseOn(questions, map)}; with --save-mapping, pricesheet check keeps the answer for all runs of the job`;
}
