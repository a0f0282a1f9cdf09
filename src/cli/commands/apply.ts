import { apply } from '../../run/apply.ts';
import { type Witness, withNotifications } from '../notify/with-notifications.ts';
import { APPLY_SETTINGS } from '../settings/apply-settings.ts';
import type { Context } from '../settings/context.ts';
import { readServiceSettings } from '../settings/read-settings.ts';
import { toRunSettings } from './run-settings.ts';
import { runToEnd } from './run-to-end.ts';

export function runApply(run: string, context: Context): Promise<number> {
  return withNotifications({ command: 'apply', subject: run }, context, (witness) =>
    runPlan(run, context, witness),
  );
}

function runPlan(run: string, context: Context, witness: Witness): Promise<number> {
  const read = readServiceSettings(APPLY_SETTINGS, context.sources);
  const { values, apiKey } = read;
  const dryRun = context.options['dryRun'] === true;
  const { allow } = values;
  const settings = toRunSettings(read, context, { dryRun, missingIsOk: values.missing === 'ok', allow });
  const request = { run, allow, settings };
  witness.onAccess(settings.service);
  return runToEnd(context, { apiKey, dryRun, witness }, (host) => apply(request, host));
}
