import { count, formatNumber } from '../domain/count.ts';
import { FIELDS } from '../domain/fields.ts';
import type { ScriptFacts } from '../report/page/render-page.ts';
import { type RowLook, renderRow } from '../report/page/render-row.ts';
import { createApproving } from './approving.ts';
import { addLocalTimes, byId, copyButton, element, linkFiles } from './element.ts';
import { createFilterForm } from './filter-form.ts';
import { readFacts, readRows } from './read-page.ts';
import { isChanging, RowIndex } from './row-index.ts';
import {
  FIRST_VIEW,
  followLink,
  isShown,
  parseFragment,
  type Sort,
  toFragment,
  toOrder,
  type ViewState,
} from './view-state.ts';

/** To lay out a line takes a browser longer than to find it: with 50 of them, some open, a step would take too long. */
const PAGE_ROWS = 30;
const PAPER_ROWS = 200;

/** Fills the table with all rows that the page holds, and keeps filters, order and fragment in step. */
async function start(): Promise<void> {
  const facts = readFacts();
  for (const code of document.querySelectorAll<HTMLElement>('code[data-copy]')) code.after(copyButton(code));
  addLocalTimes();
  openLinkedSections();
  linkFiles(facts.folder);
  if (document.getElementById('table')) fillTable(facts, new RowIndex(await readRows(), facts));
  // Everything that there is to show is shown.
  document.documentElement.setAttribute('data-ready', '');
}

/** Opens the folded part of the page that a link leads to. */
function openLinkedSections(): void {
  const open = (): void => {
    const target = document.getElementById(location.hash.slice(1));
    if (target instanceof HTMLDetailsElement) target.open = true;
  };
  addEventListener('hashchange', open);
  open();
}

function fillTable(facts: ScriptFacts, index: RowIndex): void {
  const strategyNames = new Map(facts.strategyNames);
  const advice = new Map(facts.advice);
  const look: Omit<RowLook, 'fields'> = {
    nameOf: (id) => strategyNames.get(id),
    hasCurrencies: facts.hasCurrencies,
    missingIsOk: facts.missingIsOk,
    adviceOn: (reason) => advice.get(reason),
  };
  const [body] = byId<HTMLTableElement>('table').tBodies;
  let view = parseFragment(location.hash);

  const form = createFilterForm({
    facts,
    index,
    onFilter: (name, value) => go({ ...view, [name]: value, page: 1 }),
    onSearch: (text) =>
      go({ ...view, q: text.trim() === '' ? undefined : text, page: 1 }, { isTyping: true }),
    onOrder: (order) => go({ ...view, ...toOrder(order), page: 1 }),
    onClear: () => go({ ...FIRST_VIEW, sort: view.sort, descending: view.descending }),
  });
  const pager = createPager((page) => {
    go({ ...view, page });
    byId('rows').scrollIntoView();
  });
  const heads = createSortHeads((sort) => {
    const isSame = view.sort === sort;
    go({ ...view, sort, descending: isSame && !view.descending, page: 1 });
  });
  const approving =
    facts.approval && facts.approval.total > 0
      ? createApproving({
          approval: facts.approval,
          strategyNames,
          index,
          onRedraw: draw,
          onTurn: (by) => {
            const { page } = view;
            go({ ...view, page: page + by });
            return view.page !== page;
          },
        })
      : undefined;
  const links = createFilterLinks((wanted) => {
    go(followLink(view, wanted));
    byId('rows').scrollIntoView();
    byId('rows').focus({ preventScroll: true });
  });

  function go(next: ViewState, { isTyping = false } = {}): void {
    view = next;
    draw();
    remember(toFragment(view), { isTyping });
  }

  function draw(pageRows = PAGE_ROWS): void {
    const matching = index.find(view);
    const found = approving?.narrow(matching, view) ?? matching;
    const pages = Math.max(1, Math.ceil(found.length / PAGE_ROWS));
    view = { ...view, page: Math.max(1, Math.min(view.page, pages)) };
    const from = (view.page - 1) * PAGE_ROWS;
    const rows = found.slice(from, from + pageRows);
    const fields = facts.fields.filter((field) => isChanging(field, found));
    // As the run writes rows: text in them is escaped there.
    if (body) body.innerHTML = rows.map(({ row }) => renderRow(row, { ...look, fields }).text).join('');
    byId('shown').textContent = describeShown(found.length, { ...facts, from, count: rows.length });
    form.show(view);
    pager.show(view.page, pages);
    heads.show(view, fields);
    links.show(view);
    approving?.show(rows);
  }

  addEventListener('hashchange', () => {
    // A fragment may also name a part of the page.
    if (location.hash !== '' && !location.hash.includes('=')) return;
    view = parseFragment(location.hash);
    draw();
  });
  addEventListener('beforeprint', () => draw(PAPER_ROWS));
  addEventListener('afterprint', () => draw());
  keepHeadBelowBar();
  draw();
  prepareOrders([...facts.fields, 'size', 'sku', 'status', 'reason', 'line'], index);
}

