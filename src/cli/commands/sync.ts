import { EXIT } from '../../run/job/exit-code.ts';
import { sync } from '../../run/sync.ts';
import { type RunObserver, withNotifications } from '../notify/with-notifications.ts';
import type { Context } from '../settings/context.ts';
import { readServiceSettings } from '../settings/read-settings.ts';
import { SETTINGS } from '../settings/settings.ts';
import { readUntilAborted } from '../terminal/read-until-aborted.ts';
import { toRunSettings } from './run-settings.ts';
import { runToEnd } from './run-to-end.ts';
import { toSheetOptions } from './sheet-options.ts';

/** `sync` and `diff`. */
export function runSync(command: 'sync' | 'diff', sheet: string, context: Context): Promise<number> {
  const dryRun = command === 'diff' || context.options['dryRun'] === true;
  return withNotifications({ command: dryRun ? 'diff' : 'sync', subject: sheet }, context, (observer) =>
    runSheet({ command, sheet, dryRun }, context, observer),
  );
}

interface SheetRun {
  readonly command: 'sync' | 'diff';
  readonly sheet: string;
  readonly dryRun: boolean;
}

async function runSheet(
  { command, sheet, dryRun }: SheetRun,
  context: Context,
  observer: RunObserver,
): Promise<number> {
  const { options, sources, stdio, job } = context;
  const read = readServiceSettings(SETTINGS, sources);
  const { values, flags, apiKey } = read;
  const settings = toRunSettings(read, context, { dryRun, missingIsOk: values.missing === 'ok' });
  observer.onAccess(settings.service);
  let changes = false;
  const exitCode = await runToEnd(context, { apiKey, dryRun, observer }, async (host) => {
    const report = await sync(
      {
        command,
        sheet,
        job,
        reading: toSheetOptions(read),
        filters: { platform: values.platform, channel: values.channel, status: values.status },
        match: values.match,
        ignoreCase: values.skuIgnoreCase,
        currency: values.currency,
        limits: values,
        shard: values.shard,
        settings: { ...settings, flags: [...flags, ...jobFlags(context, values.job)] },
      },
      readUntilAborted(stdio.stdin, host.ports.signal),
      host,
    );
    changes = report.digest.byStatus.planned > 0;
    return report;
  });
  return options['exitCode'] === true && exitCode === EXIT.done && changes ? EXIT.changes : exitCode;
}

/** The files of the run have other names than the sheet, so they need --job to get the same section of the config file. */
function jobFlags({ job, sources }: Context, given: string | undefined): readonly string[] {
  return job !== undefined && given === undefined && sources.jobs.has(job) ? ['--job', job] : [];
}
