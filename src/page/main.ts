import type { PageRow } from '../report/page/page-row.ts';
import { countOf, grouped } from '../report/page/words.ts';
import { byId, element } from './element.ts';
import { createFilterForm } from './filter-form.ts';
import { type Facts, readFacts, readRows } from './read-page.ts';
import { renderRow } from './render-row.ts';
import { RowIndex } from './row-index.ts';
import { isInSheet, toSheet } from './to-sheet.ts';
import {
  FIRST_VIEW,
  parseFragment,
  SORTS,
  type Sort,
  toFragment,
  toggleFilters,
  type ViewState,
} from './view-state.ts';

const PAGE_ROWS = 100;

/** Fills the table with all rows that the page holds, and keeps filters, order and fragment in step. */
async function start(): Promise<void> {
  if (!document.getElementById('table')) return;
  const facts = readFacts();
  const index = new RowIndex(await readRows(), facts);
  const names = new Map(facts.strategyNames);
  const look = { fields: facts.fields, nameOf: (id: string) => names.get(id) };
  const body = byId('table').querySelector('tbody');
  const shown = byId('shown');
  let view = parseFragment(location.hash);
  let found: readonly PageRow[] = [];

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
  const heads = createHeads((sort) => {
    const isSame = view.sort === sort;
    go({ ...view, sort, descending: isSame && !view.descending, page: 1 });
  });
  const download = createDownload(() => found, facts);

  function go(next: ViewState, { isTyping = false } = {}): void {
    view = next;
    draw();
    remember(toFragment(view), isTyping);
  }

  function draw(): void {
    found = index.find(view);
    const pages = Math.max(1, Math.ceil(found.length / PAGE_ROWS));
    view = { ...view, page: Math.min(view.page, pages) };
    const from = (view.page - 1) * PAGE_ROWS;
    const rows = found.slice(from, from + PAGE_ROWS);
    body?.replaceChildren(...rows.map((row) => renderRow(row, look)));
    shown.textContent = describeShown(found.length, { from, count: rows.length, carried: facts.carried });
    form.show(view);
    pager.show(view.page, pages);
    heads.show(view);
    download.show();
    markLinks(view);
  }

  addEventListener('hashchange', () => {
    if (isPlace(location.hash)) return;
    view = parseFragment(location.hash);
    draw();
  });
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[data-filter]') : null;
    if (!link) return;
    event.preventDefault();
    go(toggleFilters(view, parseFragment(link.getAttribute('data-filter') ?? '')));
    byId('rows').scrollIntoView();
    byId('rows').focus({ preventScroll: true });
  });
  draw();
  document.documentElement.setAttribute('data-ready', '');
}

function toSort(value: string): Sort {
  return SORTS.find((sort) => sort === value.replace(/^-/, '')) ?? FIRST_VIEW.sort;
}

/** A value of the form: `=` and what is wanted, or nothing. */
function withFilter(view: ViewState, name: string, value: string): ViewState {
  return { ...view, [name]: value === '' ? undefined : value.slice(1) };
}

/** A fragment that names a part of the page, as the link to the rows has. */
function isPlace(hash: string): boolean {
  return hash.length > 1 && !hash.includes('=');
}

let rememberLater: ReturnType<typeof setTimeout> | undefined;
const TYPING_MS = 250;

/** Browsers bear few changes of the address in a row. */
function remember(fragment: string, isTyping: boolean): void {
  clearTimeout(rememberLater);
  const url = `#${fragment}`;
  const write = (): void => {
    try {
      if (isTyping) history.replaceState(null, '', url);
      else if (url !== (location.hash || '#')) history.pushState(null, '', url);
    } catch {
      // Where the page has no address of its own, as in some mail programs, there is nothing to remember it in.
    }
  };
  if (isTyping) rememberLater = setTimeout(write, TYPING_MS);
  else write();
}

interface Shown {
  readonly from: number;
  readonly count: number;
  readonly carried: number;
}

function describeShown(found: number, { from, count, carried }: Shown): string {
  if (found === 0) return `No row of ${grouped(carried)} fits`;
  const which =
    count === found
      ? countOf(found, 'row')
      : `Rows ${grouped(from + 1)} to ${grouped(from + count)} of ${grouped(found)}`;
  return found === carried ? which : `${which}, filtered from ${grouped(carried)}`;
}

