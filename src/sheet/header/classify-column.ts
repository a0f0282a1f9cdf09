import type { RawRecord } from '../raw-record.ts';
import { type ColumnName, isMoneyColumn } from './column-names.ts';
import { type ColumnProfile, profileColumn } from './column-profile.ts';
import { currencyNoteOf, foldHeader } from './fold-header.ts';
import type { Meaning } from './header-meanings.ts';
import { isAverage, isCount, mentions, mentionsOnly, type Topic } from './topic-words.ts';

/**
 * How far a column's name is trusted.
 *
 * `strong`: it says what the column holds, and nothing in the sheet speaks against it. `weak`: it may as well mean something
 * else, so that a person has to look. `doubted`: something in the sheet speaks against it, so that a person has to say.
 * `foreign`: the group above it makes another name of it, as plainly as if it said so itself.
 */
export type Trust = 'strong' | 'weak' | 'doubted' | 'foreign';

export interface Judgement {
  readonly trust: Trust;
  /** Clauses with the column as their subject, such as `says only "Min"`. */
  readonly why: readonly string[];
}

export interface Named extends Meaning {
  readonly index: number;
  readonly header: string;
}

export interface ColumnContext {
  /** The texts of all columns. */
  readonly header: readonly string[];
  /** What each of them means by its name. */
  readonly named: readonly Named[];
  /** The group above each column, such as `Purchasing`; blank if there is none. */
  readonly headings: readonly string[];
  /** Lines above the table. */
  readonly titles: readonly string[];
  /** The first rows. */
  readonly rows: readonly RawRecord[];
  readonly clearToken: string;
}

interface Evidence {
  /** `foreign`: another name. `against`: not to be taken. `unsure`: not without a person. `for`: says here what it is. */
  readonly weighs: 'foreign' | 'against' | 'unsure' | 'for';
  readonly why: string;
}

type Check = (column: Named, context: ColumnContext) => Evidence | undefined;

const CHECKS: readonly Check[] = [
  byHeading,
  byTitle,
  byCurrency,
  byNeighbours,
  byRivals,
  byCount,
  byAverage,
  byNumbers,
  byWords,
  byPieces,
  byRepeats,
];

/**
 * Judges what a column's name says by its context. Names of a known program's own export need none,
 * unless somebody has put groups above them, as no program does.
 */
export function judgeColumn(column: Named, context: ColumnContext): Judgement {
  const isGrouped = headingOf(column, context) !== '';
  if (column.by === 'program' && !isGrouped) return { trust: 'strong', why: [] };
  if (column.by === 'unsure' && !isGrouped) return judgeUnsure(column, context);
  const evidence = CHECKS.flatMap((check) => check(column, context) ?? []);
  const whyOf = (weighs: Evidence['weighs']): readonly string[] =>
    evidence.filter((found) => found.weighs === weighs).map(({ why }) => why);
  const foreign = whyOf('foreign');
  if (foreign.length > 0) return { trust: 'foreign', why: foreign };
  const against = whyOf('against');
  if (against.length > 0) return { trust: 'doubted', why: against };
  const unsure = whyOf('unsure');
  if (unsure.length > 0) return { trust: 'weak', why: unsure };
  if (!isWeak(column, context) || whyOf('for').length > 0) return { trust: 'strong', why: [] };
  return { trust: 'weak', why: ['may mean something else'] };
}

/** Costs that are for one piece each are what they are, whether they are divided or not. */
function judgeUnsure(column: Named, context: ColumnContext): Judgement {
  const { filled, ones } = profileOf(column, context);
  if (column.name === 'cost_divisor' && filled > 0 && ones === 1) return { trust: 'strong', why: [] };
  return { trust: 'weak', why: ['may mean something else'] };
}

/** `Min` and `Max` are prices in a sheet whose other columns have pricesheet's names, and could be anything elsewhere. */
function isWeak(column: Named, { named }: ColumnContext): boolean {
  if (column.by === 'weak' || column.by === 'unsure') return true;
  return isBareBound(column) && named.some((other) => isOfPrices(other) && other.by !== 'own');
}

