/** How the rows that need attention differ from the rows that did last time. */
export interface AttentionNews {
  /** Rows that need it now, and did not last time. */
  readonly fresh: number;
  /** Rows that still do, and since when the first of them does. Units: ISO 8601. */
  readonly still: number;
  readonly since: string | undefined;
  /** Since when the last of them does: nothing is new since then. */
  readonly latest: string | undefined;
  /** Rows that did last time and don't now. */
  readonly well: number;
  /** The first rows that need it now, and did not last time. */
  readonly freshRows: readonly FreshRow[];
}

/** More new rows are not named. */
export const MAX_FRESH_ROWS = 20;

export interface FreshRow {
  /** Of the sheet. */
  readonly line: number;
  readonly sku: string;
}
