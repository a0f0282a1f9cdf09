/** One SKU's way through a run, as far as the run's files tell it; for people and for `--json`. */
export interface Explanation {
  /** As the user named it. */
  readonly folder: string;
  readonly sku: string;
  readonly run: ExplainedRun;
  readonly rows: readonly ExplainedRow[];
}

interface ExplainedRun {
  readonly command: string;
  readonly dryRun: boolean;
  /** ISO 8601; `undefined` where the run ended before its plan was made. */
  readonly createdAt: string | undefined;
  readonly sheet: { readonly path: string; readonly sha256: string };
  readonly baseUrl: string | undefined;
  /** How the listings were found. */
  readonly lookup: { readonly by: 'sku' | 'scan'; readonly why: string } | undefined;
  /** Likewise, of a merged run whose shards have found them in different ways. */
  readonly lookups: readonly { readonly shard: string; readonly by: 'sku' | 'scan'; readonly why: string }[];
  /** `undefined` where it was cut short before it could say. */
  readonly exitCode: number | undefined;
  /** Run rules that were against the plan, and what they said. */
  readonly violations: readonly { readonly rule: string; readonly message: string }[];
  /** What else is to be known of the files. */
  readonly notes: readonly string[];
}

/** One row and one of the listings that it led to. */
export interface ExplainedRow {
  readonly line: number;
  readonly sku: string;
  readonly cells: ExplainedCells;
  readonly listing: ExplainedListing | undefined;
  readonly changes: readonly ExplainedChange[];
  /** Values that were sent along as they are. */
  readonly sentAlong: readonly { readonly field: string; readonly value: string }[];
  readonly rules: readonly ExplainedRule[];
  readonly notices: readonly string[];
  /** Without one, nothing says what became of the row. */
  readonly outcome: ExplainedOutcome | undefined;
  /** What the plan said of the row, where its outcome is another. */
  readonly planned:
    | { readonly status: string; readonly reason: string; readonly message: string }
    | undefined;
  /** The requests that were about this row alone, as far as the log names them. */
  readonly requests: readonly ExplainedRequest[];
  /** Commands that make the same requests by hand. */
  readonly curl: readonly CurlCommand[];
}

export interface ExplainedCell {
  readonly header: string;
  /** What the column was taken for. */
  readonly field: string | undefined;
  readonly text: string;
  /** The value that was read from it, where the plan shows it. */
  readonly readAs: string | undefined;
}

export type ExplainedCells =
  | { readonly from: 'plan' | 'sheet'; readonly cells: readonly ExplainedCell[] }
  | { readonly from: 'nowhere'; readonly why: string };

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
  readonly httpStatus: string;
  readonly completedAt: string;
}

export interface ExplainedRequest {
  readonly kind: 'lookup' | 'update' | 'read_back';
  readonly at: string;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly attempt: number;
  readonly httpStatus: number | undefined;
  /** What was wrong with the answer, or that there was none. */
  readonly fault: string | undefined;
}

export interface CurlCommand {
  readonly kind: 'lookup' | 'update' | 'read_back';
  readonly command: string;
}
