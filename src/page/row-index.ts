import type { Field } from '../domain/fields.ts';
import { needsAttention, STATUSES } from '../domain/status.ts';
import { percentOf } from '../report/describe-move.ts';
import { marginBucketOf, marginsOf } from '../report/page/margin.ts';
import { moveBucketOf } from '../report/page/move-buckets.ts';
import { largestMove, type PageRow, strategyAfter, weightOf } from '../report/page/page-row.ts';
import { type Sort, toFragment, type ViewState } from './view-state.ts';

/** A row, and what filters and orders ask of it. */
interface IndexedRow {
  readonly row: PageRow;
  /** For searching, in small letters. */
  readonly text: string;
  readonly attention: boolean;
  /** Units: percent; −1 where no amount moves. */
  readonly size: number;
  readonly weight: number;
  readonly strategy: string | undefined;
}

/**
 * All rows of the page, in any order and filtered in any way. Each order is made once and kept, so that typing never
 * sorts: it goes through the rows once.
 */
export class RowIndex {
  readonly #rows: readonly IndexedRow[];
  readonly #orders = new Map<Sort, readonly IndexedRow[]>();
  /** What was found last: whoever types on looks for less of it. */
  #last: { readonly others: string; readonly q: string; readonly found: readonly IndexedRow[] } | undefined;

  constructor(rows: readonly PageRow[], options: { readonly missingIsOk: boolean }) {
    this.#rows = rows.map((row) => ({
      row,
      text: `${row.sku}\n${row.line}\n${row.listing?.id ?? ''}`.toLowerCase(),
      attention: needsAttention(row.status, options.missingIsOk),
      size: largestMove(row) ?? -1,
      weight: weightOf(row),
      strategy: row.changes.length > 0 || row.live ? (strategyAfter(row) ?? '') : undefined,
    }));
  }

  /** The rows of a view, of all its pages. */
  find(view: ViewState): readonly PageRow[] {
    const { q = '' } = view;
    const others = toFragment({ ...view, q: undefined, page: 1 });
    const isNarrower = this.#last !== undefined && this.#last.others === others && q.startsWith(this.#last.q);
    const found = filter(
      isNarrower && this.#last ? this.#last.found : this.#ordered(view.sort),
      toTests(view),
    );
    this.#last = { others, q, found };
    const rows = found.map(({ row }) => row);
    return view.descending ? rows.reverse() : rows;
  }

  /** How many rows have each value of what can be chosen. */
  countBy(
    keyOf: (row: PageRow, strategy: string | undefined) => string | undefined,
  ): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const { row, strategy } of this.#rows) {
      const value = keyOf(row, strategy);
      if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return counts;
  }

  /** The platform of each channel. */
  platforms(): ReadonlyMap<string, string> {
    return new Map(
      this.#rows.flatMap(({ row: { listing } }) => (listing ? [[listing.channel, listing.platform]] : [])),
    );
  }

  #ordered(sort: Sort): readonly IndexedRow[] {
    const known = this.#orders.get(sort);
    if (known) return known;
    const order = sort === 'line' ? this.#rows : [...this.#rows].sort(ORDERS[sort]);
    this.#orders.set(sort, order);
    return order;
  }
}

type Compare = (one: IndexedRow, other: IndexedRow) => number;

/** What matters more comes first: an order that is turned round begins with what is small. Sorting keeps the sheet's order of equals. */
const ORDERS: Readonly<Record<Exclude<Sort, 'line'>, Compare>> = {
  importance: (one, other) => Number(other.attention) - Number(one.attention) || other.weight - one.weight,
  size: (one, other) => other.size - one.size,
  sku: (one, other) => compareTexts(one.row.sku, other.row.sku),
  status: (one, other) => STATUSES.indexOf(one.row.status) - STATUSES.indexOf(other.row.status),
  reason: (one, other) =>
    compareTexts(one.row.reason || LAST, other.row.reason || LAST) ||
    compareTexts(one.row.message, other.row.message),
  cost: byField('cost'),
  minimum_price: byField('minimum_price'),
  maximum_price: byField('maximum_price'),
  strategy: byField('strategy'),
  repricing: byField('repricing'),
  manual_price: byField('manual_price'),
};

/** Behind every text. */
const LAST = '\uffff';

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Rises first, falls behind them, then what changes without a percentage, then what doesn't change. */
function byField(field: Field): Compare {
  const rankOf = ({ row }: IndexedRow): number => {
    const change = row.changes.find((candidate) => candidate.field === field);
    if (!change) return Number.NEGATIVE_INFINITY;
    return percentOf(change) ?? -1e9;
  };
  return (one, other) => {
    const [left, right] = [rankOf(one), rankOf(other)];
    return left === right ? 0 : right - left;
  };
}

type Test = (indexed: IndexedRow) => boolean;

function filter(rows: readonly IndexedRow[], tests: readonly Test[]): readonly IndexedRow[] {
  let found = rows;
  for (const test of tests) found = found.filter(test);
  return found;
}

function toTests(view: ViewState): readonly Test[] {
  const { status, reason, strategy, channel, currency, size, field, move, margin, q } = view;
  const tests: Test[] = [];
  if (status === 'attention') tests.push(({ attention }) => attention);
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
  return [...tests, ...toSearches(q ?? '')];
}

/** Every word has to be there somewhere. */
function toSearches(q: string): readonly Test[] {
  return q
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(toSearch);
}

/** Messages repeat, so what was found in one is kept. */
function toSearch(word: string): Test {
  const known = new Map<string, boolean>([['', false]]);
  const isIn = (told: string): boolean => {
    let found = known.get(told);
    if (found === undefined) {
      found = told.toLowerCase().includes(word);
      known.set(told, found);
    }
    return found;
  };
  return ({ row, text }) => text.includes(word) || isIn(row.message) || isIn(row.reason);
}
