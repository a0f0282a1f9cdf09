import { FIELDS, type Field, MONEY_FIELDS } from '../../domain/fields.ts';
import { holdsUnprintable } from '../../domain/unprintable.ts';
import { clip } from '../../report/text/clip.ts';
import type { ColumnMap } from '../../sheet/header/column.ts';
import { toLetters } from '../../sheet/header/column-letters.ts';
import { foldHeader } from '../../sheet/header/fold-header.ts';
import { findProgram } from '../../sheet/header/programs/find-program.ts';
import { speaksOf } from '../../sheet/header/topic-words.ts';
import { quoteForShell } from '../../sheet/quote-for-shell.ts';
import type { Reading } from '../../sheet/read-sheet.ts';
import { mapPairs } from './map-pairs.ts';
import { describeQuestion } from './question-columns.ts';
import type { SheetTally } from './tally-sheet.ts';

type HeaderOnly = Pick<
  Reading,
  'columns' | 'ignoredColumns' | 'misspelt' | 'table' | 'questions' | 'foreign'
>;

/** A sheet of which no column sets anything. */
export interface NothingToSet {
  /** Says so, and what the columns that look meant may be; without a capital, to stand behind the name of the rule. */
  readonly message: string;
  /** The headers that it speaks of, which no other notice has to name. */
  readonly named: readonly string[];
}

/**
 * Finds out whether any column of a sheet sets something. A run over one that doesn't leaves every listing as it is and
 * ends well, night after night, so it has to stop; and who looks into it wants to know which column was meant. A sheet
 * without rows is another matter: so is the `undo.csv` of a run that changed nothing, which has no column to set either.
 */
export function findNothingToSet(
  reading: HeaderOnly,
  { map, counts }: { readonly map: ColumnMap; readonly counts: SheetTally['counts'] },
): NothingToSet | undefined {
  if (counts.row + counts.invalid + counts.duplicate === 0) return undefined;
  if (FIELDS.some((field) => reading.columns.has(field))) return undefined;
  const misspelt = findMisspelt(reading);
  const certain = misspelt.filter(isFirstOfItsField);
  const known = new Set(misspelt.map(({ header }) => header));
  const open = MONEY_FIELDS.filter((field) => !map.has(field));
  const judged = describeJudged(reading);
  const unsaid = reading.ignoredColumns.filter(
    (header) => !known.has(header) && !judged.has(header) && !saysOther(header),
  );
  const others = new Set((findProgram(reading.table.header)?.others ?? []).map(foldHeader));
  const isCost = (header: string): boolean => saysCost(header) && !others.has(foldHeader(header));
  const costs = unsaid.filter(isCost);
  const prices = unsaid.filter((header) => !isCost(header) && saysPrice(header));
  const ways: Ways = { header: reading.table.header, map };
  const clauses = [
    ...describeCertain(certain, ways),
    ...misspelt
      .filter((one) => !certain.includes(one))
      .map(({ header, meant }) => describeOpen({ headers: [header], meant }, ways)),
    ...describeUnsaid({ headers: costs, meant: open.filter((field) => field === 'cost') }, ways),
    ...describeUnsaid({ headers: prices, meant: open }, ways),
  ];
  const said =
    clauses.length > 0
      ? clauses
      : [`those that do are ${FIELDS.join(', ')}: ${toFlag(ways, ['FIELD=HEADER'])}`];
  return {
    message: `no column of the sheet sets anything; ${[...judged.values(), ...said].join('; ')}`,
    named: clauses.length > 0 ? [...known, ...prices, ...costs] : [],
  };
}

interface Meant {
  readonly header: string;
  readonly meant: readonly Field[];
}

/** What a flag is made of. */
interface Ways {
  readonly header: readonly string[];
  readonly map: ColumnMap;
}

function findMisspelt({ misspelt }: HeaderOnly): readonly Meant[] {
  return misspelt.flatMap(({ header, meant }) => {
    const fields = FIELDS.filter((field) => meant.includes(field));
    return fields.length === 0 ? [] : [{ header, meant: fields }];
  });
}

/** It can be one field only, and no column before it can be that. */
function isFirstOfItsField({ meant }: Meant, index: number, all: readonly Meant[]): boolean {
  const [field, ...others] = meant;
  return others.length === 0 && all.findIndex((one) => one.meant[0] === field) === index;
}