/** A column that shows whose words the sheet is written in. */
function isOfPrices({ name, by }: Named): boolean {
  return by !== 'weak' && (name === 'sku' || isMoneyColumn(name));
}

const BARE_BOUNDS: ReadonlySet<string> = new Set(['min', 'max']);

function isBareBound({ header }: Named): boolean {
  return BARE_BOUNDS.has(foldHeader(header));
}

/** A short word that other trades use too: the columns beside it count. */
function isShort(column: Named): boolean {
  return column.by === 'weak' || isBareBound(column);
}

/** What a group heading may mention if a name below it means what it says, and what it may not. */
interface GroupTopics {
  readonly fits: readonly Topic[];
  /** Makes another name of it. */
  readonly foreign: readonly Topic[];
  /** Speaks against it. */
  readonly against: readonly Topic[];
  /** Says of a word that may mean much that it means this. */
  readonly for: readonly Topic[];
  /** What a heading of unknown words is. */
  readonly unknown?: 'foreign';
}

const NO_PRICES: readonly Topic[] = ['stock', 'measure', 'shipping', 'tax', 'share', 'other_cost'];
const BY_PURCHASE: GroupTopics = {
  fits: ['price', 'cost', 'purchase', 'supplier', 'item'],
  foreign: NO_PRICES,
  against: ['sale'],
  for: ['purchase', 'supplier'],
};
const BY_SALE: GroupTopics = {
  fits: ['price', 'sale', 'item'],
  foreign: NO_PRICES,
  against: ['purchase', 'supplier', 'cost'],
  for: ['price'],
};
const BY_REPRICING: GroupTopics = {
  fits: BY_SALE.fits,
  foreign: [...NO_PRICES, 'purchase', 'supplier'],
  against: ['cost'],
  for: [],
};
const BY_ITEM: GroupTopics = {
  fits: ['item', 'stock', 'price', 'sale', 'purchase'],
  foreign: ['supplier'],
  against: [],
  for: [],
};

/** No sheet is refused because of a column that sets nothing: one whose group makes it doubtful is left out. */
const BY_SALE_OR_FEES: GroupTopics = {
  fits: ['price', 'sale', 'item', 'cost'],
  foreign: [...NO_PRICES, 'purchase', 'supplier'],
  against: [],
  for: [],
  unknown: 'foreign',
};

const GROUP_TOPICS: Readonly<Partial<Record<ColumnName, GroupTopics>>> = {
  sku: BY_ITEM,
  cost: BY_PURCHASE,
  cost_divisor: BY_PURCHASE,
  unit: BY_PURCHASE,
  minimum_price: BY_SALE,
  maximum_price: BY_SALE,
  manual_price: BY_SALE,
  strategy: BY_REPRICING,
  repricing: BY_REPRICING,
  fee: BY_SALE_OR_FEES,
  fee_percent: BY_SALE_OR_FEES,
};

/** A group that is called something unknown may be anything: last year's, a rival's, the whole line's. */
function byHeading(column: Named, context: ColumnContext): Evidence | undefined {
  const heading = headingOf(column, context);
  const topics = GROUP_TOPICS[column.name];
  if (heading === '' || !topics) return undefined;
  const why = `is under "${heading}"`;
  const speaks = (topic: Topic): boolean => mentions(heading, topic);
  if (topics.foreign.some(speaks)) return { weighs: 'foreign', why };
  if (topics.against.some(speaks)) return { weighs: 'against', why };
  if (!mentionsOnly(heading, topics.fits))
    return { weighs: topics.unknown ?? (isLabelled(context) ? 'unsure' : 'against'), why };
  return topics.for.some(speaks) ? { weighs: 'for', why } : undefined;
}

/** Each column has a separate word above it: a header in another language, and no groups. */
function isLabelled({ headings }: ColumnContext): boolean {
  return headings.every((text) => text !== '') && new Set(headings).size === headings.length;
}

function headingOf({ index }: Named, { headings }: ColumnContext): string {
  return headings[index] ?? '';
}

function isAmount({ name }: Named): boolean {
  return isMoneyColumn(name) || name === 'cost_divisor';
}

