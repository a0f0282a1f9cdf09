import { FIELDS } from '../domain/fields.ts';
import { element } from './element.ts';
import { type Sort, toSort, type ViewState } from './view-state.ts';

export interface SortHeaders {
  show(view: Pick<ViewState, 'sort' | 'descending'>): void;
  /** Of the fields, only the columns that have something in them. */
  showFields(fields: ReadonlySet<string>): void;
}

/** Buttons in the table's head that put it in order. */
export function createSortHeaders(onSort: (sort: Sort) => void): SortHeaders {
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
    showFields(fields) {
      for (const head of heads) {
        const name = head.dataset['sort'] ?? '';
        head.hidden = DESCENDS.has(name) && !fields.has(name);
      }
    },
  };
}

/** Which way a column is ordered if it comes first: falls come behind rises. */
const DESCENDS: ReadonlySet<string> = new Set(FIELDS);
