import type { RunReport } from '../../report/tally/run-report.ts';
import { apply } from '../../run/apply.ts';
import { APPLY_SETTINGS } from '../../settings/command-settings.ts';
import { findWho } from '../../settings/find-who.ts';
import { readServiceSettings } from '../../settings/read-settings.ts';
import { followRun, type OpenHost } from '../notify/follow-run.ts';
import type { Caller } from '../request/caller.ts';
import { nameRun } from '../request/name-run.ts';
import { toRunSettings } from '../request/run-settings.ts';

/**
 * `apply`, from the settings to the report.
 *
 * Errors: `UsageError`; further `nameRun` and `apply`.
 */
export function applyRun(given: string, caller: Caller, open: OpenHost): Promise<RunReport> {
  const wanted = caller.options['only'] === undefined ? 'apply' : 'approve';
  const { subject, take } = nameRun(given, wanted, caller);
  return followRun({ command: 'apply', subject, caller, open }, async (beginning) => {
    const run = take();
    await beginning.onJob(caller, run);
    const read = readServiceSettings(APPLY_SETTINGS, caller.sources);
    const { allow, missing, only: path, approvalAge: maxAgeMs } = read.values;
    const dryRun = caller.options['dryRun'] === true;
    const settings = toRunSettings(read, caller, { dryRun, missingIsOk: missing === 'ok', allow });
    const only = path === undefined ? undefined : { path, maxAgeMs, host: findWho(caller.env).host };
    return apply({ run, allow, only, settings }, beginning.open(settings));
  });
}
