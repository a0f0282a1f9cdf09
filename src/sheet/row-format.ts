import type { Day } from '../domain/day.ts';
import type { DateColumns } from './date-columns.ts';
import type { Columns } from './header/column.ts';
import type { AmountColumn } from './header/column-names.ts';
import type { Rounding } from './parse-money.ts';
import type { DecimalSign } from './plain-amount.ts';
import type { PriceControl } from './price-control.ts';

/** How the rows of a sheet are to be understood. */
export interface RowFormat {
  readonly header: readonly string[];
  readonly columns: Columns;
  /** Where each row says which of two prices is its cost. */
  readonly priceControl?: PriceControl | undefined;
  readonly moneyUnit: 'major' | 'cents';
  readonly decimalSigns: ReadonlyMap<AmountColumn, DecimalSign>;
  /** What to do with amounts finer than a cent; where not said, a cost is rounded half up, a fee up, and nothing else is rounded. */
  readonly rounding?: Rounding | undefined;
  /** Every cost is for that many pieces, if a person has said so. */
  readonly costPer?: number | undefined;
  /** How many pieces a unit has, by its word as `foldUnit` writes it. */
  readonly units?: ReadonlyMap<string, bigint> | undefined;
  /** The dates of rows, and the day for which they are read. */
  readonly dates: Pick<DateColumns, 'read'>;
  readonly asOf: Day;
  readonly clearToken: string;
  /** Lower-case ISO 4217 code of rows that name none, if a person has said so. */
  readonly currency?: string | undefined;
  /** SKUs of digits only are padded with zeros to that length. */
  readonly skuPad?: number | undefined;
  /** Between the parts of a SKU of which only the last is one: `Parent : Child`. */
  readonly skuPath?: string | undefined;
}