/** Prepares the orders that can be chosen next while the browser is idle. */
function prepareOrders([sort, ...others]: readonly Sort[], index: RowIndex): void {
  // Not every browser reports when it is idle.
  if (sort === undefined || typeof requestIdleCallback === 'undefined') return;
  requestIdleCallback(() => {
    index.ordered(sort);
    prepareOrders(others, index);
  });
}

interface Shown extends Pick<ScriptFacts, 'carried' | 'nouns'> {
  readonly from: number;
  readonly count: number;
}

function describeShown(found: number, { from, count: shown, carried, nouns: [one, many] }: Shown): string {
  if (found === 0) return `No ${one} of ${formatNumber(carried)} matches`;
  const which =
    shown === found
      ? count(found, one, many)
      : `${many.charAt(0).toUpperCase()}${many.slice(1)} ${formatNumber(from + 1)} to ${formatNumber(from + shown)} of ${formatNumber(found)}`;
  return found === carried ? which : `${which}, filtered from ${formatNumber(carried)}`;
}

/** Buttons that lead through the pages of the table, in sight as long as it is. */
function createPager(onPage: (page: number) => void): { show(page: number, pages: number): void } {
  const pager = byId('pager');
  let [page, pages] = [1, 1];
  const createButton = (id: string, text: string, to: () => number): HTMLButtonElement => {
    const label = `${id.charAt(0).toUpperCase()}${id.slice(1)} page`;
    const button = element('button', { type: 'button', id, 'aria-label': label }, text);
    button.addEventListener('click', () => onPage(to()));
    return button;
  };
  const back = [createButton('first', '«', () => 1), createButton('previous', '‹', () => page - 1)];
  const on = [createButton('next', '›', () => page + 1), createButton('last', '»', () => pages)];
  const where = element('span', { id: 'page' });
  pager.append(...back, where, ...on);
  return {
    show(at, of) {
      [page, pages] = [at, of];
      pager.hidden = pages === 1;
      where.textContent = `Page ${formatNumber(page)} of ${formatNumber(pages)}`;
      for (const button of back) button.disabled = page === 1;
      for (const button of on) button.disabled = page === pages;
    },
  };
}

/** Buttons in the table's head that put it in order. */
function createSortHeads(onSort: (sort: Sort) => void): {
  /** Of the fields, only the columns that have something in them are there. */
  show(view: ViewState, fields: readonly string[]): void;
} {
  /** A column of a field begins with what rises most. */
  const isField = (name: string): boolean => FIELDS.some((field) => field === name);
  const heads = [...document.querySelectorAll<HTMLElement>('#table th[data-sort]')].map((head) => {
    const { sort } = toOrder(head.dataset['sort'] ?? '');
    const button = element('button', { type: 'button' }, head.textContent ?? '');
    button.addEventListener('click', () => onSort(sort));
    head.replaceChildren(button);
    return { head, sort };
  });
  return {
    show(view, fields) {
      for (const { head, sort } of heads) {
        head.hidden = isField(sort) && !fields.includes(sort);
        if (sort !== view.sort) head.removeAttribute('aria-sort');
        else head.setAttribute('aria-sort', isField(sort) === view.descending ? 'ascending' : 'descending');
      }
    },
  };
}

/** Tiles, bars and names that filter the table; each says whether it does so now. */
function createFilterLinks(onFilter: (wanted: ViewState) => void): { show(view: ViewState): void } {
  const links = [...document.querySelectorAll<HTMLElement>('a[data-filter]')].map((link) => {
    const wanted = parseFragment(link.dataset['filter'] ?? '');
    link.addEventListener('click', (event) => {
      event.preventDefault();
      onFilter(wanted);
    });
    return { link, wanted };
  });
  return {
    show(view) {
      for (const { link, wanted } of links) {
        if (isShown(view, wanted)) link.setAttribute('aria-current', 'true');
        else link.removeAttribute('aria-current');
      }
    },
  };
}

/** Lets the head of the table stay right below the bar of filters, however many lines that has. */
function keepHeadBelowBar(): void {
  const bar = byId('bar');
  // Not for the whole table: the browser would have to style every cell again whenever a filter makes the bar higher.
  const { tHead: head } = byId<HTMLTableElement>('table');
  new ResizeObserver(() => head?.style.setProperty('--bar', `${bar.offsetHeight}px`)).observe(bar);
}

/** Browsers limit how often the address may change. */
const TYPING_MS = 250;
let later: ReturnType<typeof setTimeout> | undefined;

/** Puts what is shown into the page's fragment, so that it is there again after a reload; what is typed, once that rests. */
function remember(fragment: string, { isTyping }: { readonly isTyping: boolean }): void {
  const write = (how: 'pushState' | 'replaceState'): void => {
    try {
      history[how](null, '', `#${fragment}`);
    } catch {
      // A page without an address, as in some mail programs, can't keep its view.
    }
  };
  clearTimeout(later);
  if (isTyping) later = setTimeout(() => write('replaceState'), TYPING_MS);
  else if (fragment !== location.hash.slice(1)) write('pushState');
}

void start().catch(() => {
  document.getElementById('table')?.removeAttribute('data-part');
  document.getElementById('shown')?.append(' (this browser can’t load the other rows)');
});
