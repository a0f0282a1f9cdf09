import { UsageError } from '../../domain/errors.ts';
import { undo } from '../../run/undo.ts';
import { type RunObserver, withNotifications } from '../notify/with-notifications.ts';
import type { Context } from '../settings/context.ts';
import { listOf } from '../settings/parse-names.ts';
import { readServiceSettings } from '../settings/read-settings.ts';
import { UNDO_SETTINGS } from '../settings/undo-settings.ts';
import { toRunSettings } from './run-settings.ts';
import { runToEnd } from './run-to-end.ts';

export function runUndo(folder: string, context: Context): Promise<number> {
  return withNotifications({ command: 'undo', subject: folder }, context, (observer) =>
    runReverse(folder, context, observer),
  );
}

/**
 * It asks no rule of a sheet, so that one which is named was not meant for it. What a file allows is for other commands too.
 *
 * Errors: `UsageError`.
 */
function refuseOtherRules(given: unknown): void {
  if (typeof given !== 'string') return;
  const parsed = listOf('other_key')(given);
  if (!parsed.ok)
    throw new UsageError([`--allow: "${given}" ${parsed.why}`], { hint: 'An undo asks no other guard rule' });
}

function runReverse(folder: string, context: Context, observer: RunObserver): Promise<number> {
  refuseOtherRules(context.options['allow']);
  const read = readServiceSettings(UNDO_SETTINGS, context.sources);
  const { values, apiKey } = read;
  const dryRun = context.options['dryRun'] === true;
  const settings = toRunSettings(read, context, { dryRun, allow: values.allow });
  observer.onAccess(settings.service);
  return runToEnd(context, { apiKey, dryRun, observer }, (host) => undo(folder, settings, host));
}