/** What is no price of one piece, whatever else the header says: to propose it would be worse than to propose nothing. */
const OTHER_AMOUNT = /ship|freight|versand|fracht|porto|tax|vat|mwst|total|sum|stock|qty|quantity|[%‰]/;
/** At the end of a word, since German and Dutch write `Verkaufspreis` and `verkoopprijs`. */
const PRICE = /(?:price|preis|prijs|pris|prix|precio|prezzo|preço|cena|amount|betrag)s?(?!\p{L})/u;
const COST = /(?<!\p{L})(?:costs?|kosten|coût|coste|costo|custo|ek|einkauf|purchase)(?!\p{L})/u;

/** Costs of other things, changes of costs, and columns that hold no amounts: a flag for one of these would take it for the cost. */
function saysOther(header: string): boolean {
  return foldHeader(header) === '' || NO_AMOUNT.test(tidy(header)) || speaksOf(header, 'other_cost');
}

const NO_AMOUNT =
  /[δ∆]|price lists?(?!\p{L})|(?<!\p{L})(?:dates?|notes?|types?|rules?|changes?|variance)(?!\p{L})/u;

/** Columns that were looked at and not taken: why, and no flag that takes them all the same. */
function describeJudged({ questions, foreign }: HeaderOnly): ReadonlyMap<string, string> {
  return new Map([
    ...questions
      .filter(({ taken }) => !taken)
      .map((question) => [question.column.header, describeQuestion(question)] as const),
    ...foreign.map(
      ({ header, heading }) =>
        [header, `${quoted(header)} is not taken: it stands under ${quoted(heading)}`] as const,
    ),
  ]);
}

function saysCost(header: string): boolean {
  const text = tidy(header);
  return COST.test(text) && !OTHER_AMOUNT.test(text);
}

function saysPrice(header: string): boolean {
  const text = tidy(header);
  return PRICE.test(text) && !OTHER_AMOUNT.test(text);
}

function tidy(header: string): string {
  const words = header.slice(0, MAX_HEADER).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  return words.normalize('NFKC').toLowerCase();
}

function describeCertain(certain: readonly Meant[], ways: Ways): readonly string[] {
  if (certain.length === 0) return [];
  const pairs = certain.map(({ header, meant }) => `${meant[0]}=${toMapText(header, ways)}`);
  const what = certain.map(({ header, meant }) => `${quoted(header)} may be ${meant[0]}`);
  return [`${what.join(', ')}: ${toFlag(ways, pairs)}`];
}

interface Group {
  readonly headers: readonly string[];
  readonly meant: readonly Field[];
}

/** Words that are never taken for a field on their own: what they mean only the owner of the sheet can say. */
function describeUnsaid(group: Group, ways: Ways): readonly string[] {
  if (group.headers.length === 0 || group.meant.length === 0) return [];
  const remark =
    group.headers.length === 1 ? 'is never taken on its own' : 'none of them is taken on its own';
  return [describeOpen({ ...group, remark: `, and ${remark}` }, ways)];
}

function describeOpen(
  { headers, meant, remark = '' }: Group & { readonly remark?: string },
  ways: Ways,
): string {
  const [first = '', ...others] = headers;
  const field = meant.length === 1 ? meant[0] : 'FIELD';
  const column = others.length === 0 ? toMapText(first, ways) : 'HEADER';
  return `${listed(headers)} may be ${either(meant)}${remark}: ${toFlag(ways, [`${field}=${column}`])}`;
}

function toFlag({ map }: Ways, pairs: readonly string[]): string {
  return `--map ${[...mapPairs(map), ...pairs].join(',')}`;
}

const MAX_HEADER = 60;

/** By its header, or by its letter where that can't be typed or is not the only one of its kind. */
function toMapText(text: string, { header }: Ways): string {
  const isOnly = header.filter((other) => other.trim() === text).length === 1;
  if (isOnly && text.length <= MAX_HEADER && !holdsUnprintable(text)) return quoteForShell(text);
  return toLetters(header.findIndex((other) => other.trim() === text));
}

const MAX_NAMED = 5;

function listed(headers: readonly string[]): string {
  const more = headers.length > MAX_NAMED ? ` and ${headers.length - MAX_NAMED} more` : '';
  return `${headers.slice(0, MAX_NAMED).map(quoted).join(', ')}${more}`;
}

function quoted(header: string): string {
  return `"${clip(header, MAX_HEADER)}"`;
}

function either(fields: readonly Field[]): string {
  const [last = '', ...others] = [...fields].reverse();
  return others.length === 0 ? last : `${others.reverse().join(', ')} or ${last}`;
}
