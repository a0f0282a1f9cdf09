import { count } from '../domain/count.ts';
import { dateOfTime } from '../domain/day.ts';
import type { RunRecord, SheetFigures } from '../domain/documents/ledger.ts';
import { EXIT } from '../domain/exit-codes.ts';
import { countSet, mayHaveSet, nameKill, type PastRun } from '../domain/run-record.ts';
import { medianOf } from '../domain/statistics.ts';

/** What earlier runs are to a sheet: which of them it is compared with, and what they are called. All lists have the newest first. */

/** A sheet is compared with those of at most this many runs. */
const GOOD_RUNS = 7;

/** A run whose sheet is known. */
export interface SheetRun extends PastRun {
  readonly sheet: NonNullable<RunRecord['sheet']> & { readonly figures: SheetFigures };
}

/** The runs whose sheets a sheet is compared with: they did what they were to do. */
export function goodRuns(past: readonly PastRun[]): readonly SheetRun[] {
  return sentSheets(past).filter(isGood).slice(0, GOOD_RUNS);
}

/** The runs that sent a sheet, or a part of it. */
export function sentSheets(past: readonly PastRun[]): readonly SheetRun[] {
  return past.filter(hasSheet).filter(findSent(past));
}

/** The last run that sent amounts, if it is known which currencies they were taken to be in. */
export function findLastPriced(past: readonly PastRun[]): SheetRun | undefined {
  return sentSheets(past).find(({ sheet }) => sheet.figures.currencies?.length);
}

/** Whether a run sent something, or was to and found nothing to send. One that was taken back says nothing of the listings any more. */
export function findSent(past: readonly PastRun[]): (run: PastRun) => boolean {
  const isTakenBack = findTakenBack(past);
  return (run) => isToSend(run) && (isGood(run) || mayHaveSet(run)) && !isTakenBack(run);
}

function hasSheet(run: PastRun): run is SheetRun {
  return run.sheet?.figures != null;
}

function isToSend({ dry_run, command }: RunRecord): boolean {
  return !dry_run && command !== 'undo';
}

/** Whether a run did what it was to do. */
export function isGood({ exit_code }: Pick<RunRecord, 'exit_code'>): boolean {
  return exit_code === EXIT.done || exit_code === EXIT.attention;
}

/** Finds out which runs were taken back as a whole, by the undos among them. */
export function findTakenBack(past: readonly RunRecord[]): (run: RunRecord) => boolean {
  // An apply may send the plan of an undo.
  const undos = past.filter(({ dry_run, undone_runs }) => !dry_run && undone_runs !== undefined);
  const undosOf = ({ started_at }: RunRecord): readonly RunRecord[] =>
    undos.filter((undo) => started_at < undo.started_at && undo.undone_runs?.includes(started_at));
  // An undo is later than what it takes back, so neither goes on for ever.
  const isTakenBack = (run: RunRecord): boolean =>
    undosOf(run).some((undo) => tookAllBack(undo) && !isReversed(undo));
  const isReversed = (undo: RunRecord): boolean =>
    undosOf(undo).some((next) => mayHaveSet(next) && !isTakenBack(next));
  return isTakenBack;
}

/** Each listing is as it was before the run; what somebody else has changed since is not. */
function tookAllBack({ counts }: RunRecord): boolean {
  const { updated = 0, unchanged = 0 } = counts?.by_status ?? {};
  return updated > 0 && updated + unchanged === counts?.outcomes;
}

/** What a run sends beyond its own night's updates: an outage makes many of them, and is no anomaly. */
export interface WaitedNights {
  /** Nights that failed since the last one that sent. */
  readonly failed: number;
  /** The updates of a usual night. */
  readonly usual: number;
}

/**
 * Counts the nights since the last one that sent on which a run was to send and did not come to its end. Each is a day in UTC.
 *
 * None counts without a night that sent, nor once `max_updates` stopped one since: the rule must not let pass later what nobody has
 * looked at. `startedAt`: of this run, in epoch milliseconds.
 */
export function countWaited(past: readonly PastRun[], startedAt: number): WaitedNights {
  const runs = past.filter(isToSend);
  const last = runs.findIndex((run) => isGood(run) && hasSheet(run));
  const since = runs.slice(0, Math.max(0, last));
  const [base, today] = [
    dateOfTime(runs[last]?.started_at ?? ''),
    dateOfTime(new Date(startedAt).toISOString()),
  ];
  const failed = since.filter(({ verdict }) => verdict === 'failed' || verdict === 'killed');
  const days = failed
    .map(({ started_at }) => dateOfTime(started_at))
    .filter((day) => base < day && day < today);
  const isStopped = since.some(({ stopped }) => stopped?.rules.includes('max_updates'));
  const updates = goodRuns(past).map(({ counts }) => counts?.by_status.updated ?? 0);
  return { failed: isStopped ? 0 : new Set(days).size, usual: medianOf(updates) ?? 0 };
}

/** Of a `diff`: there is something to send. */
const WOULD_CHANGE = 10;

/** How a run was cut short, behind its name; empty of one that came to its end. */
export function nameCut(run: PastRun): string {
  const { exit_code: code, counts, isUnfinished } = run;
  if (isGood(run) || code === WOULD_CHANGE) return '';
  if (isUnfinished || code === null) return ` (${nameKill(run)})`;
  return ` (exit code ${code}${counts ? ` after ${count(countSet(counts), 'update')}` : ''})`;
}

/** `2026-11-20 02:15 UTC`. */
export function nameTime(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}
