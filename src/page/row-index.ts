import { percentOfChange } from '../domain/change-buckets.ts';
import type { Field } from '../domain/fields.ts';
import { needsAttention, STATUSES } from '../domain/status.ts';
import { marginBucketOf, marginsOf } from '../report/page/margin.ts';
import { moveBucketOf } from '../report/page/move-buckets.ts';
import { largestMove, type PageRow, strategyAfter, weightOf } from '../report/page/page-row.ts';
import { STATUS_GROUPS, type StatusGroup, statusGroupOf } from '../report/page/status-groups.ts';
import { SearchText } from './search-text.ts';
import { isInSheet } from './to-sheet.ts';
import { type Sort, toFragment, type ViewState } from './view-state.ts';

/** A row, and what filters and orders ask of it. */
export interface IndexedRow {
  readonly row: PageRow;
  /** It can be part of a download. */
  readonly isInSheet: boolean;
  /** Its position in the order of the sheet. */
  readonly at: number;
  readonly attention: boolean;
  readonly group: StatusGroup;
  /** Units: percent; −1 if no amount moves. */
  readonly size: number;
  readonly weight: number;
  readonly strategy: string | undefined;
}

/**
 * All rows of the page, in any order and filtered in any way. Each order is made once and kept, so that typing never
 * sorts: it goes through the rows once.
 */
export class RowIndex {
  /** In the order of the sheet. */
  readonly rows: readonly IndexedRow[];
  readonly #text: SearchText;
  readonly #orders = new Map<Sort, readonly IndexedRow[]>();
  /** The last result: a longer search text only narrows it. */
  #last: { readonly others: string; readonly q: string; readonly found: readonly IndexedRow[] } | undefined;

  constructor(rows: readonly PageRow[], options: { readonly missingIsOk: boolean }) {
    this.#text = new SearchText(rows.map((row) => `${row.sku}\n${row.line}\n${row.listing?.id ?? ''}`));
    this.rows = rows.map((row, at) => ({
      row,
      at,
      isInSheet: isInSheet(row),
      attention: needsAttention(row.status, options.missingIsOk),
      group: statusGroupOf(row.status, options.missingIsOk),
      size: largestMove(row) ?? -1,
      weight: weightOf(row),
      strategy: row.changes.length > 0 || row.live ? (strategyAfter(row) ?? '') : undefined,
    }));
  }

  /** The rows of a view, of all its pages. */
  find(view: ViewState): readonly IndexedRow[] {
    const { q = '' } = view;
    const others = toFragment({ ...view, q: undefined, page: 1 });
    const isNarrower = this.#last !== undefined && this.#last.others === others && q.startsWith(this.#last.q);
    const found = filter(
      isNarrower && this.#last ? this.#last.found : this.#ordered(view.sort),
      toTests(view, this.#text),
    );
    this.#last = { others, q, found };
    return view.descending ? found.toReversed() : found;
  }

  /** Makes an order before it is asked for. */
  prepare(sort: Sort): void {
    this.#ordered(sort);
  }

  /** How many rows have each value of what can be chosen. */
  countBy(
    keyOf: (row: PageRow, strategy: string | undefined) => string | undefined,
  ): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { row, strategy } of this.rows) add(counts, keyOf(row, strategy));
    return counts;
  }

  /** How many rows each reason finds: a row that several rules are against has several of them. */
  countReasons(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const [reasons, count] of this.countBy(({ reason }) => reason || undefined))
      for (const reason of reasons.split(';')) add(counts, reason, count);
    return counts;
  }

  /** The platform of each channel. */
  platforms(): ReadonlyMap<string, string> {
    return new Map(
      this.rows.flatMap(({ row: { listing } }) => (listing ? [[listing.channel, listing.platform]] : [])),
    );
  }

  #ordered(sort: Sort): readonly IndexedRow[] {
    const known = this.#orders.get(sort);
    if (known) return known;
    const order = sort === 'line' ? this.rows : ORDERS[sort](this.rows);
    this.#orders.set(sort, order);
    return order;
  }
}

function add(counts: Map<string, number>, value: string | undefined, count = 1): void {
  if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + count);
}

type Order = (rows: readonly IndexedRow[]) => readonly IndexedRow[];

const byWeight = byNumber(({ weight }) => weight);

