import type { Day } from '../domain/day.ts';
import type { Shell } from '../domain/quote-word.ts';
import type { Redact } from '../domain/secret.ts';
import type { DuplicatePolicy } from '../domain/settle-duplicates.ts';
import type { DecimalSign } from './amount-text.ts';
import type { DateOrder } from './dates.ts';
import type { AmountColumn, ColumnMap } from './header/column.ts';
import type { FieldCurrencies, LeftOut, MapPair } from './header/column-map.ts';
import type { SettledNotes } from './note-claims.ts';
import type { Rounding } from './parse-money.ts';
import type { Quote } from './parse-records.ts';
import type { Condition } from './row-filter.ts';

/** The settings for reading a sheet; the rest is detected from the sheet. */
export interface SheetOptions {
  readonly encoding?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly quote?: Quote | undefined;
  /** The physical line of the header, or that there is none. */
  readonly headerRow?: number | 'none' | undefined;
  readonly map: ColumnMap;
  /** The map was given for this very file, and not for all sheets of a folder or a job. */
  readonly mapOfFile?: ColumnMap | undefined;
  readonly decimalSign?: DecimalSign | undefined;
  /** Likewise, if the columns differ. */
  readonly decimalSigns?: ReadonlyMap<AmountColumn, DecimalSign> | undefined;
  readonly dateOrder?: DateOrder | undefined;
  /** The day for which validity is read, if it isn't today. */
  readonly asOf?: Day | undefined;
  readonly moneyUnit: 'major' | 'cents';
  /** What to do with amounts finer than a cent; where not said, a cost is rounded half up, a fee up, and nothing else is rounded. */
  readonly rounding?: Rounding | undefined;
  /** Every cost is for that many pieces, if a person has said so. */
  readonly costPer?: number | undefined;
  /** How many pieces a unit has, by its word as `foldUnit` writes it. */
  readonly units?: ReadonlyMap<string, bigint> | undefined;
  readonly clearToken: string;
  /** Only rows for which all of them hold count. */
  readonly where?: readonly Condition[] | undefined;
  readonly duplicates: DuplicatePolicy;
  /** Lower-case ISO 4217 code of rows that name none; signs beside the amounts have to agree with it. */
  readonly currency?: string | undefined;
  /** SKUs of digits only are padded with zeros to that length. */
  readonly skuPad?: number | undefined;
  /** Columns that are left out on purpose. */
  readonly leaveOut?: LeftOut | undefined;
  /** What somebody has settled of the currencies in a column. */
  readonly currencies?: FieldCurrencies | undefined;
  /** The command that keeps these columns for all runs, for a message. */
  readonly settle?: ((map: readonly MapPair[]) => string) | undefined;
  /** What somebody has settled of the lines beside the table. */
  readonly notes?: SettledNotes | undefined;
  /** Masks the API key in a text; absent if no key is known. */
  readonly redact?: Redact | undefined;
  /** Of the flags that messages suggest. */
  readonly shell: Shell;
}

/** Likewise, on a day that is known. */
export type DatedOptions = SheetOptions & { readonly asOf: Day };

/** What messages call a sheet. */
export interface Named {
  readonly name: string;
}
