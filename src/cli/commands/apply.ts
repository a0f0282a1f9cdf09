import { apply } from '../../run/apply.ts';
import { APPLY_SETTINGS } from '../apply-settings.ts';
import type { Context } from '../context.ts';
import { readServiceSettings } from '../read-settings.ts';
import { toRunSettings } from './run-settings.ts';
import { runToEnd } from './run-to-end.ts';

export function runApply(run: string, context: Context): Promise<number> {
  const read = readServiceSettings(APPLY_SETTINGS, context.sources);
  const { values, apiKey } = read;
  const dryRun = context.options['dryRun'] === true;
  const settings = toRunSettings(read, context, { dryRun, missingIsOk: values.missing === 'ok' });
  const request = { run, allow: values.allow, settings };
  return runToEnd(context, { apiKey, dryRun }, (surroundings) => apply(request, surroundings));
}
