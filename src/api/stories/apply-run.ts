import type { RunReport } from '../../report/tally/run-report.ts';
import { apply } from '../../run/apply.ts';
import { APPLY_SETTINGS } from '../../settings/apply-settings.ts';
import { findWho } from '../../settings/find-who.ts';
import { readServiceSettings } from '../../settings/read-settings.ts';
import { type Listen, withEvents } from '../notify/with-events.ts';
import { type RunObserver, withNotifications } from '../notify/with-notifications.ts';
import type { Caller } from '../request/caller.ts';
import { nameRun } from '../request/name-run.ts';
import { toRunSettings } from '../request/run-settings.ts';
import type { Perform } from './perform.ts';
import { performObserved } from './perform-observed.ts';

/**
 * `apply`, from the settings to the report.
 *
 * Errors: `UsageError`; further `nameRun` and `apply`.
 */
export function applyRun(given: string, caller: Caller, perform: Perform): Promise<RunReport> {
  const wanted = caller.options['only'] === undefined ? 'apply' : 'approve';
  const { subject, take } = nameRun(given, wanted, caller);
  const named = { command: 'apply', subject } as const;
  return withNotifications(named, caller, (observer) =>
    withEvents(named, caller, async (listen) => runPlan({ run: take(), observer, listen }, caller, perform)),
  );
}

interface ObservedApply {
  readonly run: string;
  readonly observer: RunObserver;
  readonly listen: Listen;
}

async function runPlan(
  { run, observer, listen }: ObservedApply,
  caller: Caller,
  perform: Perform,
): Promise<RunReport> {
  await observer.onJob(caller, run);
  const read = readServiceSettings(APPLY_SETTINGS, caller.sources);
  const { values, apiKey } = read;
  const dryRun = caller.options['dryRun'] === true;
  const { allow } = values;
  const settings = toRunSettings(read, caller, { dryRun, missingIsOk: values.missing === 'ok', allow });
  const only =
    values.only === undefined
      ? undefined
      : { path: values.only, maxAgeMs: values.approvalAge, host: findWho(caller.env).host };
  observer.onAccess(settings.service);
  return performObserved(perform, { observer, listen })({ apiKey, dryRun }, (host) =>
    apply({ run, allow, only, settings }, host),
  );
}
