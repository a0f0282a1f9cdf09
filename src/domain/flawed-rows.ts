import type { Tally } from './lists.ts';

/** What can be done about a guard rule that stops a run, other than to let it pass. */
export interface WayOut {
  /** The command that shows what nobody has settled, and settles it with --save-mapping. */
  readonly settle?: string | undefined;
  /** That command chooses among rows that disagree. */
  readonly isChoice?: boolean | undefined;
  /** What makes the sheet right, up to its name: `add a column "currency" to`. */
  readonly repair?: string | undefined;
  /** Flags and their values, which read the amounts as they are perhaps meant. */
  readonly readAs?: Readonly<Record<string, string>> | undefined;
}

/** Of fewer rows than these a share says nothing: limits in percent count from here up. */
export const FEW_ROWS = 10;

/** What became of a row, or of one of its listings. */
interface RowStatus {
  /** The row or its line: the same for all listings of a row, which follow each other, and different for the next row. */
  readonly row: object | number;
  readonly status: string;
}

export interface RowCounts {
  /** Rows of data, whatever their status. */
  readonly rows: number;
  readonly invalid: number;
  /** Rows whose SKU is not listed. */
  readonly missing: number;
}

/** Counts the rows of a sheet, and how many of them are invalid or not listed. A row with several listings is one row. */
export class FlawedRows implements Tally<RowStatus, RowCounts> {
  #rows = 0;
  #invalid = 0;
  #missing = 0;
  #row: RowStatus['row'] | undefined;
  /** Of the row at hand: what it counts as already. */
  readonly #counted = { asInvalid: false, asMissing: false };

  add({ row, status }: RowStatus): void {
    const counted = this.#counted;
    if (row !== this.#row) {
      this.#row = row;
      counted.asInvalid = false;
      counted.asMissing = false;
      if (status !== 'ignored') this.#rows++;
    }
    if (status === 'invalid' && !counted.asInvalid) this.#invalid++;
    if (status === 'not_found' && !counted.asMissing) this.#missing++;
    counted.asInvalid ||= status === 'invalid';
    counted.asMissing ||= status === 'not_found';
  }

  result(): RowCounts {
    return { rows: this.#rows, invalid: this.#invalid, missing: this.#missing };
  }
}
