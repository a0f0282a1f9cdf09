import { apply } from '../../run/apply.ts';
import { type RunObserver, withNotifications } from '../notify/with-notifications.ts';
import { APPLY_SETTINGS } from '../settings/apply-settings.ts';
import type { Context } from '../settings/context.ts';
import { readServiceSettings } from '../settings/read-settings.ts';
import { toRunSettings } from './run-settings.ts';
import { runToEnd } from './run-to-end.ts';

export function runApply(run: string, context: Context): Promise<number> {
  return withNotifications({ command: 'apply', subject: run }, context, (observer) =>
    runPlan(run, context, observer),
  );
}

function runPlan(run: string, context: Context, observer: RunObserver): Promise<number> {
  const read = readServiceSettings(APPLY_SETTINGS, context.sources);
  const { values, apiKey } = read;
  const dryRun = context.options['dryRun'] === true;
  const { allow } = values;
  const settings = toRunSettings(read, context, { dryRun, missingIsOk: values.missing === 'ok', allow });
  const request = { run, allow, settings };
  observer.onAccess(settings.service);
  return runToEnd(context, { apiKey, dryRun, observer }, (host) => apply(request, host));
}
