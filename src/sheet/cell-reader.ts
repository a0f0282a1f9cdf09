import { FIELDS, MONEY_FIELDS, type MoneyField } from '../domain/fields.ts';
import { findRemarks, type RemarkColumns } from '../domain/own-sheets.ts';
import type { Reason } from '../domain/reasons.ts';
import type { Remark } from '../domain/row.ts';
import type { DecimalSign } from './amount-text.ts';
import type { DateColumns } from './dates.ts';
import type { AmountColumn, Column, ColumnName, Columns } from './header/column.ts';
import type { RawRecord } from './parse-records.ts';
import type { PriceControl } from './program-columns.ts';
import type { DatedOptions } from './sheet-options.ts';

/** A currency that something other than a currency column names. */
export interface CurrencySign {
  /** The header and its cell, or the header alone: `Min (UK) "$9.99"`. */
  readonly where: string;
  /** As lower-case codes: `$` may mean several. */
  readonly currencies: ReadonlySet<string>;
}

/** The cells of one record by what their column means, and what was found to be wrong or worth saying. */
export class CellReader {
  readonly record: RawRecord;
  readonly format: RowFormat;
  readonly layout: RowLayout;
  /** How many pieces the cost is for, once it has been read. */
  pieces = 1n;
  readonly problems: Remark[] = [];
  readonly notices: Remark[] = [];
  /** What the amounts themselves, or their headers, say of the row's currency. */
  readonly currencySigns: CurrencySign[] = [];

  constructor(record: RawRecord, format: RowFormat) {
    this.record = record;
    this.format = format;
    this.layout = format.layout;
  }

  /** The trimmed text of a cell; `undefined` if it is blank or the sheet has no such column. */
  text(column: Column | undefined): string | undefined {
    if (column === undefined) return undefined;
    const text = this.record.cells[column.index]?.trim();
    return text === '' ? undefined : text;
  }

  /** Likewise, for a column that can't be cleared. */
  plain(column: Column | undefined): string | undefined {
    const text = this.text(column);
    if (text === undefined || text !== this.format.clearToken) return text;
    return this.problem('not_clearable', `${column?.header} can't be cleared`);
  }

  problem(reason: Reason, message: string, cell?: string): undefined {
    this.problems.push(cell === undefined ? { reason, message } : { reason, message, cell });
  }

  notice(reason: Reason, message: string): void {
    this.notices.push({ reason, message });
  }
}

/** How the rows of a sheet are to be understood. */
export interface RowFormat
  extends Pick<
    DatedOptions,
    'map' | 'moneyUnit' | 'rounding' | 'costPer' | 'units' | 'asOf' | 'clearToken' | 'currency' | 'skuPad'
  > {
  readonly header: readonly string[];
  readonly columns: Columns;
  readonly layout: RowLayout;
  /** Where each row says which of two prices is its cost. */
  readonly priceControl?: PriceControl | undefined;
  readonly decimalSigns: ReadonlyMap<AmountColumn, DecimalSign>;
  readonly dates: Pick<DateColumns, 'read'>;
  /** Between the parts of a SKU of which only the last is one: `Parent : Child`. */
  readonly skuPath?: string | undefined;
}

/** A column of amounts. */
export interface MoneyCells<Name extends AmountColumn = AmountColumn> {
  readonly name: Name;
  readonly column: Column;
  /** Its amounts are in cents, so that they mean the same in every currency. */
  readonly inCents: boolean;
}

/** Where a row's cells are found: what follows from the header, and is the same for every row below it. */
export interface RowLayout extends Readonly<Partial<Record<Exclude<ColumnName, AmountColumn>, Column>>> {
  /** The positions of all columns that mean something. */
  readonly used: readonly number[];
  /** Those of the columns that set a field. */
  readonly fields: readonly number[];
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

export function toRowFormat(format: Omit<RowFormat, 'layout'>): RowFormat {
  return { ...format, layout: toLayout(format) };
}

function toLayout(format: Omit<RowFormat, 'layout'>): RowLayout {
  const { header, columns } = format;
  const used = [...columns.values()].map(({ index }) => index);
  return {
    ...(Object.fromEntries(columns) as Readonly<Partial<Record<ColumnName, Column>>>),
    used,
    fields: FIELDS.flatMap((field) => columns.get(field)?.index ?? []),
    money: MONEY_FIELDS.flatMap((field) => toCells(field, format) ?? []),
    fee: toCells('fee', format),
    remarks: columns.has('listing_id') ? findRemarks(header) : undefined,
    named: header.findLastIndex((text) => text.trim() !== '') + 1,
    nameless: header.flatMap((text, index) =>
      index > 0 && text.trim() === '' && !used.includes(index) ? [index] : [],
    ),
  };
}

function toCells<Name extends AmountColumn>(
  name: Name,
  { columns, moneyUnit }: Pick<RowFormat, 'columns' | 'moneyUnit'>,
): MoneyCells<Name> | undefined {
  const column = columns.get(name);
  return column && { name, column, inCents: moneyUnit === 'cents' || column.inCents };
}
