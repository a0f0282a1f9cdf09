import type { PriceKind } from '../../domain/price-outcome.ts';

/** One SKU's way through a run, as far as the run's files say. Its names are those of `--json`. */
export interface Explanation {
  /** As the user named it. */
  readonly folder: string;
  readonly sku: string;
  readonly run: ExplainedRun;
  readonly rows: readonly ExplainedRow[];
}

interface ExplainedRun {
  readonly command: string;
  readonly dry_run: boolean;
  /** ISO 8601; null where the run ended before its plan was made. */
  readonly created_at: string | null;
  readonly sheet: { readonly path: string; readonly sha256: string };
  readonly base_url: string | null;
  /** How the listings were found. */
  readonly lookup: { readonly by: 'sku' | 'scan'; readonly why: string } | null;
  /** Null where the run was cut short before its end. */
  readonly exit_code: number | null;
  /** Run rules that stopped the plan, and their messages. */
  readonly violations: readonly { readonly rule: string; readonly message: string }[];
  /** Anything else a reader should know about the files. */
  readonly notes: readonly string[];
}

/** Where the cells of a row were found; `cells_missing` says why they were not. */
export type ExplainedCells =
  | { readonly cells_from: 'plan' | 'sheet'; readonly cells: readonly ExplainedCell[] }
  | { readonly cells_from: 'nowhere'; readonly cells: null; readonly cells_missing: string };

/** One row and one of its listings. */
export type ExplainedRow = ExplainedCells & {
  readonly line: number;
  readonly sku: string;
  readonly listing: ExplainedListing | null;
  readonly changes: readonly ExplainedChange[];
  /** Values that were sent along unchanged. */
  readonly sent_along: readonly { readonly field: string; readonly value: string }[];
  /** What guard rules count beside the cost, as decimal texts; null where nobody said any. */
  readonly fees: { readonly per_unit: string | null; readonly percent: string | null } | null;
  /** What becomes of the price by the plan; null where nothing is sent, and where the plan does not say what the listing sold for. */
  readonly price: { readonly outcome: PriceKind; readonly message: string } | null;
  readonly rules: readonly ExplainedRule[];
  readonly notices: readonly string[];
  /** The plan's status of the row, where its outcome is another. */
  readonly planned: { readonly status: string; readonly reason: string; readonly message: string } | null;
  /** The requests that were about this row alone, as far as the log names them. */
  readonly requests: readonly ExplainedRequest[];
  /** Null where no file has an outcome of the row. */
  readonly outcome: ExplainedOutcome | null;
  /** Commands that make the same requests by hand. */
  readonly curl: CurlCommands;
};

export interface ExplainedCell {
  readonly header: string;
  /** The field that the column was read as. */
  readonly field: string | null;
  readonly text: string;
  /** The value that was read from it, where the plan shows it. */
  readonly read_as: string | null;
}

interface ExplainedListing {
  readonly id: string;
  readonly sku: string;
  readonly platform: string;
  readonly channel: string;
  readonly currency: string;
}

export interface ExplainedChange {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

export interface ExplainedRule {
  readonly rule: string;
  readonly said: 'passed' | 'let_pass' | 'against';
  /** The figures, where there are any. */
  readonly detail: string;
}

export interface ExplainedOutcome {
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly attempts: number;
  readonly http_status: number | null;
  readonly completed_at: string | null;
  /** As in results.csv; null where no manual price was followed up, or it is not known. */
  readonly follow_up: string | null;
}

export interface ExplainedRequest {
  readonly kind: 'lookup' | 'update' | 'read_back';
  readonly at: string;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly attempt: number;
  readonly http_status: number | null;
  /** What was wrong with the answer, or that there was none. */
  readonly fault: string | null;
}

export type CurlCommands = Readonly<Partial<Record<ExplainedRequest['kind'], string>>>;
