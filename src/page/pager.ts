import { formatNumber } from '../report/text/format-numbers.ts';
import { byId, element } from './element.ts';

export interface Pager {
  show(page: number, pages: number): void;
}

/** Buttons that lead through the pages of the table, in sight as long as it is. */
export function createPager(onPage: (page: number) => void): Pager {
  const pager = byId('pager');
  let [page, pages] = [1, 1];
  const button = (id: string, text: string, label: string, to: () => number): HTMLButtonElement => {
    const made = element('button', { type: 'button', id, 'aria-label': label }, text);
    made.addEventListener('click', () => onPage(to()));
    return made;
  };
  const first = button('first', '«', 'First page', () => 1);
  const previous = button('previous', '‹', 'Previous page', () => page - 1);
  const next = button('next', '›', 'Next page', () => page + 1);
  const last = button('last', '»', 'Last page', () => pages);
  const where = element('span', { id: 'page' });
  pager.append(first, previous, where, next, last);
  return {
    show(at, of) {
      [page, pages] = [at, of];
      pager.hidden = pages === 1;
      where.textContent = `Page ${formatNumber(page)} of ${formatNumber(pages)}`;
      first.disabled = page === 1;
      previous.disabled = page === 1;
      next.disabled = page === pages;
      last.disabled = page === pages;
    },
  };
}
