import type { RowLook } from '../report/page/row-cells.ts';
import { formatCount, formatNumber } from '../report/text/format-numbers.ts';
import { createApproving } from './approving.ts';
import { addCopyButtons } from './copy-buttons.ts';
import { byId } from './element.ts';
import { createFilterForm } from './filter-form.ts';
import { createFilterLinks } from './filter-links.ts';
import { spreadOpenMessages } from './open-messages.ts';
import { lookAround } from './own-folder.ts';
import { createPager } from './pager.ts';
import { preparePaper } from './paper.ts';
import { type Facts, readFacts, readRows } from './read-page.ts';
import { renderRow } from './render-row.ts';
import { RowIndex } from './row-index.ts';
import { openLinkedSections } from './sections.ts';
import { createSortHeaders } from './sort-headers.ts';
import { keepHeadBelowBar } from './sticky-bar.ts';
import { isPlace, remember } from './url-fragment.ts';
import {
  FIRST_VIEW,
  followLink,
  parseFragment,
  type Sort,
  toFragment,
  toSort,
  type ViewState,
} from './view-state.ts';

/** To lay out a line takes a browser longer than to find it: with 100 of them a letter that is typed would be answered too late. */
const PAGE_ROWS = 50;
const PAPER_ROWS = 200;

/** Fills the table with all rows that the page holds, and keeps filters, order and fragment in step. */
async function start(): Promise<void> {
  addCopyButtons();
  openLinkedSections();
  lookAround(readFacts().folder);
  if (!document.getElementById('table')) {
    announceReady();
    return;
  }
  const facts = readFacts();
  const index = new RowIndex(await readRows(), facts);
  const names = new Map(facts.strategyNames);
  const advice = new Map(facts.advice);
  const look: RowLook = {
    fields: facts.fields,
    nameOf: (id) => names.get(id),
    hasCurrencies: facts.hasCurrencies,
    adviceOn: (reason) => advice.get(reason),
  };
  const body = byId('table').querySelector('tbody');
  const shown = byId('shown');
  let view = parseFragment(location.hash);
  /** By position. */
  let found: readonly number[] = [];

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
  const approving =
    facts.approval && facts.approval.total > 0
      ? createApproving({
          approval: facts.approval,
          facts,
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

  function draw({ media = 'screen' }: { readonly media?: 'paper' | 'screen' } = {}): void {
    const matching = index.find(view);
    found = approving?.narrow(matching, view) ?? matching;
    const pages = Math.max(1, Math.ceil(found.length / PAGE_ROWS));
    view = { ...view, page: Math.max(1, Math.min(view.page, pages)) };
    const from = (view.page - 1) * PAGE_ROWS;
    const rows = found.slice(from, from + (media === 'paper' ? PAPER_ROWS : PAGE_ROWS));
    const fields = index.fieldsOf(found);
    const part = { ...look, fields: look.fields.filter((field) => fields.has(field)) };
    heads.showFields(fields);
    const lines = rows.flatMap((at) => {
      const each = index.rows[at];
      if (!each) return [];
      const line = renderRow(each.row, part);
      return approving?.addBox(line, each) ?? line;
    });
    body?.replaceChildren(...lines);
    shown.textContent = describeShown(found.length, { ...facts, from, count: rows.length });
    form.show(view, formatCount(found.length, ...facts.nouns));
    pager.show(view.page, pages);
    heads.show(view);
    links.show(view);
    approving?.show(pagesWithBoxes(from));
  }

  /** Where the boxes are, if the page that is shown has none. */
  function pagesWithBoxes(from: number): readonly [first: number, last: number] | undefined {
    if (!approving) return undefined;
    const isBox = (at: number): boolean => approving.hasBox(at);
    if (found.slice(from, from + PAGE_ROWS).some(isBox)) return undefined;
    const [first, last] = [found.findIndex(isBox), found.findLastIndex(isBox)];
    return first === -1 ? undefined : [Math.floor(first / PAGE_ROWS) + 1, Math.floor(last / PAGE_ROWS) + 1];
  }

  addEventListener('hashchange', () => {
    if (isPlace(location.hash)) return;
    view = parseFragment(location.hash);
    draw();
  });
  keepHeadBelowBar();
  spreadOpenMessages();
  preparePaper((media) => draw({ media }));
  draw();
  announceReady();
  prepareOrders([...facts.fields, 'size', 'sku', 'status', 'reason', 'line'], index);
}

/** Prepares the orders that can be chosen next while the browser is idle. */
function prepareOrders([sort, ...others]: readonly Sort[], index: RowIndex): void {
  // Not every browser reports when it is idle.
  if (sort === undefined || typeof requestIdleCallback === 'undefined') return;
  requestIdleCallback(() => {
    index.prepare(sort);
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
  document.getElementById('table')?.removeAttribute('data-part');
  const shown = document.getElementById('shown');
  if (shown) shown.append(' (this browser can’t load the other rows)');
});
