import { undo } from '../../run/undo.ts';
import type { Context } from '../context.ts';
import { readServiceSettings } from '../read-settings.ts';
import { UNDO_SETTINGS } from '../undo-settings.ts';
import { runToEnd } from './run-to-end.ts';
import { toServiceOptions } from './service-options.ts';

export function runUndo(folder: string, context: Context): Promise<number> {
  const { options, sources, verbose } = context;
  const { values, shown, flags, apiKey } = readServiceSettings(UNDO_SETTINGS, sources);
  const dryRun = options['dryRun'] === true;
  const settings = {
    service: toServiceOptions(values, apiKey, values.nullAs),
    dryRun,
    maxFailures: values.maxFailures,
    missingIsOk: false,
    out: values.out,
    waitLockMs: values.waitLock * 1000,
    logLevel: verbose ? 'debug' : 'info',
    shown,
    flags,
    layoutFlags: [],
  } as const;
  return runToEnd(context, { apiKey, dryRun }, (surroundings) => undo(folder, settings, surroundings));
}
