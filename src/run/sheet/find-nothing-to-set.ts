import { FIELDS, type Field, MONEY_FIELDS } from '../../domain/fields.ts';
import type { Shell } from '../../domain/quote-word.ts';
import { clip } from '../../report/text/clip.ts';
import type { ColumnLook } from '../../sheet/column-looks.ts';
import type { ColumnMap } from '../../sheet/header/column.ts';
import { foldHeader } from '../../sheet/header/fold-header.ts';
import { formatMapFlag, type MapPair } from '../../sheet/header/format-map-flag.ts';
import { nameForMap } from '../../sheet/header/name-for-map.ts';
import { findProgram } from '../../sheet/header/programs/find-program.ts';
import { mentions } from '../../sheet/header/topic-words.ts';
import type { Reading } from '../../sheet/read-sheet.ts';
import type { SheetDigest } from './tally-sheet.ts';

type HeaderOnly = Pick<Reading, 'columns' | 'ignoredColumns' | 'misspelt' | 'table' | 'foreign'>;

/** A sheet without a column that sets a field. */
export interface NothingToSet {
  /** Describes it and the columns that may be meant; without a capital, to follow the rule's name. */
  readonly message: string;
  /** The headers that it names, which other notices can leave out. */
  readonly named: readonly string[];
  /** What is most likely meant, of the flags that it names. */
  readonly meant: readonly MapPair[] | undefined;
}

interface Judging {
  readonly map: ColumnMap;
  readonly counts: SheetDigest['counts'];
  /** What the columns hold: amounts with decimals may be meant where no heading says so. */
  readonly looks?: readonly ColumnLook[];
  /** Of the flags that are suggested. */
  readonly shell: Shell;
}

/**
 * Finds out whether any column of a sheet sets a field. A run without one leaves every listing as it is and succeeds,
 * night after night, so it has to stop and say which columns may be meant. Sheets without rows are exempt: the
 * `undo.csv` of a run that changed nothing has no such column either.
 */
export function findNothingToSet(
  reading: HeaderOnly,
  { map, counts, looks = [], shell }: Judging,
): NothingToSet | undefined {
  if (counts.row + counts.invalid + counts.duplicate === 0) return undefined;
  if (FIELDS.some((field) => reading.columns.has(field))) return undefined;
  const misspelt = findMisspelt(reading);
  const certain = misspelt.filter(isFirstOfItsField);
  const known = new Set(misspelt.map(({ header }) => header));
  const open = MONEY_FIELDS.filter((field) => !map.has(field));
  const foreign = describeForeign(reading);
  const unsaid = reading.ignoredColumns.filter(
    (header) => !known.has(header) && !foreign.has(header) && !saysOther(header),
  );
  const others = new Set((findProgram(reading.table.header)?.others ?? []).map(foldHeader));
  const isCost = (header: string): boolean => saysCost(header) && !others.has(foldHeader(header));
  const costs = unsaid.filter(isCost);
  const isAmount = (header: string): boolean => {
    const look = looks[reading.table.header.findIndex((text) => text.trim() === header)];
    return look?.kind === 'amounts' && !look.areWhole && !OTHER_AMOUNT.test(tidy(header));
  };
  const called = unsaid.filter((header) => !isCost(header) && saysPrice(header));
  const isNamed = called.length + costs.length + misspelt.length > 0;
  const prices = isNamed ? called : unsaid.filter(isAmount);
  const ways: Ways = { header: reading.table.header, map, shell };
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
      : [`columns that do are ${FIELDS.join(', ')}: ${toFlag(ways, [['FIELD', 'HEADER']])}`];
  return {
    message: `no column of the sheet sets anything; ${[...foreign.values(), ...said].join('; ')}`,
    named: [...foreign.keys(), ...(clauses.length > 0 ? [...known, ...prices, ...costs] : [])],
    meant: findMeant({ certain, costs, prices }, ways),
  };
}

function findMeant(
  {
    certain,
    costs,
    prices,
  }: Readonly<Record<'certain', readonly Meant[]> & Record<'costs' | 'prices', readonly string[]>>,
  ways: Ways,
): NothingToSet['meant'] {
  const pairs: readonly MapPair[] = [
    ...certain.map(({ header, meant }): MapPair => [meant[0] ?? '', nameOf(header, ways)]),
    ...costs.slice(0, 1).map((header): MapPair => ['cost', nameOf(header, ways)]),
  ];
  const [price] = prices;
  if (pairs.length === 0) return price === undefined ? undefined : [['FIELD', nameOf(price, ways)]];
  return pairs.filter(([name], index) => pairs.findIndex((other) => other[0] === name) === index);
}

