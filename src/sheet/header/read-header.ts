import { SheetError } from '../../domain/errors.ts';
import type { Shell } from '../../domain/quote-word.ts';
import { isRetryHeader, LISTING_ID } from '../../domain/retry-header.ts';
import { holdsUnprintable } from '../../domain/unprintable.ts';
import {
  type ColumnContext,
  type Judgement,
  judgeColumn,
  type Named,
  type Trust,
} from './classify-column.ts';
import { type Column, type ColumnMap, type Columns, toColumn } from './column.ts';
import { toLetters } from './column-letters.ts';
import { COLUMN_NAMES, type ColumnName } from './column-names.ts';
import { profileColumn } from './column-profile.ts';
import { findMisspelt, type MisspeltColumn } from './find-misspelt.ts';
import { findOtherPrice } from './find-other-price.ts';
import { foldHeader } from './fold-header.ts';
import { formatMapFlag } from './format-map-flag.ts';
import { type Meaning, meaningOf, meaningsOf, misleadingHeaders } from './header-meanings.ts';
import { nameForMap } from './name-for-map.ts';
import { findProgram } from './programs/find-program.ts';
import type { ProgramNames } from './programs/program-names.ts';
import { readMap } from './read-map.ts';

export interface HeaderReading {
  readonly columns: Columns;
  /** The program that wrote the file, where its headings show which. */
  readonly program: string | undefined;
  /** What a person has to look at, or to say, of columns whose names are not enough. */
  readonly questions: readonly ColumnQuestion[];
  /** Header texts of columns that mean nothing here. */
  readonly ignored: readonly string[];
  /** Columns with pricesheet's own names, although the map says that there are no such columns. */
  readonly mappedAway: readonly Pick<Named, 'name' | 'header'>[];
  /** Columns that could have been meant as well, and were not taken. */
  readonly rivals: readonly Rival[];
  /** Those of them that look like misspelt ones of columns that were not found. */
  readonly misspelt: readonly MisspeltColumn[];
  /** Columns that would mean something but for the program that wrote the file. */
  readonly misleading: readonly string[];
  /** Likewise, but for their groups. */
  readonly foreign: readonly ForeignColumn[];
}

/** A column whose group gives it another meaning: `Min` under `Stock`. */
export interface ForeignColumn {
  readonly header: string;
  readonly heading: string;
}

/** A column whose name may mean something else, or does in view of the columns around it. */
export interface ColumnQuestion {
  readonly name: ColumnName;
  readonly column: Column;
  /** It is taken if a person watches; otherwise nothing is taken until somebody says what it is. */
  readonly taken: boolean;
  /** Clauses with the column as their subject. */
  readonly why: readonly string[];
  /** One of its cells; blank if all are. */
  readonly example: string;
  /** How `--map` names it. */
  readonly mapAs: string;
}

export interface Rival {
  readonly name: ColumnName;
  readonly taken: string;
  readonly others: readonly string[];
}

/** Columns that a person has confirmed in an earlier run. */
export interface SettledColumns {
  /** Header texts by field. */
  readonly columns: Readonly<Record<string, string>>;
}

interface HeaderOptions {
  /** The physical line of the header. */
  readonly line: number;
  /** Of the sheet, for messages. */
  readonly name: string;
  readonly map: ColumnMap;
  readonly around: Pick<ColumnContext, 'headings' | 'titles' | 'rows' | 'clearToken'>;
  readonly settled?: SettledColumns | undefined;
  /** Header texts of columns that are to be left out. */
  readonly leaveOut?: Readonly<Record<string, unknown>> | undefined;
  /** Of the flags that are suggested. */
  readonly shell: Shell;
}

/** What one header text means, where it is, and how far that can be trusted. */
interface Candidate extends Named {
  readonly column: Column;
  readonly judgement: Judgement;
}

/** Of several columns that could be meant, the best is taken and said; for the others a person has to choose. */
const BEST_IS_TAKEN: ReadonlySet<ColumnName> = new Set<ColumnName>(['sku', 'cost', 'strategy']);

/**
 * Finds what each column means: what a person said first, then what the headers say, each judged by the company that it
 * is in. A name that something speaks against is not taken; one that says too little is, with a question.
 *
 * Errors: `SheetError` if a column that a person named is not there, or two columns mean the same and neither is
 * better.
 */
