import type { Tally } from './tally.ts';

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