interface Meant {
  readonly header: string;
  readonly meant: readonly Field[];
}

/** The parts of a flag. */
interface Ways {
  readonly header: readonly string[];
  readonly map: ColumnMap;
  readonly shell: Shell;
}

function findMisspelt({ misspelt }: HeaderOnly): readonly Meant[] {
  return misspelt.flatMap(({ header, meant }) => {
    const fields = FIELDS.filter((field) => meant.includes(field));
    return fields.length === 0 ? [] : [{ header, meant: fields }];
  });
}

/** It can only be one field, and no earlier column can be that. */
function isFirstOfItsField({ meant }: Meant, index: number, all: readonly Meant[]): boolean {
  const [field, ...others] = meant;
  return others.length === 0 && all.findIndex((one) => one.meant[0] === field) === index;
}

/** Headers of amounts that are not the price of one piece: suggesting them would be worse than suggesting nothing. */
const OTHER_AMOUNT =
  /ship|freight|versand|fracht|porto|tax|vat|mwst|total(?!.* per )|sum|stock|qty|quantity|[%‰]/;
/** At the end of a word, as in German `Verkaufspreis` and Dutch `verkoopprijs`. */
const PRICE = /(?:price|preis|prijs|pris|prix|precio|prezzo|preço|cena|amount|betrag)s?(?!\p{L})/u;
const COST = /(?<!\p{L})(?:costs?|kosten|coût|coste|costo|custo|ek|einkauf|purchase)(?!\p{L})/u;

/** Other costs, changes of costs, and columns without amounts: a suggested flag would take them for the cost. */
function saysOther(header: string): boolean {
  return foldHeader(header) === '' || NO_AMOUNT.test(tidy(header)) || mentions(header, 'other_cost');
}

const NO_AMOUNT =
  /[δ∆]|price lists?(?!\p{L})|(?<!\p{L})(?:dates?|notes?|types?|rules?|changes?|variance)(?!\p{L})/u;

/** Columns that are of other groups: why, without a flag that takes them anyway. */
function describeForeign({ foreign }: HeaderOnly): ReadonlyMap<string, string> {
  return new Map(
    foreign.map(({ header, heading }) => [
      header,
      `${quoted(header)} is not taken: it is under the heading ${quoted(heading)}`,
    ]),
  );
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
  const pairs = certain.map(({ header, meant }): MapPair => [meant[0] ?? '', nameOf(header, ways)]);
  const what = certain.map(({ header, meant }) => `${quoted(header)} may be ${meant[0]}`);
  return [`${what.join(', ')}: ${toFlag(ways, pairs)}`];
}

interface Group {
  readonly headers: readonly string[];
  readonly meant: readonly Field[];
}

/** Words that never name a field on their own: only the owner of the sheet knows what they mean. */
function describeUnsaid(group: Group, ways: Ways): readonly string[] {
  if (group.headers.length === 0 || group.meant.length === 0) return [];
  const remark =
    group.headers.length === 1
      ? 'is not accepted without confirmation'
      : 'none of them is accepted without confirmation';
  return [describeOpen({ ...group, remark: `, and ${remark}` }, ways)];
}

function describeOpen(
  { headers, meant, remark = '' }: Group & { readonly remark?: string },
  ways: Ways,
): string {
  const [field = ''] = meant.length === 1 ? meant : ['FIELD'];
  const isFew = headers.length === 1 || (meant.length === 1 && headers.length <= MAX_NAMED);
  const columns = isFew ? headers.map((header) => nameOf(header, ways)) : ['HEADER'];
  const flags = columns.map((column) => toFlag(ways, [[field, column]]));
  return `${listed(headers)} may be ${either(meant)}${remark}: ${flags.join(' or ')}`;
}

function toFlag({ map, shell }: Ways, pairs: readonly MapPair[]): string {
  return formatMapFlag([...map, ...pairs], shell);
}

const MAX_HEADER = 60;

function nameOf(text: string, { header }: Ways): string {
  return nameForMap(
    header,
    header.findIndex((other) => other.trim() === text),
  );
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
