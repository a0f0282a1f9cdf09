import type { Field } from '../domain/fields.ts';
import type { PageRow } from '../report/page/page-row.ts';
import {
  currencyOf,
  HELD_TO,
  isHeld,
  type RowLook,
  sideOf,
  TO,
  toChangeCell,
  toRowWords,
} from '../report/page/row-cells.ts';
import { printable } from '../report/text/printable.ts';
import { element } from './element.ts';

/** A line of the table, as the page has it without a script too. */
export function renderRow(row: PageRow, look: RowLook): HTMLTableRowElement {
  const { line, sku, status } = row;
  return element(
    'tr',
    { role: 'row', 'data-line': String(line), class: isHeld(status) ? 'held' : undefined },
    element('td', { role: 'cell', class: 'num line-no' }, String(line)),
    element('th', { role: 'rowheader', scope: 'row', class: 'sku' }, element('bdi', {}, printable(sku))),
    element('td', { role: 'cell', class: 'state' }, element('span', { class: `status s-${status}` }, status)),
    look.hasCurrencies
      ? element('td', { role: 'cell', class: 'currency' }, printable(currencyOf(row, look)))
      : undefined,
    ...look.fields.map((field) => renderField(field, { row, look })),
    renderWords(row, look),
  );
}

function renderField(
  field: Field,
  { row: { changes, status }, look }: { readonly row: PageRow; readonly look: RowLook },
): HTMLTableCellElement {
  const change = changes.find((candidate) => candidate.field === field);
  if (!change) return element('td', { role: 'cell', 'data-field': field });
  const { before, after, isCleared, percent, direction } = toChangeCell(change, look);
  return element(
    'td',
    { role: 'cell', class: sideOf(field), 'data-field': field },
    element('span', { class: 'was' }, printable(before)),
    ' ',
    element('span', { class: 'to', 'aria-hidden': 'true' }, '→'),
    element('span', { class: 'vh' }, isHeld(status) ? HELD_TO : TO),
    ' ',
    element('b', { class: isCleared ? 'cleared' : '' }, printable(after)),
    ...(percent === '' ? [] : [' ', element('span', { class: `pct ${direction}` }, percent)]),
  );
}

/** A phrase that opens. */
function renderWords(row: PageRow, look: RowLook): HTMLTableCellElement {
  const cell = element('td', { role: 'cell', class: 'message' });
  const words = toRowWords(row, look.adviceOn);
  if (!words) return cell;
  const { phrase, code, message, todo } = words;
  const summary = element('summary', {}, element('bdi', {}, printable(phrase)));
  if (code !== '') summary.append(' ', element('code', {}, printable(code)));
  const full = element('div', { class: 'full' });
  if (message !== '') full.append(element('p', {}, element('bdi', {}, printable(message))));
  full.append(...todo.map((text) => element('p', { class: 'todo' }, printable(text))));
  cell.append(element('details', { class: 'why' }, summary, full));
  return cell;
}