/** Topics of which a short word may be a figure. */
const FIGURES: readonly Topic[] = ['stock', 'measure'];

function byTitle(column: Named, { titles }: ColumnContext): Evidence | undefined {
  if (isBareCost(column)) {
    const shipping = titles.find((text) => mentions(text, 'shipping'));
    return shipping === undefined ? undefined : { weighs: 'unsure', why: `is below the title "${shipping}"` };
  }
  if (!isShort(column) || !isMoneyColumn(column.name)) return undefined;
  const title = titles.find((text) => FIGURES.some((topic) => mentions(text, topic)));
  return title === undefined ? undefined : { weighs: 'against', why: `is in a table titled "${title}"` };
}

function byCurrency(column: Named): Evidence | undefined {
  const note = isMoneyColumn(column.name) ? currencyNoteOf(column.header) : undefined;
  return note === undefined ? undefined : { weighs: 'for', why: `is in ${note}` };
}

function byNeighbours(column: Named, context: ColumnContext): Evidence | undefined {
  const topics = strangersTo(column);
  const other = othersThan(column, context).find((text) => topics.some((topic) => mentions(text, topic)));
  return other === undefined ? undefined : { weighs: 'against', why: `is next to "${other}"` };
}

/** Topics beside which a name does not mean what it says alone. */
function strangersTo(column: Named): readonly Topic[] {
  if (isBareCost(column)) return column.by === 'weak' ? ['shipment', 'sale'] : ['shipment'];
  return isShort(column) && (isMoneyColumn(column.name) || SWITCHES.has(column.name)) ? FIGURES : [];
}

/** A stock is managed too, and reordered by rules. */
const SWITCHES: ReadonlySet<ColumnName> = new Set<ColumnName>(['repricing', 'strategy']);

/** Headers of columns that have no meaning here for certain: `Stock Code` says nothing of stock. */
function othersThan({ index }: Named, { header, named, headings }: ColumnContext): readonly string[] {
  const isOfGroup = (at: number): boolean =>
    !headings[at] || !headings[index] || headings[at] === headings[index];
  const plain = new Set(named.filter(({ by }) => by !== 'weak').map((other) => other.index));
  return header
    .filter((text, at) => at !== index && !plain.has(at) && isOfGroup(at) && text.trim() !== '')
    .map((text) => text.trim());
}

const BARE_COSTS: ReadonlySet<string> = new Set('cost coste costo coût kosten ek standardprice'.split(' '));
/** A cost that says that it is one piece's: `Cost/unit`, `Coût unitaire`, `Stückkosten`. */
const PER_UNIT =
  /(?<!\p{L})(?:unit|each|unitario|unitaire|unidad|stück|stk|stuk|pezzo|pièce|jednostkowy|sztukę|per (?:item|piece))(?!\p{L})|stückkosten|stückpreis/iu;
const COST_WORD = /(?<!\p{L})(?:cost|coste|costo|coût|kosten|koszt|kostprijs|ek)(?!\p{L})|stückkosten/iu;

function isBareCost({ name, header }: Named): boolean {
  return name === 'cost' && BARE_COSTS.has(foldHeader(header));
}

/** `Cost` beside `Unit Cost`, or beside `Average Cost` and a count of pieces, is the cost of the whole line. */
function byRivals(column: Named, context: ColumnContext): Evidence | undefined {
  if (!isBareCost(column)) return undefined;
  const others = othersThan(column, context);
  const isCounted = others.some((text) => mentions(text, 'stock'));
  const known = context.named.filter(
    (other) => other.name === 'cost' && other.by !== 'weak' && !isBareCost(other),
  );
  const rival =
    known.find(({ header }) => isCounted || PER_UNIT.test(header))?.header ??
    others.find((text) => PER_UNIT.test(text) && COST_WORD.test(text));
  return rival === undefined ? undefined : { weighs: 'against', why: `is next to "${rival}"` };
}

function byCount(column: Named, context: ColumnContext): Evidence | undefined {
  if (!isBareCost(column)) return undefined;
  const others = othersThan(column, context);
  const count = others.find(isCount);
  // If the cost of the whole line has a separate column, this one is that of a piece.
  return count === undefined || others.some((text) => LINE_TOTAL.test(text))
    ? undefined
    : {
        weighs: 'unsure',
        why: `may be the cost of the whole line, because it is next to "${count}"`,
      };
}

