import type { Cents } from '../../domain/cents.ts';
import { describePercent } from '../../domain/describe-percent.ts';
import { isMoneyField, type MoneyField } from '../../domain/fields.ts';
import type { Disk } from '../../domain/ports.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import {
  type CountRule,
  checkCounts,
  type PlanCounts,
  type RunViolation,
} from '../../plan/check-run-guards.ts';
import { goodRuns, judgeSheet } from '../../plan/judge-sheet.ts';
import { isLargeMove } from '../../plan/large-moves.ts';
import type { GuardLimits, RowRule, RunRule } from '../../plan/limits.ts';
import { judgeMoves } from '../../plan/moved-amounts.ts';
import { type KeptRun, listParts, readRecords } from './history-files.ts';
import type { ChangeLine } from './history-lines.ts';
import { DamagedHistoryError, readHistoryFile } from './read-history-file.ts';
import { readingHistory } from './reading-history.ts';

export type RehearsedLimits = Pick<
  GuardLimits,
  'maxChange' | 'maxUpdates' | 'maxClears' | 'maxInvalid' | 'maxMissing' | 'minRows'
>;

/** A rule of which the history does not say enough. */
export interface UnknownRule {
  readonly rule: RunRule | RowRule;
  /** A sentence. */
  readonly why: string;
}

/** A change that was made, and that a limit would have blocked. */
export interface LargeChange {
  readonly sku: string;
  readonly line: number;
  readonly field: MoneyField;
  /** Units: cents. */
  readonly was: Cents;
  readonly is: Cents;
  /** `+42.9 %` */
  readonly move: string;
}

export interface RehearsedNight {
  readonly record: RunRecord;
  /** The run rules that would have stopped it. */
  readonly violations: readonly RunViolation[];
  /** How many of its changes would have been blocked, and the first of them. */
  readonly blocked: number;
  readonly first: readonly LargeChange[];
  readonly unknown: readonly UnknownRule[];
}

interface RehearseOptions {
  /** Of the history. */
  readonly folder: string;
  /** Only runs of this job. */
  readonly job: string | undefined;
  readonly limits: RehearsedLimits;
  readonly disk: Disk;
}

/** A sheet is compared with those of at most this many earlier runs. */
const MAX_RUNS = 60;

/**
 * Judges the past runs of sheets by other limits, by what the history has of them alone. A night that would have been stopped is no
 * longer one that later sheets are compared with.
 *
 * Errors: `DiskError`.
 */
export function rehearse({ folder, job, limits, disk }: RehearseOptions): readonly RehearsedNight[] {
  const nights = readingHistory(folder, () =>
    listParts(folder, disk).flatMap((part) => {
      const runs = [...readRecords(part, disk)];
      return job === undefined || runs.some(({ record }) => record.job === job)
        ? rehearseJob(runs.reverse(), limits, disk)
        : [];
    }),
  );
  return nights.sort((one, other) => (one.record.started_at < other.record.started_at ? 1 : -1));
}

/** `runs`: the oldest first. */
function rehearseJob(
  runs: readonly KeptRun[],
  limits: RehearsedLimits,
  disk: Disk,
): readonly RehearsedNight[] {
  const nights: RehearsedNight[] = [];
  let past: readonly RunRecord[] = [];
  for (const { path, record } of runs) {
    const moves = judgeChanges(path, limits, disk);
    const isOfSheet = record.command === 'sync' && !record.dry_run;
    if (!moves) {
      // What it says of itself may never have been.
      if (isOfSheet) nights.push(damagedNight(record));
      continue;
    }
    const night = isOfSheet ? rehearseNight(record, past, { limits, moves }) : undefined;
    if (night) nights.push(night);
    const isStopped = night !== undefined && night.violations.length > 0;
    if (!isStopped) past = [record, ...past].slice(0, MAX_RUNS);
  }
  return nights;
}

interface Rehearsing {
  readonly limits: RehearsedLimits;
  readonly moves: JudgedChanges;
}

function rehearseNight(
  record: RunRecord,
  past: readonly RunRecord[],
  { limits, moves }: Rehearsing,
): RehearsedNight {
  const sheet = judgePast(record, past, limits);
  const counts = judgeCounts(record, limits);
  return {
    record,
    violations: [...sheet.violations, ...counts.violations],
    blocked: moves.blocked,
    first: moves.first,
    unknown: [...sheet.unknown, ...counts.unknown, ...moves.unknown],
  };
}

function damagedNight(record: RunRecord): RehearsedNight {
  const rules = [...PAST_RULES, ...COUNT_RULES, 'max_change'] as const;
  const unknown = rules.map((rule) => ({ rule, why: 'the file of the run is damaged' }));
  return { record, violations: [], blocked: 0, first: [], unknown };
}

type Judged = Pick<RehearsedNight, 'violations' | 'unknown'>;