/** The most important rows come first; a reversed order begins with the smallest. Equal rows keep the sheet's order. */
const ORDERS: Readonly<Record<Exclude<Sort, 'line'>, Order>> = {
  importance: (rows) => [
    ...byWeight(rows.filter(({ attention }) => attention)),
    ...byWeight(rows.filter(({ attention }) => !attention)),
  ],
  size: byNumber(({ size }) => size),
  sku: byTexts((one, other) => compareTexts(one.sku, other.sku)),
  status: byNumber(({ row }) => -STATUSES.indexOf(row.status)),
  reason: byTexts(
    (one, other) =>
      compareTexts(one.reason || LAST, other.reason || LAST) || compareTexts(one.message, other.message),
  ),
  cost: byField('cost'),
  minimum_price: byField('minimum_price'),
  maximum_price: byField('maximum_price'),
  strategy: byField('strategy'),
  repricing: byField('repricing'),
  manual_price: byField('manual_price'),
};

/** Behind every text. */
const LAST = '\uffff';

/** Reads each number once; the many rows with the smallest, which don't change, are not sorted. */
function byNumber(numberOf: (indexed: IndexedRow) => number): Order {
  return (rows) => {
    const numbers = Float64Array.from(rows, numberOf);
    const numberAt = (at: number): number => numbers[at] ?? 0;
    const least = numbers.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
    // Positions in an array of their type are sorted in half the time.
    const positions = Uint32Array.from(numbers.keys());
    const sorted = positions
      .filter((at) => numberAt(at) > least)
      .sort((one, other) => numberAt(other) - numberAt(one) || one - other);
    const others = positions.filter((at) => numberAt(at) === least);
    const order: IndexedRow[] = [];
    for (const part of [sorted, others]) for (const at of part) order.push(rows[at] as IndexedRow);
    return order;
  };
}

function byTexts(compare: (one: PageRow, other: PageRow) => number): Order {
  return (rows) => [...rows].sort((one, other) => compare(one.row, other.row));
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Rises first, falls behind them, then what changes without a percentage, then what doesn't change. */
function byField(field: Field): Order {
  return byNumber(({ row }) => {
    const change = row.changes.find((candidate) => candidate.field === field);
    return change ? (percentOfChange(change) ?? NO_PERCENTAGE) : UNCHANGED;
  });
}

/** Below −100 %, the deepest fall. */
const NO_PERCENTAGE = -1e9;
const UNCHANGED = -1e10;

type Test = (indexed: IndexedRow) => boolean;

function filter(rows: readonly IndexedRow[], tests: readonly Test[]): readonly IndexedRow[] {
  let found = rows;
  for (const test of tests) found = found.filter(test);
  return found;
}

function toTests(view: ViewState, text: SearchText): readonly Test[] {
  const { status, reason, strategy, channel, currency, size, field, move, margin, price, q } = view;
  const tests: Test[] = [];
  if (status === 'attention') tests.push(({ attention }) => attention);
  else if (isStatusGroup(status)) tests.push(({ group }) => group === status);
  else if (status !== undefined) tests.push(({ row }) => row.status === status);
  if (reason !== undefined)
    tests.push(({ row }) => row.reason === reason || row.reason.split(';').includes(reason));
  if (strategy !== undefined) tests.push((indexed) => indexed.strategy === strategy);
  if (channel !== undefined) tests.push(({ row }) => row.listing?.channel === channel);
  if (currency !== undefined) tests.push(({ row }) => row.listing?.currency === currency);
  if (size !== undefined) tests.push((indexed) => indexed.size >= size);
  if (field !== undefined) tests.push(({ row }) => row.changes.some((change) => change.field === field));
  if (move !== undefined)
    tests.push(({ row }) => row.changes.some((change) => `${change.field}:${moveBucketOf(change)}` === move));
  if (margin !== undefined) {
    tests.push(({ row }) => {
      const margins = marginsOf(row);
      return margins !== undefined && marginBucketOf(margins.after) === margin;
    });
  }
  if (price !== undefined) tests.push(({ row }) => row.price === price);
  return [...tests, ...toSearches(q ?? '', text)];
}

function isStatusGroup(status: ViewState['status']): boolean {
  return STATUS_GROUPS.some((group) => group === status);
}

/** Every word has to be there somewhere. */
function toSearches(q: string, text: SearchText): readonly Test[] {
  return q
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => toSearch(word, text));
}

/** Messages repeat, so what was found in one is kept. */
function toSearch(word: string, text: SearchText): Test {
  const found = text.find(word);
  const known = new Map<string, boolean>([['', false]]);
  const isIn = (phrase: string): boolean => {
    let isThere = known.get(phrase);
    if (isThere === undefined) {
      isThere = phrase.toLowerCase().includes(word);
      known.set(phrase, isThere);
    }
    return isThere;
  };
  return ({ row, at }) => found[at] === 1 || isIn(row.message) || isIn(row.reason);
}
