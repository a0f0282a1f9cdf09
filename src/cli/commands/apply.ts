import { apply } from '../../run/apply.ts';
import { APPLY_SETTINGS } from '../apply-settings.ts';
import type { Context } from '../context.ts';
import { readServiceSettings } from '../read-settings.ts';
import { runToEnd } from './run-to-end.ts';
import { toServiceOptions } from './service-options.ts';

export function runApply(run: string, context: Context): Promise<number> {
  const { options, sources, verbose } = context;
  const { values, shown, flags, apiKey } = readServiceSettings(APPLY_SETTINGS, sources);
  const dryRun = options['dryRun'] === true;
  const settings = {
    service: toServiceOptions(values, apiKey, values.nullAs),
    dryRun,
    maxFailures: values.maxFailures,
    missingIsOk: values.missing === 'ok',
    out: values.out,
    logLevel: verbose ? 'debug' : 'info',
    shown,
    flags,
    layoutFlags: [],
    waitLockMs: values.waitLock * 1000,
  } as const;
  const request = { run, allow: values.allow, settings };
  return runToEnd(context, { apiKey, dryRun }, (surroundings) => apply(request, surroundings));
}
