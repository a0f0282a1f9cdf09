import { MONEY_FIELDS, type MoneyField } from '../domain/fields.ts';
import { findRemarks, type RemarkColumns } from '../domain/own-sheets.ts';
import type { Column } from './header/column.ts';
import type { AmountColumn, ColumnName } from './header/column-names.ts';
import type { RowFormat } from './row-format.ts';

/** A column of amounts. */
export interface MoneyCells<Name extends AmountColumn = AmountColumn> {
  readonly name: Name;
  readonly column: Column;
  /** Its amounts are in cents, so that they mean the same in every currency. */
  readonly inCents: boolean;
}

/** Where a row's cells are found: what follows from the header, and is the same for every row below it. */
export interface RowLayout extends Readonly<Record<Exclude<ColumnName, AmountColumn>, Column | undefined>> {
  /** In the order in which rows are read. */
  readonly money: readonly MoneyCells<MoneyField>[];
  readonly fee: MoneyCells<'fee'> | undefined;
  /** Where a retry file says what became of each row. */
  readonly remarks: RemarkColumns | undefined;
  /** How many cells a record must have at least: up to the last column with a name. */
  readonly named: number;
  /** The positions of columns that have no name and mean nothing, but for the very first one: some programs number their rows there. */
  readonly nameless: readonly number[];
}

const LAYOUTS = new WeakMap<RowFormat, RowLayout>();

/** The layout of a format, worked out once. */
export function layoutOf(format: RowFormat): RowLayout {
  const known = LAYOUTS.get(format);
  if (known) return known;
  const layout = toLayout(format);
  LAYOUTS.set(format, layout);
  return layout;
}

function toLayout(format: RowFormat): RowLayout {
  const { header, columns } = format;
  const used = new Set([...columns.values()].map(({ index }) => index));
  return {
    sku: columns.get('sku'),
    listing_id: columns.get('listing_id'),
    platform: columns.get('platform'),
    channel: columns.get('channel'),
    currency: columns.get('currency'),
    strategy: columns.get('strategy'),
    repricing: columns.get('repricing'),
    cost_divisor: columns.get('cost_divisor'),
    unit: columns.get('unit'),
    fee_percent: columns.get('fee_percent'),
    valid_from: columns.get('valid_from'),
    valid_to: columns.get('valid_to'),
    money: MONEY_FIELDS.flatMap((field) => toCells(field, format) ?? []),
    fee: toCells('fee', format),
    remarks: columns.has('listing_id') ? findRemarks(header) : undefined,
    named: header.findLastIndex((text) => text.trim() !== '') + 1,
    nameless: header.flatMap((text, index) =>
      index > 0 && text.trim() === '' && !used.has(index) ? [index] : [],
    ),
  };
}

function toCells<Name extends AmountColumn>(
  name: Name,
  { columns, moneyUnit }: RowFormat,
): MoneyCells<Name> | undefined {
  const column = columns.get(name);
  return column && { name, column, inCents: moneyUnit === 'cents' || column.inCents };
}
