import type { Field } from '../domain/fields.ts';
import { formatCount, formatNumber } from '../report/page/format-numbers.ts';
import { createDownload } from './download.ts';
import { byId } from './element.ts';
import { createFilterForm } from './filter-form.ts';
import { createFilterLinks } from './filter-links.ts';
import { createPager } from './pager.ts';
import { type Facts, readFacts, readRows } from './read-page.ts';
import { renderRow } from './render-row.ts';
import { type IndexedRow, RowIndex } from './row-index.ts';
import { createSortHeaders } from './sort-headers.ts';
import { isPlace, remember } from './url-fragment.ts';
import {
  FIRST_VIEW,
  parseFragment,
  toFragment,
  toggleFilters,
  toSort,
  type ViewState,
} from './view-state.ts';

const PAGE_ROWS = 100;

/** Fills the table with all rows that the page holds, and keeps filters, order and fragment in step. */
async function start(): Promise<void> {
  if (!document.getElementById('table')) {
    announceReady();
    return;
  }
  const facts = readFacts();
  const index = new RowIndex(await readRows(), facts);
  const names = new Map(facts.strategyNames);
  const look = { fields: facts.fields, nameOf: (id: string) => names.get(id) };
  const body = byId('table').querySelector('tbody');
  const shown = byId('shown');
  let view = parseFragment(location.hash);
  let found: readonly IndexedRow[] = [];

  const form = createFilterForm({
    facts,
    index,
    onChange: (name, value) => {
      if (name === 'sort') go({ ...view, sort: toSort(value), descending: value.startsWith('-'), page: 1 });
      else go(parseFragment(toFragment({ ...withFilter(view, name, value), page: 1 })));
    },
    onSearch: (text) =>
      go({ ...view, q: text.trim() === '' ? undefined : text, page: 1 }, { isTyping: true }),
    onClear: () => go({ ...FIRST_VIEW, sort: view.sort, descending: view.descending }),
  });
  const pager = createPager((page) => {
    go({ ...view, page });
    byId('rows').scrollIntoView();
  });
  const heads = createSortHeaders((sort) => {
    const isSame = view.sort === sort;
    go({ ...view, sort, descending: isSame && !view.descending, page: 1 });
  });
  const download = createDownload(() => found, facts);
  const links = createFilterLinks((wanted) => {
    go(toggleFilters(view, wanted));
    byId('rows').scrollIntoView();
    byId('rows').focus({ preventScroll: true });
  });

  function go(next: ViewState, { isTyping = false } = {}): void {
    view = next;
    draw();
    remember(toFragment(view), { isTyping });
  }

  function draw(): void {
    found = index.find(view);
    const pages = Math.max(1, Math.ceil(found.length / PAGE_ROWS));
    view = { ...view, page: Math.min(view.page, pages) };
    const from = (view.page - 1) * PAGE_ROWS;
    const rows = found.slice(from, from + PAGE_ROWS);
    body?.replaceChildren(...rows.map(({ row }) => renderRow(row, look)));
    shown.textContent = describeShown(found.length, { ...facts, from, count: rows.length });
    form.show(view);
    pager.show(view.page, pages);
    heads.show(view);
    download.show();
    links.show(view);
  }

  addEventListener('hashchange', () => {
    if (isPlace(location.hash)) return;
    view = parseFragment(location.hash);
    draw();
  });
  draw();
  announceReady();
  prepareOrders(facts.fields, index);
}

/** Prepares the orders that are likely to be chosen next while the browser is idle. */
function prepareOrders([field, ...others]: readonly Field[], index: RowIndex): void {
  // Not every browser reports when it is idle.
  if (field === undefined || typeof requestIdleCallback === 'undefined') return;
  requestIdleCallback(() => {
    index.prepare(field);
    prepareOrders(others, index);
  });
}

/** Everything that there is to show is shown. */
function announceReady(): void {
  document.documentElement.setAttribute('data-ready', '');
}

/** A value of the form: `=` and what is wanted, or nothing. */
function withFilter(view: ViewState, name: string, value: string): ViewState {
  return { ...view, [name]: value === '' ? undefined : value.slice(1) };
}

interface Shown extends Pick<Facts, 'carried' | 'nouns'> {
  readonly from: number;
  readonly count: number;
}

function describeShown(found: number, { from, count, carried, nouns: [one, many] }: Shown): string {
  if (found === 0) return `No ${one} of ${formatNumber(carried)} matches`;
  const which =
    count === found
      ? formatCount(found, one, many)
      : `${many.charAt(0).toUpperCase()}${many.slice(1)} ${formatNumber(from + 1)} to ${formatNumber(from + count)} of ${formatNumber(found)}`;
  return found === carried ? which : `${which}, filtered from ${formatNumber(carried)}`;
}

void start().catch(() => {
  const shown = document.getElementById('shown');
  if (shown) shown.append(' (this browser can’t load the other rows)');
});
