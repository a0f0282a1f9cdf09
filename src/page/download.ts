import { formatCount } from '../report/page/format-numbers.ts';
import { printable } from '../report/text/printable.ts';
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
  { download: sheet, isCurrencyOpen }: Pick<Facts, 'download' | 'isCurrencyOpen'>,
): Download {
  const button = element('button', { type: 'button', id: 'download' });
  const how = element(
    'span',
    { class: 'how' },
    'Send it with ',
    element('code', {}, printable(sheet.command)),
  );
  byId('pager').after(element('p', { class: 'download' }, button, how));
  button.addEventListener('click', () => {
    const blob = new Blob(
      [
        toSheet(
          found().map(({ row }) => row),
          sheet,
        ),
      ],
      { type: 'text/csv' },
    );
    const link = element('a', { href: URL.createObjectURL(blob), download: sheet.name });
    link.click();
    URL.revokeObjectURL(link.href);
  });
  return {
    show() {
      const count = isCurrencyOpen ? 0 : countOfUpdates(found());
      button.disabled = count === 0;
      how.hidden = count === 0;
      button.textContent = isCurrencyOpen
        ? 'Nothing to download: the currency of the amounts is unknown'
        : count === 0
          ? 'No updates in this view to download'
          : `Download ${formatCount(count, 'update')} as a sheet for sync (CSV)`;
    },
  };
}

function countOfUpdates(found: readonly IndexedRow[]): number {
  let count = 0;
  for (const { isInSheet } of found) if (isInSheet) count++;
  return count;
}
