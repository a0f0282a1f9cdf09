import { SheetError } from '../../domain/errors.ts';
import { quoteWord, type Shell } from '../../domain/quote-word.ts';
import type { ColumnMap } from '../../sheet/header/column.ts';
import { formatMapFlag, type MapPair } from '../../sheet/header/format-map-flag.ts';
import type { ColumnQuestion } from '../../sheet/header/read-header.ts';
import { describeUnsettled, type UnsettledColumn } from './unsettled-columns.ts';

interface AskedSheet {
  /** As the user gave it. */
  readonly sheet: string;
  /** Its name from run to run. */
  readonly job: string | undefined;
  /** The column map in effect. */
  readonly map: ColumnMap;
  readonly shell: Shell;
}

/**
 * Warnings about columns whose names may mean something else.
 *
 * Errors: `SheetError` if something speaks against what such a column is called.
 */
export function checkAmbiguousColumns(
  questions: readonly ColumnQuestion[],
  advised: AskedSheet,
): readonly string[] {
  const open = questions.filter(({ taken }) => !taken);
  if (open.length === 0) return questions.map(describeQuestion);
  throw new SheetError(
    `Cannot use the sheet "${advised.sheet}" before its columns are settled: ${open.map(describeQuestion).join('; ')}`,
    { hint: adviseRun(open, advised) },
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
  {
    questions,
    unsettled,
  }: { readonly questions: readonly ColumnQuestion[]; readonly unsettled: readonly UnsettledColumn[] },
  { check, ...given }: Given & { readonly check: string },
): OpenQuestions | undefined {
  const open = questions.filter(({ taken }) => !taken);
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
  if (unsettled.length === 0) return undefined;
  return {
    asked: `A run that nobody watches stops until it is settled what these columns say of the amounts: ${describeUnsettled(unsettled)}`,
    steps: [
      save('if all is right as it is above, and the others are to be left out', repeatMap(given)),
      save('to use a column', formatMapFlag([...given.map, ['FIELD', 'HEADER']], given.shell)),
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

function headersOf(questions: readonly ColumnQuestion[]): string {
  return [...new Set(questions.map(({ column }) => `"${column.header}"`))].join(' and ');
}

function list(questions: readonly ColumnQuestion[]): string {
  return `${headersOf(questions)} ${hasOneHeader(questions) ? 'is' : 'are'}`;
}

function adviseRun(questions: readonly ColumnQuestion[], { sheet, job, ...given }: AskedSheet): string {
  const named = job === undefined ? '--job NAME' : `--job ${quoteWord(job, given.shell)}`;
  const check = `pricesheet check ${quoteWord(sheet, given.shell)} ${named}`;
  return `${adviseOn(questions, given)}; to save the answer for all runs of the job: ${check} ${mapsFor(questions, given).yes} --save-mapping`;
}
