import type { RunReport } from '../../report/tally/run-report.ts';
import { exitCodeOf } from '../../run/job/exit-code.ts';
import type { Context } from '../settings/context.ts';
import { readLeniently } from '../settings/read-settings.ts';
import { NOTIFY_SETTINGS } from '../settings/settings.ts';
import { systemClock } from '../terminal/system-clock.ts';
import type { Access, ObservedRun } from './observed-run.ts';

/** Collects what notifications need to know of a run. */
export interface RunObserver {
  onAccess(access: Access): void;
  onReport(report: RunReport): void;
}

/**
 * Runs a command, then notifies others, also of a run that failed because of its settings or sheet. A notification that
 * fails does not change the exit code.
 */
export async function withNotifications(
  named: Pick<ObservedRun, 'command' | 'subject'>,
  context: Context,
  run: (observer: RunObserver) => Promise<number>,
): Promise<number> {
  const values = readLeniently(NOTIFY_SETTINGS, context.sources);
  const isWanted = values.metrics !== undefined || values.webhook !== undefined;
  const observed: ObservedRun = { ...named, startedAt: systemClock.now() };
  const notify = async (end: { readonly exitCode: number; readonly error?: unknown }): Promise<void> => {
    if (!isWanted) return;
    const { notifyOthers } = await import('./notify-others.ts');
    await notifyOthers({ ...observed, ...end }, values, context);
  };
  let exitCode: number;
  try {
    exitCode = await run({
      onAccess: (access) => {
        observed.access = access;
      },
      onReport: (report) => {
        observed.report = report;
      },
    });
  } catch (error) {
    await notify({ exitCode: exitCodeOf(error), error });
    throw error;
  }
  await notify({ exitCode });
  return exitCode;
}
