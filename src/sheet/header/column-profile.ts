import type { RawRecord } from '../raw-record.ts';

/** What the cells of a column look like, as shares of its cells that are not blank. */
export interface ColumnProfile {
  /** How many hold something. */
  readonly filled: number;
  /** Without a digit: words. */
  readonly words: number;
  /** Whole numbers of up to four digits. */
  readonly whole: number;
  /** Amounts with one or two decimals. */
  readonly decimals: number;
  /** 1, 10, 100 or 1000, also with a unit behind it. */
  readonly powersOfTen: number;
  /** 1, or 1 with zeros behind it. */
  readonly ones: number;
  /** Different ones. */
  readonly distinct: number;
  /** One of them, for messages. */
  readonly example: string;
}

/** At most that many rows are profiled. */
const MAX_ROWS = 200;

/** Profiles a column over the first rows of a sheet. Cells that clear a field are left out. */
export function profileColumn(
  records: readonly RawRecord[],
  { index, clearToken }: { readonly index: number; readonly clearToken: string },
): ColumnProfile {
  const cells = records
    .slice(0, MAX_ROWS)
    .map((record) => record.cells[index]?.trim() ?? '')
    .filter((cell) => cell !== '' && cell !== clearToken);
  const share = (is: (cell: string) => boolean): number =>
    cells.length === 0 ? 0 : cells.filter(is).length / cells.length;
  return {
    filled: cells.length,
    words: share((cell) => !/\d/.test(cell)),
    whole: share((cell) => /^\d{1,4}$/.test(cell)),
    decimals: share((cell) => /\d[.,]\d{1,2}(?!\d)/.test(cell)),
    powersOfTen: share((cell) => /^10{0,3}(?:[.,]0+)?(?:\s*\p{L}{1,4}\.?)?$|^1[.,]000$/u.test(cell)),
    ones: share((cell) => /^1(?:[.,]0+)?$/.test(cell)),
    distinct: cells.length === 0 ? 0 : new Set(cells).size / cells.length,
    example: cells[0] ?? '',
  };
}
