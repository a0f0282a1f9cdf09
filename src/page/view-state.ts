import { FIELDS, type Field } from '../domain/fields.ts';
import { PRICE_KINDS, type PriceKind } from '../domain/price-outcome.ts';
import { STATUSES, type Status } from '../domain/status.ts';
import { MARGIN_BUCKETS, type MarginBucket } from '../report/page/margin.ts';
import { MOVE_BUCKETS, type MoveBucket } from '../report/page/move-buckets.ts';
import { STATUS_GROUPS, type StatusGroup } from '../report/page/status-groups.ts';
import { DECISIONS, type Decision } from './approvals.ts';

export const SORTS = ['importance', 'line', 'sku', 'status', 'size', 'reason', ...FIELDS] as const;
export type Sort = (typeof SORTS)[number];

/** Choices of the filter for the size of a change: at least that many percent, or rows in which a field is cleared. */
export const SIZES = [1, 5, 10, 20, 50, 'cleared'] as const;

/** Filters, order and page of the table. An absent filter lets every row pass. */
export interface ViewState {
  /** `attention`: every status that needs some; or a group of them. */
  readonly status?: Status | 'attention' | StatusGroup | undefined;
  readonly reason?: string | undefined;
  /** By id; empty for none. */
  readonly strategy?: string | undefined;
  readonly channel?: string | undefined;
  readonly currency?: string | undefined;
  readonly size?: (typeof SIZES)[number] | undefined;
  /** Rows in which it changes. */
  readonly field?: Field | undefined;
  /** A part of the picture of one field. */
  readonly move?: `${Field}:${MoveBucket}` | undefined;
  /** A part of the picture of margins, as they are afterwards. */
  readonly margin?: MarginBucket | undefined;
  /** What becomes of the price. */
  readonly price?: PriceKind | undefined;
  /** What was decided on this page. */
  readonly approval?: Decision | undefined;
  readonly q?: string | undefined;
  readonly sort: Sort;
  readonly descending: boolean;
  /** From 1. */
  readonly page: number;
}

export const FIRST_VIEW: ViewState = { sort: 'importance', descending: false, page: 1 };

const MAX_TEXT = 300;
const MAX_FRAGMENT = 20_000;
const MOVES: ReadonlySet<string> = new Set(
  FIELDS.flatMap((field) => MOVE_BUCKETS.map(({ id }) => `${field}:${id}`)),
);

/**
 * The view that a fragment asks for. It is untrusted: unknown or invalid parts are ignored.
 *
 * Shape: `#status=blocked&q=mug&sort=-size&page=2`.
 */
export function parseFragment(fragment: string): ViewState {
  const params = new URLSearchParams(fragment.replace(/^#/, '').slice(0, MAX_FRAGMENT));
  const text = (name: string): string | undefined => params.get(name)?.slice(0, MAX_TEXT);
  const oneOf = <T extends string>(name: string, known: readonly T[]): T | undefined =>
    known.find((word) => word === params.get(name));
  const sort = params.get('sort') ?? '';
  const size = SIZES.find((choice) => String(choice) === params.get('size'));
  const move = params.get('move') ?? '';
  const page = /^\d{1,6}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 1;
  return {
    status: oneOf('status', [...STATUSES, 'attention', ...STATUS_GROUPS]),
    reason: text('reason') || undefined,
    strategy: text('strategy'),
    channel: text('channel'),
    currency: text('currency'),
    size,
    field: oneOf('field', FIELDS),
    move: MOVES.has(move) ? (move as ViewState['move']) : undefined,
    margin: oneOf(
      'margin',
      MARGIN_BUCKETS.map(({ id }) => id),
    ),
    price: oneOf('price', PRICE_KINDS),
    approval: oneOf('approval', DECISIONS),
    q: text('q') || undefined,
    sort: toSort(sort),
    descending: sort.startsWith('-'),
    page: Math.max(1, page),
  };
}

const FILTERS = [
  'status',
  'reason',
  'strategy',
  'channel',
  'currency',
  'size',
  'field',
  'move',
  'margin',
  'price',
  'approval',
  'q',
] as const;
export type FilterName = (typeof FILTERS)[number];

/** The fragment that brings a view back; empty for the first one. */
export function toFragment(view: ViewState): string {
  const params = new URLSearchParams();
  for (const name of FILTERS) {
    const value = view[name];
    if (value !== undefined) params.set(name, String(value).slice(0, MAX_TEXT));
  }
  const { sort, descending, page } = view;
  if (sort !== FIRST_VIEW.sort || descending) params.set('sort', `${descending ? '-' : ''}${sort}`);
  if (page > 1) params.set('page', String(page));
  return params.toString().replaceAll('%3A', ':');
}

/** The filters that are set, in their order. */
export function activeFilters(view: ViewState): readonly FilterName[] {
  return FILTERS.filter((name) => view[name] !== undefined);
}

/** The rows that a link is about and no others, in the order that is set; all rows if these are shown already. */
export function followLink({ sort, descending, ...view }: ViewState, wanted: ViewState): ViewState {
  const isSet = isShown({ sort, descending, ...view }, wanted);
  return { ...(isSet ? FIRST_VIEW : wanted), sort, descending, page: 1 };
}

/** Whether the filters of one view are those of another. */
export function isShown(view: ViewState, wanted: ViewState): boolean {
  return FILTERS.every((name) => view[name] === wanted[name]);
}

/** The order that a word asks for, with or without its sign. */
export function toSort(word: string): Sort {
  return SORTS.find((sort) => sort === word.replace(/^-/, '')) ?? FIRST_VIEW.sort;
}
