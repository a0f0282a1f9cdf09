import { FIELDS, type Field, MONEY_FIELDS } from '../../domain/fields.ts';
import type { Shell } from '../../domain/quote-word.ts';
import { clip } from '../../report/text/printable.ts';
import type { ColumnLook } from '../../sheet/column-looks.ts';
import { type ColumnMap, misspeltName } from '../../sheet/header/column.ts';
import { formatMapFlag, type MapPair, nameForMap } from '../../sheet/header/column-map.ts';
import { foldHeader } from '../../sheet/header/fold-header.ts';
import { mentions } from '../../sheet/header/header-meanings.ts';
import type { Reading } from '../../sheet/read-sheet.ts';
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
  reading: HeaderOnly,
  { map, counts, looks = [], shell }: Judging,
): NothingToSet | undefined {
  if (counts.row + counts.invalid + counts.duplicate === 0) return undefined;
  if (FIELDS.some((field) => reading.columns.has(field))) return undefined;
  const open = MONEY_FIELDS.filter((field) => !map.has(field));
  const unsaid = reading.ignoredColumns.filter((header) => !saysOther(header));
  const isCost = (header: string): boolean => mayBeCost(header) || misspeltName(header, open) === 'cost';
  const costs = unsaid.filter(isCost);
  const isAmount = (header: string): boolean => {
    const look = looks[reading.table.header.findIndex((text) => text.trim() === header)];
    return look?.kind === 'amounts' && !look.areWhole && !OTHER_AMOUNT.test(tidy(header));
  };
  const called = unsaid.filter((header) => !isCost(header) && saysPrice(header));
  const prices = called.length + costs.length > 0 ? called : unsaid.filter(isAmount);
  const ways: Ways = { header: reading.table.header, map, shell };
  const [likeliest] = [...costs, ...prices];
  const clauses = [
    ...describeUnsaid({ headers: costs, meant: open.filter((field) => field === 'cost') }, ways),
    ...describeUnsaid({ headers: prices, meant: open }, ways),
  ];
  const said =
    clauses.length > 0
      ? clauses
      : [`columns that do are ${FIELDS.join(', ')}: ${toFlag(ways, [['FIELD', 'HEADER']])}`];
  return {
    message: `no column of the sheet sets anything; ${said.join('; ')}`,
    named: [...prices, ...costs],
    meant:
      likeliest === undefined ? undefined : [[costs.length > 0 ? 'cost' : 'FIELD', nameOf(likeliest, ways)]],
  };
}

/** The parts of a flag. */
interface Ways {
  readonly header: readonly string[];
  readonly map: ColumnMap;
  readonly shell: Shell;
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

interface Group {
  readonly headers: readonly string[];
  readonly meant: readonly Field[];
}

/** Words that never name a field on their own: only the owner of the sheet knows what they mean. */
function describeUnsaid({ headers, meant }: Group, ways: Ways): readonly string[] {
  if (headers.length === 0 || meant.length === 0) return [];
  const remark = headers.length === 1 ? 'is not accepted' : 'none of them is accepted';
  const [field = ''] = meant.length === 1 ? meant : ['FIELD'];
  const isFew = headers.length === 1 || (meant.length === 1 && headers.length <= MAX_NAMED);
  const columns = isFew ? headers.map((header) => nameOf(header, ways)) : ['HEADER'];
  const flags = columns.map((column) => toFlag(ways, [[field, column]])).join(' or ');
  return [`${listed(headers)} may be ${either(meant)}, and ${remark} without confirmation: ${flags}`];
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
