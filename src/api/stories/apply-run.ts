import type { RunReport } from '../../report/tally/run-report.ts';
import { apply } from '../../run/apply.ts';
import { APPLY_SETTINGS } from '../../settings/command-settings.ts';
import { findWho } from '../../settings/find-who.ts';
import { readServiceSettings } from '../../settings/read-settings.ts';
import { type Observer, observeRun, type Perform } from '../notify/observe-run.ts';
import type { Caller } from '../request/caller.ts';
import { nameRun } from '../request/name-run.ts';
import { toRunSettings } from '../request/run-settings.ts';

/**
 * `apply`, from the settings to the report.
 *
 * Errors: `UsageError`; further `nameRun` and `apply`.
 */
export function applyRun(given: string, caller: Caller, perform: Perform): Promise<RunReport> {
  const wanted = caller.options['only'] === undefined ? 'apply' : 'approve';
  const { subject, take } = nameRun(given, wanted, caller);
  const named = { command: 'apply', subject } as const;
  return observeRun(named, caller, perform, async (observer) => runPlan(take(), caller, observer));
}

async function runPlan(run: string, caller: Caller, observer: Observer): Promise<RunReport> {
  await observer.onJob(caller, run);
  const read = readServiceSettings(APPLY_SETTINGS, caller.sources);
  const { values } = read;
  const dryRun = caller.options['dryRun'] === true;
  const { allow } = values;
  const settings = toRunSettings(read, caller, { dryRun, missingIsOk: values.missing === 'ok', allow });
  const only =
    values.only === undefined
      ? undefined
      : { path: values.only, maxAgeMs: values.approvalAge, host: findWho(caller.env).host };
  return observer.perform(settings, (host) => apply({ run, allow, only, settings }, host));
}
