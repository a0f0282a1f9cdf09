import { EXIT } from '../../run/exit-code.ts';
import { sync } from '../../run/sync.ts';
import type { Context } from '../context.ts';
import { readServiceSettings } from '../read-settings.ts';
import { readUntilAborted } from '../read-until-aborted.ts';
import { SETTINGS } from '../settings.ts';
import { toRunSettings } from './run-settings.ts';
import { runToEnd } from './run-to-end.ts';
import { toSheetOptions } from './sheet-options.ts';

/** `sync` and `diff`. */
export async function runSync(command: 'sync' | 'diff', sheet: string, context: Context): Promise<number> {
  const { options, sources, stdio, job } = context;
  const read = readServiceSettings(SETTINGS, sources);
  const { values, flags, apiKey } = read;
  const dryRun = command === 'diff' || options['dryRun'] === true;
  const settings = toRunSettings(read, context, { dryRun, missingIsOk: values.missing === 'ok' });
  let changes = false;
  const exitCode = await runToEnd(context, { apiKey, dryRun }, async (surroundings) => {
    const report = await sync(
      {
        command,
        sheet,
        job,
        reading: toSheetOptions(values, values.currency),
        filters: { platform: values.platform, channel: values.channel, status: values.status },
        match: values.match,
        ignoreCase: values.skuIgnoreCase,
        currency: values.currency,
        limits: values,
        shard: values.shard,
        settings: { ...settings, flags: [...flags, ...jobFlags(context, values.job)] },
      },
      readUntilAborted(stdio.stdin, surroundings.signal),
      surroundings,
    );
    changes = report.digest.byStatus.planned > 0;
    return report;
  });
  return options['exitCode'] === true && exitCode === EXIT.done && changes ? EXIT.changes : exitCode;
}

/** A section of the config file goes with the files of the run too, which have names of their own. */
function jobFlags({ job, sources }: Context, given: string | undefined): readonly string[] {
  return job !== undefined && given === undefined && sources.jobs.has(job) ? ['--job', job] : [];
}
