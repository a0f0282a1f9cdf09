import { FIELDS, type Field, MONEY_FIELDS } from '../../domain/fields.ts';
import { joinWith, listSome } from '../../domain/lists.ts';
import { clip } from '../../report/text/printable.ts';
import { foldHeader, misspeltName } from '../../sheet/header/column.ts';
import { formatMapFlag, type MapPair } from '../../sheet/header/column-map.ts';
import { mentions } from '../../sheet/header/header-meanings.ts';
import type { SheetOptions } from '../../sheet/sheet-options.ts';
import type { SheetColumn } from './sheet-columns.ts';
import type { SheetDigest } from './tally-sheet.ts';

/** A sheet without a column that sets a field. */
export interface NothingToSet {
  /** Describes it and the columns that may be meant; without a capital, to follow the rule's name. */
  readonly message: string;
  /** The headers that it names, which other notices can leave out. */
  readonly named: readonly string[];
  /** What is most likely meant, of the flags that it names. */
  readonly meant: readonly MapPair[] | undefined;
}

/**
 * Finds out whether any column of a sheet sets a field. A run without one leaves every listing as it is and succeeds,
 * night after night, so it has to stop and say which columns may be meant. Sheets without rows are exempt: the
 * `undo.csv` of a run that changed nothing has no such column either.
 */
export function findNothingToSet(
  columns: readonly SheetColumn[],
  { map, shell, counts }: Pick<SheetOptions, 'map' | 'shell'> & Pick<SheetDigest, 'counts'>,
): NothingToSet | undefined {
  if (counts.row + counts.invalid + counts.duplicate === 0) return undefined;
  if (columns.some(({ field }) => FIELDS.some((each) => each === field))) return undefined;
  const open = MONEY_FIELDS.filter((field) => !map.has(field));
  const unsaid = columns.filter(
    ({ field, header, isCondition }) => field === undefined && !isCondition && !saysOther(header),
  );
  const isCost = ({ header }: SheetColumn): boolean =>
    mayBeCost(header) || misspeltName(header, open) === 'cost';
  const costs = unsaid.filter(isCost);
  const called = unsaid.filter((column) => !isCost(column) && saysPrice(column.header));
  const prices = called.length + costs.length > 0 ? called : unsaid.filter(holdsPrices);
  const toFlag = (field: string, column: string): string => formatMapFlag([[field, column]], shell);
  // Words that never name a field on their own: only the owner of the sheet knows what they mean.
  const describe = (meant: readonly SheetColumn[], fields: readonly Field[]): readonly string[] => {
    if (meant.length === 0 || fields.length === 0) return [];
    const [field = ''] = fields.length === 1 ? fields : ['FIELD'];
    const isFew = meant.length === 1 || (fields.length === 1 && meant.length <= MAX_NAMED);
    const names = isFew ? meant.map(({ mapName }) => mapName) : ['HEADER'];
    const flags = names.map((name) => toFlag(field, name)).join(' or ');
    const remark = meant.length === 1 ? 'is not accepted' : 'none of them is accepted';
    const headers = meant.map(({ header }) => `"${clip(header, MAX_HEADER)}"`);
    return [
      `${listSome(headers, MAX_NAMED)} may be ${joinWith('or', fields)}, and ${remark} without confirmation: ${flags}`,
    ];
  };
  const onlyCost = open.filter((field) => field === 'cost');
  const clauses = [...describe(costs, onlyCost), ...describe(prices, open)];
  if (clauses.length === 0)
    clauses.push(`columns that do are ${FIELDS.join(', ')}: ${toFlag('FIELD', 'HEADER')}`);
  const [likeliest] = [...costs, ...prices];
  return {
    message: `no column of the sheet sets anything; ${clauses.join('; ')}`,
    named: [...prices, ...costs].map(({ header }) => header),
    meant: likeliest && [[costs.length > 0 ? 'cost' : 'FIELD', likeliest.mapName]],
  };
}

/** Amounts with decimals may be meant where no heading says so. */
function holdsPrices({ header, kind, areWhole }: SheetColumn): boolean {
  return kind === 'amounts' && !areWhole && !OTHER_AMOUNT.test(tidy(header));
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
