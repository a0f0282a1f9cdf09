import type { MoneyField } from '../domain/fields.ts';
import type { Remark } from '../domain/row.ts';
import type { DecimalSign } from './amount-text.ts';
import type { Columns } from './columns.ts';
import type { ColumnName } from './header-aliases.ts';
import type { Rounding } from './parse-money.ts';
import type { RawRecord } from './parse-records.ts';

/** How the rows of a sheet are to be understood. */
export interface RowFormat {
  readonly header: readonly string[];
  readonly columns: Columns;
  readonly moneyUnit: 'major' | 'cents';
  readonly decimalSigns: ReadonlyMap<MoneyField, DecimalSign>;
  /** What to do with amounts finer than a cent; where not said, a cost is rounded half up and nothing else is rounded. */
  readonly rounding?: Rounding | undefined;
  readonly clearToken: string;
  /** Lower-case ISO 4217 code of rows that name none, where a person has said so. */
  readonly currency?: string | undefined;
  /** SKUs of digits alone are filled up with zeros to so many. */
  readonly skuPad?: number | undefined;
  /** What stands between the parts of a SKU of which only the last is one: `Parent : Child`. */
  readonly skuPath?: string | undefined;
}

/** A currency that something other than a currency column names. */
export interface CurrencySign {
  readonly where: string;
  /** As lower-case codes: `$` may stand for several. */
  readonly currencies: ReadonlySet<string>;
}

/** The cells of one record by what their column means, and what was found to be wrong or worth saying. */
export class CellReader {
  readonly problems: Remark[] = [];
  readonly notices: Remark[] = [];
  /** What the amounts themselves, or their headers, say of the row's currency. */
  readonly currencySigns: CurrencySign[] = [];
  readonly record: RawRecord;
  readonly format: RowFormat;

  constructor(record: RawRecord, format: RowFormat) {
    this.record = record;
    this.format = format;
  }

  /** The trimmed text of a cell; `undefined` where it is blank or the sheet has no such column. */
  text(column: ColumnName): string | undefined {
    const found = this.format.columns.get(column);
    const text = found && this.record.cells[found.index]?.trim();
    return text === '' ? undefined : text;
  }

  /** Likewise, for a column that can't be cleared. */
  plain(column: ColumnName): string | undefined {
    const text = this.text(column);
    if (text !== this.format.clearToken) return text;
    this.problem('not_clearable', `${this.name(column)} can't be cleared`);
    return undefined;
  }

  problem(reason: string, message: string): undefined {
    this.problems.push({ reason, message });
  }

  /** A column as the sheet itself calls it. */
  name(column: ColumnName): string {
    return this.format.columns.get(column)?.header ?? column;
  }
}
