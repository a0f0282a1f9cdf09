import type { Field } from '../../domain/fields.ts';
import type { RunRecord } from '../../domain/run-record.ts';

/** A value as files of the history have it. Money in cents. */
type KeptValue = string | number | boolean | null;

/** What `history` shows. Names are those of `--json`. Units: amounts in cents, times in ISO 8601. */

/** A run that has begun, and is not in the history yet. */
export interface UnfinishedView {
  readonly job: string | null;
  readonly command: string;
  readonly folder: string;
  readonly started_at: string;
}

/** A line of the list of runs. */
export type HistoryEntry =
  | { readonly kind: 'run'; readonly at: string; readonly record: RunRecord }
  | { readonly kind: 'unfinished'; readonly at: string; readonly run: UnfinishedView };

/**
 * Runs, the oldest first, version 1, as `history --json` prints them; `docs/schema/history-list.schema.json` says the same. Within version 1 fields may be added; none is removed or changes its meaning.
 */
export interface HistoryList {
  readonly version: 1;
  readonly exit_code: number;
  readonly runs: readonly RunRecord[];
  /** Runs that have begun and not ended: still running, or killed. */
  readonly unfinished: readonly UnfinishedView[];
  /** What could not be read. */
  readonly notices: readonly string[];
  /** The page that was written. */
  readonly html?: string;
}

/** A row that needs attention, and for how long it has needed it. */
export interface AttentionView {
  readonly line: number;
  readonly sku: string;
  readonly listing_id: string | null;
  readonly status: string;
  readonly reason: string;
  readonly since: string;
  /** Runs in a row. */
  readonly nights: number;
}

/** A field that somebody else had changed. */
export interface DriftView {
  readonly line: number;
  readonly sku: string;
  readonly listing_id: string;
  readonly field: Field;
  readonly verdict: 'drifted' | 'contested' | 'recomputed';
  readonly agreed: KeptValue;
  readonly live: KeptValue;
  readonly sheet: KeptValue;
  readonly nights: number;
  /** The run gave it the sheet's value. */
  readonly overwritten: boolean;
}

/** One run, with what its file has beside the record. */
export interface RunView {
  readonly record: RunRecord;
  readonly drift: readonly DriftView[];
  readonly attention: readonly AttentionView[];
  /** Its folder as a user would write it, if it is still there; likewise its report. */
  readonly folder: string | null;
  readonly report: string | null;
  /** What could not be read. */
  readonly notices: readonly string[];
}

/** A value of a field that was replaced by another one. */
export interface SkuChange {
  /** When it was seen to hold; of somebody else's change, when it was noticed. */
  readonly at: string | null;
  readonly by: 'run' | 'strategy' | 'others';
  /** The run that made or noticed it. */
  readonly run: string;
  readonly command: string;
  readonly line: number;
  readonly listing_id: string;
  /** Of the listing; `null` for a change by others. */
  readonly currency: string | null;
  readonly field: Field;
  readonly was: KeptValue;
  readonly is: KeptValue;
}

/** All that the history has of a SKU. */
export interface SkuView {
  readonly sku: string;
  /** `null`: every field. */
  readonly field: Field | null;
  /** The oldest first. */
  readonly changes: readonly SkuChange[];
  /** The values that sheet and service last agreed on. */
  readonly agreed: readonly {
    readonly listing_id: string;
    readonly field: Field;
    readonly value: KeptValue;
  }[];
  /** Its rows that needed attention in the last run that judged every row. */
  readonly attention: readonly AttentionView[];
  /** How many runs were searched, and when the first of them began. */
  readonly runs_searched: number;
  readonly searched_since: string | null;
  readonly notices: readonly string[];
}

/** A row that needs attention, or a field that drifts, again and again. */
export interface ChronicView {
  readonly job: string | null;
  readonly kind: 'attention' | 'drift';
  readonly since: string | null;
  readonly nights: number;
  readonly line: number;
  readonly sku: string;
  readonly listing_id: string | null;
  /** A status with its reason, or a field with what became of it. */
  readonly what: string;
  readonly why: string;
}
