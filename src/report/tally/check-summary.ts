import type { ReadingJson } from './reading-json.ts';

/**
 * What `check` finds, version 1, as `--json` prints it; `docs/schema/check.schema.json` says the same. Within version 1 fields may be
 * added; none is removed or changes its meaning.
 */
export interface CheckSummary {
  readonly version: 1;
  /** 0: a run could use the sheet as it is. 3: a person should look at it first. */
  readonly exit_code: number;
  /** What the sheet is called from run to run. */
  readonly job: string | null;
  readonly sheet: { readonly path: string; readonly sha256: string; readonly rows: number };
  /** How the sheet was read. */
  readonly reading: ReadingJson & {
    /** By gzip. */
    readonly packed: boolean;
  };
  /** What the settings say that a sale costs beside the cost, by channel; `*`: every other one. `null`: nothing. */
  readonly fees: {
    /** Amounts in major units, such as `0.30`. */
    readonly per_unit: Readonly<Record<string, string>> | null;
    /** In percent of the price. */
    readonly percent: Readonly<Record<string, string>> | null;
  };
  /** Columns of which somebody has to settle what they say of the amounts before a run that nobody watches uses the sheet. */
  readonly unsettled: readonly { readonly header: string; readonly why: string }[];
  /** Rows by kind. */
  readonly counts: Readonly<Record<'row' | 'invalid' | 'ignored' | 'duplicate', number>>;
  /** Rows that can't be used as they are written. */
  readonly invalid: readonly {
    readonly line: number;
    readonly sku: string | null;
    readonly problems: readonly { readonly reason: string; readonly message: string }[];
  }[];
  /** Lines that are no rows: totals, repeated headers, footers. */
  readonly ignored: readonly { readonly line: number; readonly reason: string; readonly message: string }[];
  readonly notices: readonly string[];
}
