import { percentOfChange } from '../domain/change-buckets.ts';
import { FIELDS, type Field } from '../domain/fields.ts';
import { needsAttention, STATUSES } from '../domain/status.ts';
import { marginBucketOf, marginsOf } from '../report/page/margin.ts';
import { moveBucketOf } from '../report/page/move-buckets.ts';
import { clearsField, largestMove, type PageRow, strategyAfter, weightOf } from '../report/page/page-row.ts';
import {
  type Grouping,
  STATUS_GROUPS,
  type StatusGroup,
  statusGroupOf,
} from '../report/page/status-groups.ts';
import { SearchText } from './search-text.ts';
import { type Sort, toFragment, type ViewState } from './view-state.ts';

/** A row, and what filters and orders ask of it. */
export interface IndexedRow {
  readonly row: PageRow;
  /** Its position in the order of the sheet. */
  readonly at: number;
  /** For a decision that can be made on this page. */
  readonly waits: boolean;
  readonly attention: boolean;
  readonly group: StatusGroup;
  /** Units: percent; −1 if no amount moves. */
  readonly size: number;
  readonly weight: number;
  readonly strategy: string | undefined;
}

/**
 * All rows of the page, in any order and filtered in any way. What is found are positions in the order of the sheet, since rows are
 * gone through several times as fast in the order in which they were made. Each order is made once and kept, so that typing never sorts.
 */
export class RowIndex {
  /** In the order of the sheet. */
  readonly rows: readonly IndexedRow[];
  readonly #text: SearchText;
  /** A bit for each of `FIELDS` that changes. */
  readonly #fields: Uint8Array;
  readonly #orders = new Map<Sort, Uint32Array>();
  /** The last result, for its other pages. */
  #last: { readonly others: string; readonly q: string; readonly found: readonly number[] } | undefined;

  constructor(
    rows: readonly PageRow[],
    options: Grouping & {
      /** If rows can be approved: the held ones wait for a decision that can be made here, so that they come first. */
      readonly approval?: unknown;
    },
  ) {
    this.#text = new SearchText(rows.map((row) => `${row.sku}\n${row.line}\n${row.listing?.id ?? ''}`));
    this.#fields = Uint8Array.from(rows, ({ changes }) => {
      let bits = 0;
      for (const { field } of changes) bits |= 1 << FIELDS.indexOf(field);
      return bits;
    });
    this.rows = rows.map((row, at) => ({
      row,
      at,
      waits: options.approval !== undefined && row.status === 'held',
      attention: needsAttention(row.status, options.missingIsOk),
      group: statusGroupOf(row.status, options),
      size: largestMove(row) ?? -1,
      weight: weightOf(row),
      strategy: row.changes.length > 0 || row.live ? (strategyAfter(row) ?? '') : undefined,
    }));
  }

  /** The positions of the rows of a view, of all its pages. */
  find(view: ViewState): readonly number[] {
    const { q = '' } = view;
    const others = toFragment({ ...view, q: undefined, page: 1 });
    if (this.#last?.others === others && this.#last.q === q) return this.#last.found;
    const passes = this.#passing(toTests(view, this.#text));
    const found: number[] = [];
    for (const at of this.#ordered(view.sort)) if (passes[at] === 1) found.push(at);
    if (view.descending) found.reverse();
    this.#last = { others, q, found };
    return found;
  }

  /** Makes an order before it is asked for. */
  prepare(sort: Sort): void {
    this.#ordered(sort);
  }

  /** The fields that change in some of these rows. */
  fieldsOf(found: readonly number[]): ReadonlySet<Field> {
    let bits = 0;
    for (const at of found) bits |= this.#fields[at] ?? 0;
    return new Set(FIELDS.filter((_, at) => (bits & (1 << at)) !== 0));
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

  /** A 1 for each row that passes all tests. */
  #passing(tests: readonly Test[]): Uint8Array {
    const passes = new Uint8Array(this.rows.length).fill(1);
    for (const test of tests)
      for (const row of this.rows) if (passes[row.at] === 1 && !test(row)) passes[row.at] = 0;
    return passes;
  }

  #ordered(sort: Sort): Uint32Array {
    const known = this.#orders.get(sort);
    if (known) return known;
    const order = ORDERS[sort](this.rows);
    this.#orders.set(sort, order);
    return order;
  }
}

function add(counts: Map<string, number>, value: string | undefined, count = 1): void {
  if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + count);
}

/** Positions in the order of the sheet, put in another order. */
type Order = (rows: readonly IndexedRow[]) => Uint32Array;

/** The most important rows come first; a reversed order begins with the smallest. Equal rows keep the sheet's order. */
const ORDERS: Readonly<Record<Sort, Order>> = {
  importance: byImportance,
  line: (rows) => Uint32Array.from(rows.keys()),
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

const byWeight = byNumber(({ weight }) => weight);

function byImportance(rows: readonly IndexedRow[]): Uint32Array {
  const order = byWeight(rows);
  const groupOf = (at: number): number => (rows[at]?.waits ? 0 : rows[at]?.attention ? 1 : 2);
  const groups = [0, 1, 2].map((group) => order.filter((at) => groupOf(at) === group));
  let from = 0;
  for (const group of groups) {
    order.set(group, from);
    from += group.length;
  }
  return order;
}

/**
 * From the largest number down. The numbers are sorted without their rows, which an array of their type does in a tenth of the time; each
 * row then finds its place among them.
 */
function byNumber(numberOf: (indexed: IndexedRow) => number): Order {
  return (rows) => {
    const numbers = new Float64Array(rows.length);
    for (const row of rows) numbers[row.at] = numberOf(row);
    const sorted = numbers.toSorted();
    /** How many rows with a number have their place already, counted at the first place of that number. */
    const placed = new Uint32Array(rows.length);
    const order = new Uint32Array(rows.length);
    for (let at = 0; at < rows.length; at++) {
      const first = rows.length - countUpTo(sorted, numbers[at] ?? 0);
      const before = placed[first] ?? 0;
      order[first + before] = at;
      placed[first] = before + 1;
    }
    return order;
  };
}

/** How many of some numbers, which are in order, are not above a limit. */
function countUpTo(sorted: Float64Array, limit: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? 0) <= limit) from = middle + 1;
    else to = middle;
  }
  return from;
}

function byTexts(compare: (one: PageRow, other: PageRow) => number): Order {
  return (rows) =>
    Uint32Array.from(
      [...rows].sort((one, other) => compare(one.row, other.row)),
      ({ at }) => at,
    );
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
  if (size === 'cleared') tests.push(({ row }) => clearsField(row));
  else if (size !== undefined) tests.push((indexed) => indexed.size >= size);
  if (field !== undefined) tests.push(({ row }) => row.changes.some((change) => change.field === field));
  if (move !== undefined) {
    const [moved, bucket] = move.split(':');
    tests.push(({ row }) =>
      row.changes.some((change) => change.field === moved && moveBucketOf(change) === bucket),
    );
  }
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