export function readHeader(header: readonly string[], given: HeaderOptions): HeaderReading {
  const options = { ...given, map: withOurColumn(header, given.map) };
  const mapped = readMap(header, options);
  const all = findCandidates(header, mapped, options);
  const candidates = all.filter(({ judgement }) => judgement.trust !== 'foreign');
  const columns = new Map<ColumnName, Column>();
  const rivals: Rival[] = [];
  const questions: ColumnQuestion[] = [];
  for (const name of COLUMN_NAMES) {
    const given = mapped.get(name);
    const choice = given ? undefined : chooseColumn(name, candidates, { ...options, header });
    const column = given ?? choice?.column;
    if (column) columns.set(name, column);
    if (choice?.rival) rivals.push(choice.rival);
    questions.push(...(choice?.questions ?? []));
  }
  const program = findProgram(header);
  const used = new Set([...columns.values()].map(({ index }) => index));
  const ignored = header
    .filter((text, index) => text.trim() !== '' && !used.has(index))
    .map((text) => text.trim());
  const open = COLUMN_NAMES.filter((name) => !columns.has(name) && !options.map.has(name));
  return {
    columns,
    program: program?.program,
    questions: questions
      .filter(({ name }) => (name !== 'cost_divisor' && name !== 'unit') || columns.has('cost'))
      .concat(questionDivisor(columns, { candidates, questions, header, options })),
    ignored,
    mappedAway: ignored.flatMap((text) => {
      const meaning = meaningOf(text);
      const isMappedAway = meaning?.by === 'own' && options.map.get(meaning.name) === '';
      return isMappedAway ? [{ name: meaning.name, header: text }] : [];
    }),
    misspelt: findMisspelt(withoutOthers(ignored, program), new Set(open)),
    rivals,
    misleading: [...misleadingHeaders(header)].map((text) => text.trim()),
    foreign: all
      .filter(({ judgement }) => judgement.trust === 'foreign')
      .map((column) => ({ header: column.header, heading: options.around.headings[column.index] ?? '' })),
  };
}

/** A map that says that the sheet has no listing ids does not mean the ones of its retry file. */
function withOurColumn(header: readonly string[], map: ColumnMap): ColumnMap {
  if (map.get(LISTING_ID) !== '' || !isRetryHeader(header)) return map;
  return new Map([...map].filter(([name]) => name !== LISTING_ID));
}

/** Headings that a program is known to use for something else are not misspelt. */
function withoutOthers(headers: readonly string[], program: ProgramNames | undefined): readonly string[] {
  const others = new Set((program?.others ?? []).map(foldHeader));
  return headers.filter((header) => !others.has(foldHeader(header)));
}

interface DivisorContext {
  readonly candidates: readonly Candidate[];
  /** Questions so far. */
  readonly questions: readonly ColumnQuestion[];
  readonly header: readonly string[];
  readonly options: HeaderOptions;
}

/** Whether a number of pieces may belong to another price; nothing if somebody or the program has said what it is. */
function questionDivisor(
  columns: Columns,
  { candidates, questions, header, options }: DivisorContext,
): readonly ColumnQuestion[] {
  const found = candidates.find(
    ({ name, index }) => columns.get(name)?.index === index && name === 'cost_divisor',
  );
  if (!found || found.by === 'program' || found.judgement === SETTLED) return [];
  const cost = columns.get('cost');
  const price = cost && findOtherPrice(header, { cost: cost.index, divisor: found.index });
  if (price === undefined || questions.some(({ name }) => name === 'cost_divisor')) return [];
  const judgement: Judgement = { trust: 'weak', why: [`is next to "${price}", which is not the cost`] };
  return [toQuestion({ ...found, judgement }, true, { ...options, header })];
}

/** Columns that may be taken by name: neither the column nor its field is mapped. */
function findCandidates(
  header: readonly string[],
  mapped: Columns,
  { map, around, settled, leaveOut = {} }: HeaderOptions,
): readonly Candidate[] {
  const taken = new Set([...mapped.values()].map(({ index }) => index));
  const meanings = meaningsOf(header);
  const joined = header.map((text, index) =>
    meanings[index] ? undefined : meaningBelow(around.headings[index] ?? '', text),
  );
  const named = header.flatMap((text, index): readonly Named[] => {
    const meaning = meanings[index] ?? joined[index];
    return meaning ? [{ ...meaning, index, header: text.trim() }] : [];
  });
  // A heading that is part of the column's name does not speak against it.
  const headings = around.headings.map((heading, index) => (joined[index] ? '' : heading));
  const context = { ...around, headings, header, named };
  const agreed = settled?.columns ?? {};
  return named
    .filter(
      (column) =>
        !taken.has(column.index) && !map.has(column.name) && !Object.hasOwn(leaveOut, column.header),
    )
    .map((column) => ({
      ...column,
      column: toColumn(header[column.index] ?? '', column.index),
      judgement: agreed[column.name] === column.header ? SETTLED : judgeColumn(column, context),
    }));
}