function createPager(onPage: (page: number) => void): { show(page: number, pages: number): void } {
  const pager = byId('pager');
  let [page, pages] = [1, 1];
  const button = (id: string, text: string, label: string, to: () => number): HTMLButtonElement => {
    const made = element('button', { type: 'button', id, 'aria-label': label }, text);
    made.addEventListener('click', () => onPage(to()));
    return made;
  };
  const first = button('first', '«', 'First page', () => 1);
  const previous = button('previous', '‹ Previous', 'Previous page', () => page - 1);
  const next = button('next', 'Next ›', 'Next page', () => page + 1);
  const last = button('last', '»', 'Last page', () => pages);
  const where = element('span', { id: 'page' });
  pager.append(first, previous, where, next, last);
  return {
    show(at, of) {
      [page, pages] = [at, of];
      pager.hidden = pages === 1;
      where.textContent = `Page ${grouped(page)} of ${grouped(pages)}`;
      first.disabled = page === 1;
      previous.disabled = page === 1;
      next.disabled = page === pages;
      last.disabled = page === pages;
    },
  };
}

/** Which way a column is ordered where it comes first: falls come behind rises. */
const DESCENDS: ReadonlySet<string> = new Set([
  'cost',
  'minimum_price',
  'maximum_price',
  'strategy',
  'repricing',
  'manual_price',
]);

function createHeads(onSort: (sort: Sort) => void): { show(view: ViewState): void } {
  const heads = [...document.querySelectorAll<HTMLElement>('#table th[data-sort]')];
  for (const head of heads) {
    const sort = toSort(head.dataset['sort'] ?? '');
    const button = element('button', { type: 'button' }, head.textContent ?? '');
    button.addEventListener('click', () => onSort(sort));
    head.replaceChildren(button);
  }
  return {
    show({ sort, descending }) {
      for (const head of heads) {
        const name = head.dataset['sort'] ?? '';
        if (name !== sort) head.removeAttribute('aria-sort');
        else head.setAttribute('aria-sort', DESCENDS.has(name) !== descending ? 'descending' : 'ascending');
      }
    },
  };
}

function createDownload(rowsOf: () => readonly PageRow[], { sheetName }: Facts): { show(): void } {
  const button = element('button', { type: 'button', id: 'download' });
  byId('pager').after(element('p', { class: 'download' }, button));
  button.addEventListener('click', () => {
    const blob = new Blob([toSheet(rowsOf())], { type: 'text/csv' });
    const link = element('a', { href: URL.createObjectURL(blob), download: fileName(sheetName) });
    link.click();
    URL.revokeObjectURL(link.href);
  });
  return {
    show() {
      const count = rowsOf().filter(isInSheet).length;
      button.disabled = count === 0;
      button.textContent =
        count === 0
          ? 'No row here has a change to download'
          : `Download ${countOf(count, 'row')} with changes as a sheet for sync (CSV)`;
    },
  };
}

function fileName(sheetName: string): string {
  const stem = sheetName
    .replace(/^.*[\\/]/, '')
    .replace(/\.[^.]*$/, '')
    .replace(/[^\p{L}\p{N}_-]+/gu, '-');
  return `${stem || 'rows'}-filtered.csv`;
}

/** Whoever looks at tiles and pictures sees which of them the table is filtered by. */
function markLinks(view: ViewState): void {
  for (const link of document.querySelectorAll('a[data-filter]')) {
    const wanted = parseFragment(link.getAttribute('data-filter') ?? '');
    const isOn = toggleFilters(view, wanted) !== view && isSet(view, wanted);
    if (isOn) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
}

function isSet(view: ViewState, wanted: ViewState): boolean {
  return toFragment({ ...view, ...clean(wanted), page: 1 }) === toFragment({ ...view, page: 1 });
}

function clean({
  sort: _sort,
  descending: _descending,
  page: _page,
  ...filters
}: ViewState): Partial<ViewState> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
}

void start().catch(() => {
  const shown = document.getElementById('shown');
  if (shown) shown.append(' (this browser can’t unpack the others)');
});
