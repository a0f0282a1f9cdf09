import * as systemDisk from 'node:fs';
import { resolve } from 'node:path';
import type { Secret } from '../../domain/secret.ts';
import type { RunReport } from '../../report/tally/run-report.ts';
import { EXIT, exitCodeOf } from '../../run/job/exit-code.ts';
import type { RunSettings } from '../../run/job/job.ts';
import type { RunHost } from '../../run/job/run.ts';
import { readLeniently } from '../../settings/read-settings.ts';
import { NOTIFY_SETTINGS } from '../../settings/settings.ts';
import { systemClock } from '../ports/system-clock.ts';
import type { Caller } from '../request/caller.ts';
import type { EndedRun } from './to-ending.ts';
import { withEvents } from './with-events.ts';

interface Running {
  readonly apiKey: Secret;
  readonly dryRun: boolean;
}

/** Runs a story with the ports and listeners of the caller. It may show the report before it returns it. */
export type Perform = (running: Running, story: (host: RunHost) => Promise<RunReport>) => Promise<RunReport>;

/** How a command runs its story, so that others learn of it. */
export interface Observer {
  /** Called once the job is known, with its settings. Errors: `UsageError` if the metrics file that they name is something else. */
  onJob(caller: Caller, path: string): Promise<void>;
  perform(
    settings: Pick<RunSettings, 'service' | 'dryRun'>,
    story: Parameters<Perform>[1],
  ): Promise<RunReport>;
}

/**
 * Runs a command with those who listen to its events; then adds a night to the history that could not do that itself, and notifies
 * others, also of a run that failed because of its settings or sheet. A notification that fails does not change the exit code.
 */
export async function observeRun(
  named: Pick<EndedRun, 'command' | 'subject'>,
  outer: Caller,
  perform: Perform,
  run: (observer: Observer) => Promise<RunReport>,
): Promise<RunReport> {
  // A run that is only looked at is no night.
  const isNight = named.command !== 'diff' && outer.options['dryRun'] !== true;
  let known: Omit<EndedRun, 'exitCode'> = { ...named, caller: outer, startedAt: systemClock.now() };
  try {
    const done = await withEvents(named, outer, (listen) =>
      run({
        onJob: async (caller, path) => {
          known = { ...known, caller, path };
          const { metrics } = readLeniently(NOTIFY_SETTINGS, caller.sources);
          if (!isNight || metrics === undefined) return;
          const { refuseOtherFile } = await import('../../run/notify/write-metrics.ts');
          refuseOtherFile(resolve(caller.cwd, metrics), systemDisk);
        },
        perform: ({ service, dryRun }, story) => {
          known = { ...known, access: service };
          return perform({ apiKey: service.apiKey, dryRun }, async (host) => {
            const report = await story(listen(host, service.apiKey));
            known = { ...known, report };
            // Before the caller shows the report: a mail begins with what comes first.
            if (report.exitCode !== EXIT.done)
              (await import('./end-night.ts')).nameFailure({ ...known, exitCode: report.exitCode });
            return report;
          });
        },
      }),
    );
    if (isNight) await endNight({ ...known, exitCode: done.exitCode });
    return done;
  } catch (error) {
    if (isNight) await endNight({ ...known, exitCode: exitCodeOf(error), error });
    throw error;
  }
}

async function endNight(ended: EndedRun): Promise<void> {
  const { metrics, webhook } = readLeniently(NOTIFY_SETTINGS, ended.caller.sources);
  if (ended.report && metrics === undefined && !webhook) return;
  await (await import('./end-night.ts')).endNight(ended);
}