const PAST_RULES = ['rows_dropped', 'older_sheet', 'totals_moved'] as const;

const NO_FIGURES = 'the history has no figures of the sheet';
const NO_MOVES = 'the history does not say how far amounts moved';

function judgePast(record: RunRecord, past: readonly RunRecord[], { minRows }: RehearsedLimits): Judged {
  const figures = record.sheet?.figures;
  if (!record.sheet || !figures)
    return { violations: [], unknown: PAST_RULES.map((rule) => ({ rule, why: NO_FIGURES })) };
  const sheet = { sha256: record.sheet.sha256, figures, startedAt: Date.parse(record.started_at) };
  const { violations } = judgeSheet(sheet, past, { allow: new Set(), minRows });
  const moved = judgeMoves(record.moves, goodRuns(past, figures));
  // What was added from a run folder has neither.
  const isUnknown = record.drift === null && Object.keys(record.moves).length === 0;
  return {
    violations: [...violations, ...(moved ? [moved] : [])],
    unknown: isUnknown ? [{ rule: 'totals_moved', why: NO_MOVES }] : [],
  };
}

const COUNT_RULES = ['max_invalid', 'max_missing', 'max_updates', 'max_clears'] as const;

/** A rule is known to be violated if the least that the history shows is too much, and not to be if the most is not. */
function judgeCounts(record: RunRecord, limits: RehearsedLimits): Judged {
  const bounds = boundsOf(record);
  if (!bounds)
    return { violations: [], unknown: COUNT_RULES.map((rule) => ({ rule, why: 'the run left no counts' })) };
  const violations: RunViolation[] = [];
  const unknown: UnknownRule[] = [];
  for (const rule of COUNT_RULES) {
    const message = checkCounts(rule, bounds.least, limits);
    if (message !== undefined) violations.push({ rule, message });
    else if (checkCounts(rule, bounds.most, limits) !== undefined || isCut(rule, record, limits))
      unknown.push({
        rule,
        why: record.stopped ? 'the run was stopped, and not all of its plan is known' : UNSURE,
      });
  }
  return { violations, unknown };
}

const UNSURE = 'it is not known whether rows that failed were updates';

/** The plan of a run that was stopped is not in the history as a whole. */
function isCut(rule: CountRule, { stopped }: RunRecord, { maxUpdates }: RehearsedLimits): boolean {
  if (rule === 'max_updates') return stopped !== null && maxUpdates !== undefined;
  return rule === 'max_clears' && stopped !== null;
}

function boundsOf({
  counts,
  sheet,
  changes,
}: RunRecord): { readonly least: PlanCounts; readonly most: PlanCounts } | undefined {
  if (!counts || !sheet) return undefined;
  const { updated = 0, unconfirmed = 0, conflict = 0, planned = 0, ...rest } = counts.by_status;
  const { failed = 0, skipped = 0, invalid = 0, not_found: missing = 0, ignored = 0 } = rest;
  const updates = updated + unconfirmed + conflict + planned;
  const clears = Object.values(changes).reduce((sum, kinds) => sum + (kinds.cleared ?? 0), 0);
  const least = { rows: sheet.rows - ignored, invalid, missing, updates, clears };
  return { least, most: { ...least, updates: updates + failed + skipped } };
}

/** More are counted, and not named. */
const MAX_NAMED = 3;

type JudgedChanges = Pick<RehearsedNight, 'blocked' | 'first' | 'unknown'>;

/** `undefined` if the file is damaged. Errors: `DiskError`. */
function judgeChanges(path: string, { maxChange }: RehearsedLimits, disk: Disk): JudgedChanges | undefined {
  const first: LargeChange[] = [];
  let blocked = 0;
  let firstPrices = 0;
  try {
    for (const line of readHistoryFile(path, disk, { only: ['change'] })) {
      if (line.kind !== 'change' || line.by !== undefined) continue;
      if (line.field === 'manual_price' && line.was === null && line.is !== null) firstPrices++;
      const change = toLargeChange(line, maxChange);
      if (!change) continue;
      blocked++;
      if (first.length < MAX_NAMED) first.push(change);
    }
  } catch (error) {
    if (!(error instanceof DamagedHistoryError)) throw error;
    return undefined;
  }
  const why = 'first manual prices are compared with the price of the time, which the history does not have';
  return { blocked, first, unknown: firstPrices > 0 ? [{ rule: 'max_change', why }] : [] };
}

function toLargeChange(
  { sku, line, field, was, is }: ChangeLine,
  maxChange: number,
): LargeChange | undefined {
  if (!isMoneyField(field) || typeof was !== 'number' || was === 0 || typeof is !== 'number')
    return undefined;
  if (!isLargeMove({ from: was, after: is }, maxChange)) return undefined;
  return { sku, line, field, was: was as Cents, is: is as Cents, move: describePercent(was, is) };
}
