import type { RunReport } from '../../report/tally/run-report.ts';
import { exitCodeOf } from '../../run/job/exit-code.ts';
import { readLeniently } from '../../settings/read-settings.ts';
import { NOTIFY_SETTINGS } from '../../settings/settings.ts';
import { systemClock } from '../ports/system-clock.ts';
import type { Caller } from '../request/caller.ts';
import type { Access, EndedRun, ObservedRun } from './observed-run.ts';

/** Collects what notifications need to know of a run. */
export interface RunObserver {
  /** Called where the job depends on which file a pattern leads to. */
  onJob(job: string | undefined): void;
  onAccess(access: Access): void;
  onReport(report: RunReport): void;
}

interface NamedRun extends Pick<ObservedRun, 'command' | 'subject'> {
  /** What the program ends with, where that is not what the report has. */
  readonly toExitCode?: (report: RunReport) => number;
}

/**
 * Runs a command, then adds it to the history if it could not do that itself, and notifies others, also of a run that failed because of its settings or sheet. A notification that
 * fails does not change the exit code.
 */
export async function withNotifications(
  { toExitCode = ({ exitCode }) => exitCode, ...named }: NamedRun,
  caller: Caller,
  run: (observer: RunObserver) => Promise<RunReport>,
): Promise<RunReport> {
  const values = readLeniently(NOTIFY_SETTINGS, caller.sources);
  const isWanted = values.metrics !== undefined || values.webhook !== undefined;
  const observed: ObservedRun = { ...named, startedAt: systemClock.now() };
  const notify = async (end: Pick<EndedRun, 'exitCode' | 'error'>): Promise<void> => {
    if (!observed.report) {
      const { keepEnding } = await import('./keep-ending.ts');
      keepEnding({ ...observed, ...end }, caller);
    }
    if (!isWanted) return;
    const { notifyOthers } = await import('./notify-others.ts');
    await notifyOthers({ ...observed, ...end }, values, caller);
  };
  let report: RunReport;
  try {
    report = await run({
      onJob: (job) => {
        observed.job = job;
      },
      onAccess: (access) => {
        observed.access = access;
      },
      onReport: (written) => {
        observed.report = written;
      },
    });
  } catch (error) {
    await notify({ exitCode: exitCodeOf(error), error });
    throw error;
  }
  await notify({ exitCode: toExitCode(report) });
  return report;
}
