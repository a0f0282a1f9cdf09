import { FIELDS } from '../domain/fields.ts';

export const SORTS = ['importance', 'line', 'sku', 'status', 'size', 'reason', ...FIELDS] as const;
export type Sort = (typeof SORTS)[number];

/** What the table can be filtered by. */
export const FILTERS = [
  /** One of them, or a group of them. */
  'status',
  'reason',
  /** By id; empty for none. */
  'strategy',
  'channel',
  'currency',
  /** At least that many percent, or `cleared`: rows in which a field is. */
  'size',
  /** Rows in which it changes. */
  'field',
  /** A part of the chart of one field, such as `cost:up5`. */
  'move',
  /** A part of the chart of margins, as they are afterwards. */
  'margin',
  /** What becomes of the price. */
  'price',
  /** What was decided on this page. */
  'approval',
  'q',
] as const;
export type FilterName = (typeof FILTERS)[number];

/** Filters, order and page of the table. An absent filter lets every row pass. */
export interface ViewState extends Readonly<Partial<Record<FilterName, string | undefined>>> {
  readonly sort: Sort;
  readonly descending: boolean;
  /** From 1. */
  readonly page: number;
}

export const FIRST_VIEW: ViewState = { sort: 'importance', descending: false, page: 1 };

const MAX_TEXT = 300;
const MAX_FRAGMENT = 20_000;
/** An empty one means rows that have none. */
const MAY_BE_EMPTY: readonly FilterName[] = ['strategy', 'channel', 'currency'];

/**
 * The view that a fragment asks for. It is untrusted: a value that there is none of finds no row.
 *
 * Shape: `#status=blocked&q=mug&sort=-size&page=2`.
 */
export function parseFragment(fragment: string): ViewState {
  const params = new URLSearchParams(fragment.replace(/^#/, '').slice(0, MAX_FRAGMENT));
  const filters = FILTERS.flatMap((name) => {
    const text = params.get(name)?.slice(0, MAX_TEXT);
    return text || (text === '' && MAY_BE_EMPTY.includes(name)) ? [[name, text] as const] : [];
  });
  const page = /^\d{1,6}$/.test(params.get('page') ?? '') ? Number(params.get('page')) : 1;
  return {
    ...Object.fromEntries(filters),
    ...toOrder(params.get('sort') ?? ''),
    page: Math.max(1, page),
  };
}

/** The fragment that brings a view back; empty for the first one. */
export function toFragment(view: ViewState): string {
  const params = new URLSearchParams();
  for (const name of activeFilters(view)) params.set(name, view[name]?.slice(0, MAX_TEXT) ?? '');
  const order = orderOf(view);
  if (order !== FIRST_VIEW.sort) params.set('sort', order);
  if (view.page > 1) params.set('page', String(view.page));
  return params.toString().replaceAll('%3A', ':');
}

/** The filters that are set, in their order. */
export function activeFilters(view: ViewState): readonly FilterName[] {
  return FILTERS.filter((name) => view[name] !== undefined);
}

/** The rows that a link is about and no others, in the order that is set; all rows if these are shown already. */
export function followLink(view: ViewState, wanted: ViewState): ViewState {
  const { sort, descending } = view;
  return { ...(isShown(view, wanted) ? FIRST_VIEW : wanted), sort, descending, page: 1 };
}

/** Whether the filters of one view are those of another. */
export function isShown(view: ViewState, wanted: ViewState): boolean {
  return FILTERS.every((name) => view[name] === wanted[name]);
}

/** An order as a word: with a sign if it is reversed. */
export function orderOf({ sort, descending }: ViewState): string {
  return `${descending ? '-' : ''}${sort}`;
}

/** The order that a word asks for. */
export function toOrder(word: string): Pick<ViewState, 'sort' | 'descending'> {
  const sort = SORTS.find((each) => each === word.replace(/^-/, '')) ?? FIRST_VIEW.sort;
  return { sort, descending: word.startsWith('-') };
}
