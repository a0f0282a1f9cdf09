import type { Reason } from '../domain/reasons.ts';
import type { Remark } from '../domain/row.ts';
import type { Column } from './header/column.ts';
import type { RawRecord } from './raw-record.ts';
import type { RowFormat } from './row-format.ts';
import { layoutOf, type RowLayout } from './row-layout.ts';

export type { RowFormat };

/** A currency that something other than a currency column names. */
export interface CurrencySign {
  readonly where: string;
  /** As lower-case codes: `$` may mean several. */
  readonly currencies: ReadonlySet<string>;
}

/** For most rows: no problems and no notices. */
const NOTHING: readonly never[] = [];

/** The cells of one record by what their column means, and what was found to be wrong or worth saying. */
export class CellReader {
  readonly record: RawRecord;
  readonly format: RowFormat;
  readonly layout: RowLayout;
  #problems: Remark[] | undefined;
  #notices: Remark[] | undefined;
  #currencySigns: CurrencySign[] | undefined;

  constructor(record: RawRecord, format: RowFormat) {
    this.record = record;
    this.format = format;
    this.layout = layoutOf(format);
  }

  get problems(): readonly Remark[] {
    return this.#problems ?? NOTHING;
  }

  get notices(): readonly Remark[] {
    return this.#notices ?? NOTHING;
  }

  /** What the amounts themselves, or their headers, say of the row's currency. */
  get currencySigns(): readonly CurrencySign[] {
    return this.#currencySigns ?? NOTHING;
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

  problem(reason: Reason, message: string): undefined {
    this.#problems ??= [];
    this.#problems.push({ reason, message });
  }

  notice(reason: Reason, message: string): void {
    this.#notices ??= [];
    this.#notices.push({ reason, message });
  }

  noteCurrency(sign: CurrencySign): void {
    this.#currencySigns ??= [];
    this.#currencySigns.push(sign);
  }
}
