import { medianOf } from '../domain/median.ts';
import type { PastRun } from '../domain/run-record.ts';
import { isGood } from './describe-past-run.ts';
import { goodRuns } from './sent-sheets.ts';

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
 * looked at. `past`: the newest first; `startedAt`: of this run, in epoch milliseconds.
 */
export function countWaited(past: readonly PastRun[], startedAt: number): WaitedNights {
  const runs = past.filter(({ dry_run, command }) => !dry_run && command !== 'undo');
  const last = runs.findIndex((run) => isGood(run) && run.sheet?.figures != null);
  const since = runs.slice(0, Math.max(0, last));
  const [base, today] = [dayOf(runs[last]?.started_at ?? ''), dayOf(new Date(startedAt).toISOString())];
  const failed = since.filter(({ verdict }) => verdict === 'failed' || verdict === 'killed');
  const days = failed.map(({ started_at }) => dayOf(started_at)).filter((day) => base < day && day < today);
  const isStopped = since.some(({ stopped }) => stopped?.rules.includes('max_updates'));
  const updates = goodRuns(past).map(({ counts }) => counts?.by_status.updated ?? 0);
  return { failed: isStopped ? 0 : new Set(days).size, usual: medianOf(updates) ?? 0 };
}

function dayOf(time: string): string {
  return time.slice(0, 'YYYY-MM-DD'.length);
}
