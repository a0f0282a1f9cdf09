import * as systemDisk from 'node:fs';
import { resolve } from 'node:path';
import { conditionOf } from '../../report/tally/run-ending.ts';
import type { RunReport } from '../../report/tally/run-report.ts';
import { readPlanHead } from '../../run/folder/read-plan.ts';
import { RUN_FILES } from '../../run/folder/run-folder.ts';
import { exitCodeOf } from '../../run/job/exit-code.ts';
import { readLeniently } from '../../settings/read-settings.ts';
import { NOTIFY_SETTINGS } from '../../settings/settings.ts';
import { systemClock } from '../ports/system-clock.ts';
import type { Caller } from '../request/caller.ts';
import type { Access, EndedRun } from './observed-run.ts';

/** Collects what notifications need to know of a run. */
export interface RunObserver {
  /** Called once the job is known, with its settings. Errors: `UsageError` if the metrics file that they name is something else. */
  onJob(caller: Caller, path: string): Promise<void>;
  onAccess(access: Access): void;
  onReport(report: RunReport): Promise<void>;
}

/** Of a run that is only looked at. */
const NOBODY: RunObserver = { onJob: async () => {}, onAccess: () => {}, onReport: async () => {} };

/**
 * Runs a command, then adds a night to the history that could not do that itself, and notifies others, also of a run that failed because of
 * its settings or sheet. A notification that fails does not change the exit code.
 */
export async function withNotifications(
  named: Pick<EndedRun, 'command' | 'subject'>,
  outer: Caller,
  run: (observer: RunObserver) => Promise<RunReport>,
): Promise<RunReport> {
  if (named.command === 'diff' || outer.options['dryRun'] === true) return run(NOBODY);
  const startedAt = systemClock.now();
  let [caller, path]: [Caller, string | undefined] = [outer, undefined];
  let access: Access | undefined;
  let report: RunReport | undefined;
  const observe = (exitCode: number, error?: unknown): EndedRun => {
    return { ...named, path, caller, access, report, startedAt, exitCode, error };
  };
  const observer: RunObserver = {
    onJob: async (...found) => {
      [caller, path] = found;
      const { metrics } = readLeniently(NOTIFY_SETTINGS, caller.sources);
      if (metrics === undefined) return;
      const { refuseOtherFile } = await import('../../run/notify/write-metrics.ts');
      refuseOtherFile(resolve(caller.cwd, metrics), systemDisk);
    },
    onAccess: (found) => {
      access = found;
    },
    onReport: async (written) => {
      report = written;
      await announce(observe(written.exitCode));
    },
  };
  try {
    const done = await run(observer);
    await notify(observe(done.exitCode));
    return done;
  } catch (error) {
    await notify(observe(exitCodeOf(error), error));
    throw error;
  }
}

async function announce(ended: EndedRun): Promise<void> {
  if (!isNight(ended) || conditionOf(ended) !== 'failed') return;
  (await import('./failed-nights.ts')).announceFailure(ended);
}

async function notify(ended: EndedRun): Promise<void> {
  if (!isNight(ended)) return;
  if (!ended.report) {
    (await import('./keep-ending.ts')).keepEnding(ended);
    await announce(ended);
  }
  const { metrics, webhook } = readLeniently(NOTIFY_SETTINGS, ended.caller.sources);
  if (metrics !== undefined || webhook) await (await import('./notify-others.ts')).notifyOthers(ended);
}

/** What a person at a terminal knows of, and has to do with that person. */
const BY_PERSON: readonly unknown[] = ['interrupted', 'key_refused'];

/**
 * Whether a run is one of its job: not what a person at a terminal mistypes, declines or breaks off, nor a command about a run that isn't
 * there.
 */
function isNight({ command, subject, caller, report }: EndedRun): boolean {
  const isTyped = caller.isAtTerminal();
  if (report) return !report.declined && !(isTyped && BY_PERSON.includes(report.stop?.code));
  if (isTyped) return false;
  const plan = resolve(caller.cwd, subject, RUN_FILES.plan);
  return command === 'sync' || readPlanHead(plan, systemDisk) !== undefined;
}
