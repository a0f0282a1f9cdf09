import { FIELDS, type Field, MONEY_FIELDS } from '../../domain/fields.ts';
import type { Shell } from '../../domain/quote-word.ts';
import { clip } from '../../report/text/printable.ts';
import type { ColumnLook } from '../../sheet/column-looks.ts';
import { type ColumnMap, misspeltName } from '../../sheet/header/column.ts';
import { formatMapFlag, type MapPair, nameForMap } from '../../sheet/header/column-map.ts';
import { foldHeader } from '../../sheet/header/fold-header.ts';
import { mentions } from '../../sheet/header/header-meanings.ts';
import type { Reading } from '../../sheet/scan-sheet.ts';
import type { SheetDigest } from './tally-sheet.ts';

type HeaderOnly = Pick<Reading, 'columns' | 'ignoredColumns' | 'table'>;

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
  { columns, ignoredColumns, table: { header } }: HeaderOnly,
  { map, counts, looks = [], shell }: Judging,
): NothingToSet | undefined {
  if (counts.row + counts.invalid + counts.duplicate === 0) return undefined;
  if (FIELDS.some((field) => columns.has(field))) return undefined;
  const open = MONEY_FIELDS.filter((field) => !map.has(field));
  const unsaid = ignoredColumns.filter((text) => !saysOther(text));
  const indexOf = (text: string): number => header.findIndex((other) => other.trim() === text);
  const isCost = (text: string): boolean => mayBeCost(text) || misspeltName(text, open) === 'cost';
  const isAmount = (text: string): boolean => {
    const look = looks[indexOf(text)];
    return look?.kind === 'amounts' && !look.areWhole && !OTHER_AMOUNT.test(tidy(text));
  };
  const costs = unsaid.filter(isCost);
  const called = unsaid.filter((text) => !isCost(text) && saysPrice(text));
  const prices = called.length + costs.length > 0 ? called : unsaid.filter(isAmount);
  const toFlag = (field: string, column: string): string => formatMapFlag([...map, [field, column]], shell);
  const nameOf = (text: string): string => nameForMap(header, indexOf(text));
  // Words that never name a field on their own: only the owner of the sheet knows what they mean.
  const describe = (texts: readonly string[], meant: readonly Field[]): readonly string[] => {
    if (texts.length === 0 || meant.length === 0) return [];
    const [field = ''] = meant.length === 1 ? meant : ['FIELD'];
    const isFew = texts.length === 1 || (meant.length === 1 && texts.length <= MAX_NAMED);
    const flags = (isFew ? texts.map(nameOf) : ['HEADER']).map((column) => toFlag(field, column));
    const remark = texts.length === 1 ? 'is not accepted' : 'none of them is accepted';
    return [
      `${listed(texts)} may be ${either(meant)}, and ${remark} without confirmation: ${flags.join(' or ')}`,
    ];
  };
  const onlyCost = open.filter((field) => field === 'cost');
  const clauses = [...describe(costs, onlyCost), ...describe(prices, open)];
  if (clauses.length === 0)
    clauses.push(`columns that do are ${FIELDS.join(', ')}: ${toFlag('FIELD', 'HEADER')}`);
  const [likeliest] = [...costs, ...prices];
  return {
    message: `no column of the sheet sets anything; ${clauses.join('; ')}`,
    named: [...prices, ...costs],
    meant: likeliest === undefined ? undefined : [[costs.length > 0 ? 'cost' : 'FIELD', nameOf(likeliest)]],
  };
}

/** Headers of amounts that are not the price of one piece: suggesting them would be worse than suggesting nothing. */
const OTHER_AMOUNT =
  /ship|freight|versand|fracht|porto|tax|vat|mwst|total(?!.* per )|sum|stock|qty|quantity|[%‰]/;
/** At the end of a word, as in German `Verkaufspreis` and Dutch `verkoopprijs`. */
const PRICE = /(?:price|preis|prijs|pris|prix|precio|prezzo|preço|cena|amount|betrag)s?(?!\p{L})/u;

/** Other costs, changes of costs, and columns without amounts: a suggested flag would take them for the cost. */
function saysOther(header: string): boolean {
  return foldHeader(header) === '' || NO_AMOUNT.test(tidy(header)) || mentions(header, 'other_cost');
}

const NO_AMOUNT =
  /[δ∆]|price lists?(?!\p{L})|(?<!\p{L})(?:dates?|notes?|types?|rules?|changes?|variance)(?!\p{L})/u;

/** Whether a header may mean the cost, though it is no name that is taken for it. */
export function mayBeCost(header: string): boolean {
  return mentions(header, 'cost') && !saysOther(header) && !OTHER_AMOUNT.test(tidy(header));
}

function saysPrice(header: string): boolean {
  const text = tidy(header);
  return PRICE.test(text) && !OTHER_AMOUNT.test(text);
}

function tidy(header: string): string {
  const words = header.slice(0, MAX_HEADER).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  return words.normalize('NFKC').toLowerCase();
}

const MAX_HEADER = 60;
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
