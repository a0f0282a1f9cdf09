import type { RunReport } from '../../report/tally/run-report.ts';
import { exitCodeOf } from '../../run/job/exit-code.ts';
import type { Context } from '../settings/context.ts';
import { readLeniently } from '../settings/read-settings.ts';
import { TELL_SETTINGS } from '../settings/settings.ts';
import { systemClock } from '../terminal/system-clock.ts';
import type { Access, ObservedRun } from './observed-run.ts';

/** Gets to know of a run what there is to tell of it, as far as the run comes. */
export interface Witness {
  onAccess(access: Access): void;
  onReport(report: RunReport): void;
}

/**
 * Does a run, and tells those how it ended who are to be told, however it ended: a run that came to nothing because of its
 * settings or its sheet is what they want to know of most. The exit code says how the run went, and not whether it could be told.
 */
export async function withNotifications(
  told: Pick<ObservedRun, 'command' | 'subject'>,
  context: Context,
  run: (witness: Witness) => Promise<number>,
): Promise<number> {
  const values = readLeniently(TELL_SETTINGS, context.sources);
  const isWanted = values.metrics !== undefined || values.webhook !== undefined;
  const observed: ObservedRun = { ...told, startedAt: systemClock.now() };
  const tell = async (end: { readonly exitCode: number; readonly error?: unknown }): Promise<void> => {
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
    await tell({ exitCode: exitCodeOf(error), error });
    throw error;
  }
  await tell({ exitCode });
  return exitCode;
}
