import { FIELDS, type Field } from '../domain/fields.ts';
import { countIn } from '../domain/lists.ts';
import { percentOfChange } from '../domain/moves.ts';
import { needsAttention, STATUSES } from '../domain/status.ts';
import {
  type Grouping,
  marginBucketOf,
  marginsOf,
  moveBucketOf,
  type StatusGroup,
  statusGroupOf,
} from '../report/page/groupings.ts';
import { clearsField, largestMove, type PageRow, strategyAfter, weightOf } from '../report/page/page-row.ts';
import { FILTERS, type FilterName, type Sort, type ViewState } from './view-state.ts';

/** A row, and what filters and orders ask of it. */
export interface IndexedRow {
  readonly row: PageRow;
  /** Its position in the order of the sheet. */
  readonly at: number;
  /** What comes first if the most important rows do. */
  readonly rank: number;
  readonly group: StatusGroup;
  /** Units: percent; −1 if no amount moves. */
  readonly size: number;
  readonly weight: number;
  readonly strategy: string | undefined;
  /** What is searched, in small letters. */
  readonly text: string;
}

interface IndexOptions extends Grouping {
  /** If rows can be approved: the held ones wait for a decision that can be made here, so that they come first. */
  readonly approval?: unknown;
}

/** All rows of the page, in any order and filtered in any way. Each order is made once and kept, so that typing never sorts. */
export class RowIndex {
  /** In the order of the sheet. */
  readonly rows: readonly IndexedRow[];
  readonly #orders = new Map<Sort, readonly IndexedRow[]>();

  constructor(rows: readonly PageRow[], options: IndexOptions) {
    this.rows = rows.map((row, at) => {
      return {
        row,
        at,
        rank:
          options.approval !== undefined && row.status === 'held'
            ? 2
            : Number(needsAttention(row.status, options.missingIsOk)),
        group: statusGroupOf(row.status, options),
        size: largestMove(row) ?? -1,
        weight: weightOf(row),
        strategy: row.changes.length > 0 || row.live ? (strategyAfter(row) ?? '') : undefined,
        text: [row.sku, row.line, row.listing?.id, row.reason, row.message].join('\n').toLowerCase(),
      };
    });
  }

  /** The rows of a view, of all its pages. */
  find(view: ViewState): readonly IndexedRow[] {
    const tests = FILTERS.flatMap((name) => {
      const value = view[name];
      return value === undefined ? [] : [TESTS[name](value)];
    });
    // Rows are gone through much faster in the order in which they were made.
    const passes = this.rows.map((row) => tests.every((test) => test(row)));
    const found = this.ordered(view.sort).filter(({ at }) => passes[at]);
    return view.descending ? found.reverse() : found;
  }

  /** All rows in an order. */
  ordered(sort: Sort): readonly IndexedRow[] {
    const known = this.#orders.get(sort);
    if (known) return known;
    const order = ORDERS[sort](this.rows);
    this.#orders.set(sort, order);
    return order;
  }

  /** How many rows have each value of what can be chosen. */
  countBy(keyOf: (indexed: IndexedRow) => string | undefined): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const row of this.rows) {
      const key = keyOf(row);
      if (key !== undefined) countIn(counts, key);
    }
    return counts;
  }

  /** How many rows each reason finds: a row that several rules are against has several of them. */
  countReasons(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const [reasons, count] of this.countBy(({ row }) => row.reason || undefined))
      for (const reason of reasons.split(';')) countIn(counts, reason, count);
    return counts;
  }

  /** The platform of each channel. */
  platforms(): ReadonlyMap<string, string> {
    return new Map(
      this.rows.flatMap(({ row: { listing } }) => (listing ? [[listing.channel, listing.platform]] : [])),
    );
  }
}

/** Whether a field changes in some of these rows. */
export function isChanging(field: Field, found: readonly IndexedRow[]): boolean {
  return found.some(({ row }) => row.changes.some((change) => change.field === field));
}

type Order = (rows: readonly IndexedRow[]) => readonly IndexedRow[];

/** The most important rows come first; a reversed order begins with the smallest. Equal rows keep the sheet's order. */
const ORDERS: Readonly<Record<Sort, Order>> = {
  importance: (rows) => rows.toSorted((one, other) => other.rank - one.rank || other.weight - one.weight),
  line: (rows) => rows,
  size: byNumber(({ size }) => size),
  sku: (rows) => rows.toSorted((one, other) => compareTexts(one.row.sku, other.row.sku)),
  status: byNumber(({ row }) => -STATUSES.indexOf(row.status)),
  reason: (rows) =>
    rows.toSorted(
      ({ row: one }, { row: other }) =>
        compareTexts(one.reason || LAST, other.reason || LAST) || compareTexts(one.message, other.message),
    ),
  ...(Object.fromEntries(FIELDS.map((field) => [field, byField(field)])) as Record<Field, Order>),
};

/** Behind every text. */
const LAST = '\uffff';

/** From the largest number down. */
function byNumber(numberOf: (indexed: IndexedRow) => number): Order {
  return (rows) => {
    const numbers = rows.map(numberOf);
    return rows.toSorted((one, other) => (numbers[other.at] ?? 0) - (numbers[one.at] ?? 0));
  };
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

function isEqual(textOf: (indexed: IndexedRow) => string | undefined): (value: string) => Test {
  return (value) => (indexed) => textOf(indexed) === value;
}

/** Which rows a filter lets pass. */
const TESTS: Readonly<Record<FilterName, (value: string) => Test>> = {
  status:
    (value) =>
    ({ row, group }) =>
      row.status === value || group === value,
  reason:
    (value) =>
    ({ row: { reason } }) =>
      reason === value || reason.split(';').includes(value),
  strategy: isEqual(({ strategy }) => strategy),
  channel: isEqual(({ row }) => row.listing?.channel),
  currency: isEqual(({ row }) => row.listing?.currency),
  size: (value) =>
    value === 'cleared' ? ({ row }) => clearsField(row) : ({ size }) => size >= Number(value),
  field:
    (value) =>
    ({ row }) =>
      row.changes.some(({ field }) => field === value),
  move: (value) => {
    const [field, bucket] = value.split(':');
    return ({ row }) =>
      row.changes.some((change) => change.field === field && moveBucketOf(change) === bucket);
  },
  margin:
    (value) =>
    ({ row }) => {
      const margins = marginsOf(row);
      return margins !== undefined && marginBucketOf(margins.after) === value;
    },
  price: isEqual(({ row }) => row.price),
  /** Decisions are not in the rows: `Approvals` narrows what was found. */
  approval: () => () => true,
  /** Every word has to be there somewhere. */
  q: (value) => {
    const words = value.toLowerCase().split(/\s+/);
    return ({ text }) => words.every((word) => text.includes(word));
  },
};
