import type { Field } from '../domain/fields.ts';
import type { PageRow } from '../report/page/page-row.ts';
import { HELD_TO, isHeld, LONG_SKU, type NameOf, TO, toChangeCell } from '../report/page/row-cells.ts';
import { printable } from '../report/text/printable.ts';
import { element } from './element.ts';

interface Look {
  readonly fields: readonly Field[];
  readonly nameOf: NameOf;
}

/** A line of the table, as the page has it without a script too. */
export function renderRow(
  { line, sku, status, reason, message, changes }: PageRow,
  look: Look,
): HTMLTableRowElement {
  return element(
    'tr',
    { 'data-line': String(line), class: isHeld(status) ? 'held' : undefined },
    element('td', { class: 'num' }, String(line)),
    element(
      'th',
      { scope: 'row', class: sku.length > LONG_SKU ? 'long' : undefined },
      element('bdi', {}, printable(sku)),
    ),
    element('td', {}, element('span', { class: `status s-${status}` }, status)),
    ...look.fields.map((field) => renderField(field, { changes, status }, look.nameOf)),
    element(
      'td',
      { class: 'message' },
      reason === '' ? undefined : element('code', {}, printable(reason)),
      ' ',
      element('bdi', {}, printable(message)),
    ),
  );
}

function renderField(
  field: Field,
  { changes, status }: Pick<PageRow, 'changes' | 'status'>,
  nameOf: NameOf,
): HTMLTableCellElement {
  const change = changes.find((candidate) => candidate.field === field);
  if (!change) return element('td', { 'data-field': field });
  const { before, after, percent, direction } = toChangeCell(change, nameOf);
  return element(
    'td',
    { class: 'num', 'data-field': field },
    element('span', { class: 'was' }, printable(before)),
    '\u00a0',
    element('span', { class: 'to', 'aria-hidden': 'true' }, '→'),
    element('span', { class: 'vh' }, isHeld(status) ? HELD_TO : TO),
    ' ',
    element('b', {}, printable(after)),
    percent === '' ? undefined : element('span', { class: `pct ${direction}` }, percent),
  );
}
