import { count } from '../domain/count.ts';
import { describeShare } from '../domain/moves.ts';
import type { Reason } from '../domain/reasons.ts';

/** A bound on how many: a number of them, or a share of the sheet's rows. */
export type Limit =
  | { readonly kind: 'count'; readonly count: number }
  | { readonly kind: 'percent'; readonly percent: number };

/** Fewer amounts say little of the unit that they are in. */
export const FEW_MOVES = 5;

/** Fewer amounts with a price beside them say little of the column that they come from. */
export const FEW_PRICED_ROWS = 20;

/** A limit as a number out of `total`, at least 1. */
export function countOf(limit: Limit, total: number): number {
  return Math.max(1, limit.kind === 'count' ? limit.count : shareOf(limit.percent, total));
}

/**
 * Checked in `check-row-guards.ts`, with their messages. The first that a row breaks is shown for it: what can't be meant whatever the
 * listing had before, then what is a matter of how far.
 */
export const ROW_RULES = [
  'zero_price',
  'zero_cost',
  'min_above_max',
  'max_change',
  'below_cost',
  'manual_out_of_bounds',
] as const satisfies readonly Reason[];

/** Of the sheet alone, before the first request: found in `run/sheet`, joined in `run/sync.ts`; an apply asks for `unsettled` again. */
const SHEET_RULES = [
  'sheet_age',
  'unsettled',
  'sheet_note',
  'nothing_to_set',
] as const satisfies readonly Reason[];

/** Of the plan of a sheet: `check-run-guards.ts`. */
const PLAN_RULES = [
  'max_updates',
  'max_clears',
  'max_invalid',
  'max_missing',
  'mixed_currencies',
  'implausible_column',
  'scale_slip',
  'nothing_matched',
  'empty_sheet',
] as const satisfies readonly Reason[];

export type PlanRule = (typeof PLAN_RULES)[number];

/**
 * Rules that compare a run with earlier ones of its job: in `check-past-guards.ts`; `max_drift` in `run/steps/past-check.ts`; and
 * `older_sheet` for a plan on disk in `run/job/newer-runs.ts`.
 */
export const PAST_RULES = [
  'rows_dropped',
  'older_sheet',
  'totals_moved',
  'max_drift',
] as const satisfies readonly Reason[];

export type PastRule = (typeof PAST_RULES)[number];

export const RUN_RULES = [
  ...SHEET_RULES,
  ...PLAN_RULES,
  // Of the account: `run/lookup/account-facts.ts`.
  'other_key',
  ...PAST_RULES,
] as const satisfies readonly Reason[];

export type RowRule = (typeof ROW_RULES)[number];
export type RunRule = (typeof RUN_RULES)[number];

/** `overwrite`: send what the sheet says. `hold`: leave it to a person. `stop`: nothing is sent at all. */
export const DRIFT_POLICIES = ['overwrite', 'hold', 'stop'] as const;
export type DriftPolicy = (typeof DRIFT_POLICIES)[number];

/** How far a run may go before a guard rule stops a row or the run. */
export interface GuardLimits {
  /** Percent by which a money field may move. */
  readonly maxChange: number;
  readonly maxUpdates?: Limit | undefined;
  readonly maxClears: Limit;
  /** Percent of the rows, from ten rows up. */
  readonly maxInvalid: number;
  /** Likewise, for SKUs that are not listed. */
  readonly maxMissing?: number | undefined;
  /** Percent of the usual number of SKUs. */
  readonly minRows: number;
  /** What to do where somebody else changed a field. */
  readonly drift: DriftPolicy;
  /** Percent by which a money field may move before a person has to approve it. */
  readonly holdOver?: number | undefined;
  /** Rules that are let pass. */
  readonly allow: ReadonlySet<RowRule | RunRule>;
}

/** Percentages come with at most three decimals; thousandths of a percent are whole numbers. */
const THOUSANDTHS = 1000;

/** Whether `part` is more than `percent` of `whole`, in whole numbers: 7 of 100 is not more than 7 %. */
export function isMoreThan(part: number, percent: number, whole: number): boolean {
  return part * 100 * THOUSANDTHS > Math.round(percent * THOUSANDTHS) * whole;
}

/** How many of `whole` are `percent` of them, rounded up. */
function shareOf(percent: number, whole: number): number {
  return Math.ceil((Math.round(percent * THOUSANDTHS) * whole) / (100 * THOUSANDTHS));
}

/** `3 of 12 rows are invalid (25.0 %)`. */
export function describePart(part: number, rows: number, what: string): string {
  return `${part} of ${count(rows, 'row')} ${part === 1 ? 'is' : 'are'} ${what} (${describeShare(part, rows)})`;
}