const SETTLED: Judgement = { trust: 'strong', why: [] };

/** A name in two parts, of which the upper one covers several columns: `Purchase` above `Price`. */
function meaningBelow(heading: string, text: string): Meaning | undefined {
  if (heading === '' || text.trim() === '') return undefined;
  const found = meaningOf(`${heading} ${text}`) ?? meaningOf(`${text} ${heading}`);
  return found?.by === 'weak' ? undefined : found;
}

interface ChoiceOptions extends HeaderOptions {
  readonly header: readonly string[];
}

interface Choice {
  readonly column?: Column | undefined;
  readonly rival?: Rival | undefined;
  readonly questions: readonly ColumnQuestion[];
}

function chooseColumn(name: ColumnName, all: readonly Candidate[], options: ChoiceOptions): Choice {
  const candidates = all.filter((candidate) => candidate.name === name).sort(byTrustAndRank);
  const [best, ...others] = candidates;
  if (!best) return { questions: [] };
  refuseNamesakes(best, others, options);
  if (best.judgement.trust === 'doubted') {
    return { questions: candidates.map((candidate) => toQuestion(candidate, false, options)) };
  }
  refuseEquals(
    best,
    others.filter(({ judgement }) => judgement.trust === best.judgement.trust),
    options,
  );
  const serious = others.filter(({ by }) => by !== 'weak').map(({ column }) => column.header);
  return {
    column: best.column,
    rival: serious.length > 0 ? { name, taken: best.column.header, others: serious } : undefined,
    questions: best.judgement.trust === 'weak' ? [toQuestion(best, true, options)] : [],
  };
}

const TRUSTS: readonly Trust[] = ['strong', 'weak', 'doubted', 'foreign'];

function byTrustAndRank(a: Candidate, b: Candidate): number {
  return TRUSTS.indexOf(a.judgement.trust) - TRUSTS.indexOf(b.judgement.trust) || a.rank - b.rank;
}

function toQuestion(
  { name, column, judgement: { why } }: Candidate,
  taken: boolean,
  { header, around: { rows, clearToken } }: ChoiceOptions,
): ColumnQuestion {
  const { example } = profileColumn(rows, { index: column.index, clearToken });
  return { name, column, taken, why, example, mapAs: nameForMap(header, column.index) };
}

/** Of two columns that are called the same, neither is taken because something speaks against the other. */
function refuseNamesakes(best: Candidate, others: readonly Candidate[], options: HeaderOptions): void {
  const folded = foldHeader(best.header);
  const namesakes = others.filter(({ header }) => foldHeader(header) === folded);
  refuseEquals(best, namesakes, options);
}

function refuseEquals(best: Candidate, others: readonly Candidate[], { name, shell }: HeaderOptions): void {
  const rivals = others.filter(({ rank }) => !BEST_IS_TAKEN.has(best.name) || rank === best.rank);
  if (rivals.length === 0) return;
  const equals = [best, ...rivals].map(({ column }) => column).sort((a, b) => a.index - b.index);
  const texts = equals.map(({ header }) => `"${header}"`);
  const flags = equals.map((column) => formatMapFlag([[best.name, choiceOf(column, equals)]], shell));
  throw new SheetError(
    `Cannot read the sheet "${name}": the columns ${listWith('and', texts)} ${equals.length > 2 ? 'all' : 'both'} mean ${best.name}`,
    {
      hint: `Choose one with ${listWith('or', flags)}`,
    },
  );
}

/** How `--map` names one of several columns: by its header, or by its letter where headers are equal or can't be typed. */
function choiceOf({ header, index }: Column, all: readonly Column[]): string {
  const folded = foldHeader(header);
  const isOnly = all.filter((other) => foldHeader(other.header) === folded).length === 1;
  return isOnly && !holdsUnprintable(header) ? header : toLetters(index);
}

function listWith(word: string, texts: readonly string[]): string {
  return `${texts.slice(0, -1).join(', ')} ${word} ${texts.at(-1)}`;
}
