/** How a sheet was read, as plain data for `--json`, the summary and the log. */
export interface ReadingJson {
  readonly encoding: string;
  /** `flag`, `bom`, `nul_pattern`, `strict` or `guessed`. */
  readonly encoding_by: string;
  readonly delimiter: string;
  /** `"`, `'` or `none`. */
  readonly quote: string;
  /** `flag`, `sep_line` or `found`. */
  readonly delimiter_by: string;
  /** Physical line, from 1. */
  readonly header_line: number;
  readonly lines_above: readonly number[];
  readonly columns: ColumnTexts;
  /** Headers that mean nothing here. */
  readonly ignored_columns: readonly string[];
  readonly decimal_signs: Readonly<Record<string, '.' | ','>>;
  /** The day for which the dates of the sheet were read; missing if it has none. */
  readonly as_of?: string;
  /** The first day on which other rows of it count; missing if none does. */
  readonly changes_on?: string;
  /** Missing if no date needs one. */
  readonly date_order?: 'dmy' | 'mdy' | 'ymd';
}

/** Which header became which field. */
export type ColumnTexts = Readonly<Record<string, string>>;
