import { countOf } from '../report/page/words.ts';
import { byId, element } from './element.ts';
import type { Facts } from './read-page.ts';
import type { IndexedRow } from './row-index.ts';
import { toSheet } from './to-sheet.ts';

export interface Download {
  show(): void;
}

/** The button that gives the rows of a view as a sheet. Nothing leaves the page: the file is made in it. */
export function createDownload(
  found: () => readonly IndexedRow[],
  { sheetName, isCurrencyOpen }: Pick<Facts, 'sheetName' | 'isCurrencyOpen'>,
): Download {
  const button = element('button', { type: 'button', id: 'download' });
  byId('pager').after(element('p', { class: 'download' }, button));
  button.addEventListener('click', () => {
    const blob = new Blob([toSheet(found().map(({ row }) => row))], { type: 'text/csv' });
    const link = element('a', { href: URL.createObjectURL(blob), download: fileName(sheetName) });
    link.click();
    URL.revokeObjectURL(link.href);
  });
  return {
    show() {
      const count = isCurrencyOpen ? 0 : countOfUpdates(found());
      button.disabled = count === 0;
      button.textContent = isCurrencyOpen
        ? 'Nothing to download: it is not said which currency the amounts are in'
        : count === 0
          ? 'No update here to download'
          : `Download ${countOf(count, 'update')} as a sheet for sync (CSV)`;
    },
  };
}

function countOfUpdates(found: readonly IndexedRow[]): number {
  let count = 0;
  for (const { isInSheet } of found) if (isInSheet) count++;
  return count;
}

function fileName(sheetName: string): string {
  const stem = sheetName
    .replace(/^.*[\\/]/, '')
    .replace(/\.[^.]*$/, '')
    .replace(/[^\p{L}\p{N}_-]+/gu, '-');
  return `${stem || 'rows'}-filtered.csv`;
}