/** `Min`, `Avg` and `Max` are what others were seen to ask. */
function byAverage(column: Named, context: ColumnContext): Evidence | undefined {
  if (!isShort(column) || !isBound(column)) return undefined;
  const other = othersThan(column, context).find((text) => isAverage(foldHeader(text)));
  return other === undefined ? undefined : { weighs: 'unsure', why: `is next to "${other}"` };
}

const LINE_TOTAL =
  /(?<!\p{L})(?:total|ext|extended|gesamt|summe|totale|totaal|subtotal|line|amount|value|betrag|montant|importe|importo|bedrag)(?!\p{L})/iu;

/** The fewest cells that show what a column holds. */
const FEW_CELLS = 3;

/** Stock levels are whole numbers; prices beside costs with decimals are so only by chance. */
function byNumbers(column: Named, context: ColumnContext): Evidence | undefined {
  if (!isShort(column) || !isBound(column)) return undefined;
  const look = profileOf(column, context);
  if (look.filled < FEW_CELLS || look.whole < 1) return undefined;
  const cost = context.named.find(({ name }) => name === 'cost');
  if (!cost || profileOf(cost, context).decimals < 0.5) return undefined;
  const why = `holds whole numbers such as ${look.example}, where "${cost.header}" has decimals`;
  if (isWeak(column, context)) return { weighs: 'against', why };
  return isMostlyOver(cost, context)
    ? { weighs: 'unsure', why: `${why}, and "${cost.header}" is mostly higher` }
    : undefined;
}

/** Whether most costs are above the minimum of the same row, which would mean to sell at a loss. */
function isMostlyOver(cost: Named, { named, rows }: ColumnContext): boolean {
  const minimum = named.find((other) => isBareBound(other) && other.name === 'minimum_price');
  if (!minimum) return false;
  const over = rows.flatMap(({ cells }) => {
    const least = Number(cells[minimum.index]);
    const paid = Number(cells[cost.index]?.replace(',', '.'));
    return least > 0 && paid > 0 ? [least < paid] : [];
  });
  return over.filter((isOver) => isOver).length > over.length * MOSTLY;
}

function isBound({ name }: Named): boolean {
  return name === 'minimum_price' || name === 'maximum_price';
}

function byWords(column: Named, context: ColumnContext): Evidence | undefined {
  if (!isWeak(column, context) || !isAmount(column)) return undefined;
  const look = profileOf(column, context);
  return look.filled > 0 && look.words === 1
    ? { weighs: 'against', why: `holds words such as "${look.example}"` }
    : undefined;
}

/** That share of cells has to be 1, 10, 100 or 1000 for a weak word to name what costs are per. */
const MOSTLY = 0.8;

function byPieces(column: Named, context: ColumnContext): Evidence | undefined {
  if (column.name !== 'cost_divisor' || column.by !== 'weak') return undefined;
  const look = profileOf(column, context);
  if (look.words === 1 || look.filled === 0) return undefined;
  // Rows with a word there are refused one by one.
  return look.powersOfTen >= MOSTLY * (1 - look.words)
    ? { weighs: 'for', why: 'holds 1, 10, 100 or 1000' }
    : {
        weighs: 'against',
        why: `holds "${look.example}", which is not a usual number of pieces for a cost`,
      };
}

/** A column that identifies rows hardly ever repeats a value. */
const MOSTLY_DISTINCT = 0.9;

function byRepeats(column: Named, context: ColumnContext): Evidence | undefined {
  if (column.name !== 'sku' || column.by !== 'weak') return undefined;
  const look = profileOf(column, context);
  return look.filled >= FEW_CELLS && look.distinct < MOSTLY_DISTINCT
    ? { weighs: 'against', why: `repeats itself ("${look.example}")` }
    : undefined;
}

function profileOf({ index }: Named, { rows, clearToken }: ColumnContext): ColumnProfile {
  return profileColumn(rows, { index, clearToken });
}
