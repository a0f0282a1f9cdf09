/** How a sheet is punctuated. */
export interface Dialect {
  readonly delimiter: string;
  /** Around cells; `none` where quotes are ordinary characters. */
  readonly quote: Quote;
  /** There are blanks between quotes and delimiters. */
  readonly padded: boolean;
}

export type Quote = '"' | "'" | 'none';
