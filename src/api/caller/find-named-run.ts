import * as systemDisk from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../../domain/errors.ts';
import { readPlanHead } from '../../run/folder/plan-file.ts';
import { jobOfPlan } from '../../run/folder/plan-schema.ts';
import { findRunFolder, type LatestFor } from '../../run/ledger/past-runs.ts';
import { planPathOf } from '../../run/ledger/run-facts.ts';
import { readLeniently } from '../../settings/read-settings.ts';
import { textOption } from '../../settings/read-sources.ts';
import { RUN_SETTINGS } from '../../settings/settings.ts';
import { type Caller, callerOfJob } from './caller.ts';

/** The folder of the run that a user means, which may be named `latest`, too. Errors: those of `findRunFolder`. */
export async function findNamedRun(
  given: string,
  wanted: LatestFor,
  { cwd, sources, options, shell }: Caller,
): Promise<string> {
  const settings = readLeniently({ history: RUN_SETTINGS.history }, sources);
  const history = settings.history === 'off' ? undefined : settings.history;
  const job = textOption(options, 'job');
  return findRunFolder(given, { wanted, history, job, cwd, shell, disk: systemDisk });
}

/** Another run may have ended while one waited for the lock. Errors: `UsageError` if its name means another run now; as `findNamedRun`. */
export async function refuseOtherRun(
  run: string,
  { given, wanted, caller }: { readonly given: string; readonly wanted: LatestFor; readonly caller: Caller },
): Promise<void> {
  const now = await findNamedRun(given, wanted, caller);
  if (now === run) return;
  throw new UsageError(
    [`Another run has ended meanwhile, so that "${given}" is "${now}" now, not "${run}"`],
    {
      hint: 'Name the run folder that you mean, or run the same command again for the one that is the latest now',
    },
  );
}

/** With the settings of the job that a run is of. A folder without a plan is refused later. */
export function callerOfRun(folder: string, caller: Caller): Caller {
  const head = readPlanHead(planPathOf(resolve(caller.cwd, folder)), systemDisk);
  const job = head && jobOfPlan(head);
  return job == null ? caller : callerOfJob(caller, job);
}
