import { formatCount } from '../report/text/format-numbers.ts';
import { printable } from '../report/text/printable.ts';
import { copyButton } from './copy-buttons.ts';
import { byId, element } from './element.ts';
import type { Facts } from './read-page.ts';
import type { RowIndex } from './row-index.ts';
import { saveFile } from './save-file.ts';
import { toSheet } from './to-sheet.ts';

export interface Download {
  show(): void;
}

/** The button that gives the rows of a view, which are `found` by position, as a sheet. Nothing leaves the page: the file is made in it. */
export function createDownload(
  index: RowIndex,
  found: () => readonly number[],
  { download: sheet, isCurrencyOpen }: Pick<Facts, 'download' | 'isCurrencyOpen'>,
): Download {
  const button = element('button', { type: 'button', id: 'download' });
  const code = element('code', {}, printable(sheet.command));
  const how = element('p', { class: 'how', role: 'status', hidden: '' });
  byId('actions').append(button);
  byId('actions').after(how);
  button.addEventListener('click', () => {
    const rows = found().flatMap((at) => index.rows[at]?.row ?? []);
    saveFile(sheet.name, [toSheet(rows, sheet)]);
    how.replaceChildren(`Saved as ${sheet.name}. Send it with `, code, copyButton(code));
    how.hidden = false;
  });
  return {
    show() {
      const count = isCurrencyOpen ? 0 : index.countInSheet(found());
      button.disabled = count === 0;
      button.textContent = isCurrencyOpen
        ? 'Nothing to download: the currency of the amounts is unknown'
        : count === 0
          ? 'No updates here to download'
          : `Download ${formatCount(count, 'update')} as a sheet`;
    },
  };
}
