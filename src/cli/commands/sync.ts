import { EXIT } from '../../run/exit-code.ts';
import { sync } from '../../run/sync.ts';
import type { Context } from '../context.ts';
import { readServiceSettings } from '../read-settings.ts';
import { readUntilAborted } from '../read-until-aborted.ts';
import { SETTINGS } from '../settings.ts';
import { runToEnd } from './run-to-end.ts';
import { toServiceOptions } from './service-options.ts';
import { toSheetOptions } from './sheet-options.ts';

/** `sync` and `diff`. */
export async function runSync(command: 'sync' | 'diff', sheet: string, context: Context): Promise<number> {
  const { options, sources, stdio, verbose } = context;
  const { values, shown, flags, apiKey } = readServiceSettings(SETTINGS, sources);
  const dryRun = command === 'diff' || options['dryRun'] === true;
  let changes = false;
  const exitCode = await runToEnd(context, { apiKey, dryRun }, async (surroundings) => {
    const report = await sync(
      {
        command,
        sheet,
        reading: toSheetOptions(values),
        filters: { platform: values.platform, channel: values.channel, status: values.status },
        match: values.match,
        currency: values.currency,
        limits: values,
        settings: {
          service: toServiceOptions(values, apiKey, values.nullAs),
          dryRun,
          maxFailures: values.maxFailures,
          missingIsOk: values.missing === 'ok',
          out: values.out,
          logLevel: verbose ? 'debug' : 'info',
          shown,
          flags,
        },
      },
      readUntilAborted(stdio.stdin, surroundings.signal),
      surroundings,
    );
    changes = report.outcomes.some(({ status }) => status === 'planned');
    return report;
  });
  return options['exitCode'] === true && exitCode === EXIT.done && changes ? EXIT.changes : exitCode;
}
