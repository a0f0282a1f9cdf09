import type { RunReport } from '../../report/tally/run-report.ts';
import { sync } from '../../run/sync.ts';
import { keepFlags } from '../../settings/given-flags.ts';
import { readServiceSettings } from '../../settings/read-settings.ts';
import { SYNC_SETTINGS } from '../../settings/settings.ts';
import { followRun, type OpenHost } from '../notify/follow-run.ts';
import { readUntilAborted } from '../ports/read-until-aborted.ts';
import type { Caller } from '../request/caller.ts';
import { chooseSheet, toIntake, withoutNewest } from '../request/choose-sheet.ts';
import { toRunSettings } from '../request/run-settings.ts';
import { toSheetOptions } from '../request/sheet-options.ts';
import { COLUMN_SETTINGS } from './check-sheet.ts';

const { map: _map, job: _job, ...FLAGS_TO_SETTLE } = COLUMN_SETTINGS;

interface SheetRun {
  readonly command: 'sync' | 'diff';
  /** A path, a pattern with `newest`, or `-`. */
  readonly sheet: string;
}

/**
 * `sync` and `diff`, from the settings to the report.
 *
 * Errors: `UsageError`; further `chooseSheet` and `sync`.
 */
export function syncSheet(
  { command, sheet: subject }: SheetRun,
  outer: Caller,
  open: OpenHost,
): Promise<RunReport> {
  const dryRun = command === 'diff' || outer.options['dryRun'] === true;
  const started = { command: dryRun ? 'diff' : 'sync', subject, caller: outer, open } as const;
  return followRun(started, async (beginning) => {
    const chosen = chooseSheet(subject, outer);
    const { path: sheet, caller } = chosen;
    await beginning.onJob(caller, sheet);
    const read = readServiceSettings(SYNC_SETTINGS, caller.sources);
    const { values, flags, layoutFlags } = read;
    const intake = toIntake(chosen, values, caller);
    const settings = toRunSettings(read, caller, { dryRun, missingIsOk: values.missing === 'ok' });
    const request = {
      command,
      sheet,
      intake,
      job: caller.job,
      reading: toSheetOptions(read, caller),
      checkFlags: keepFlags([...withoutNewest(layoutFlags), ...flags], FLAGS_TO_SETTLE),
      filters: { platform: values.platform, channel: values.channel, status: values.status },
      match: values.match,
      ignoreCase: values.skuIgnoreCase,
      currency: values.currency,
      fees: { perUnit: values.fee, share: values.feePercent },
      limits: values,
      settings: {
        ...settings,
        flags: [...flags, ...jobFlags(caller, values.job)],
        layoutFlags: withoutNewest(layoutFlags),
      },
    };
    const host = beginning.open(settings);
    return sync(request, readUntilAborted(caller.stdin(), host.ports.signal), host);
  });
}

/** The files of the run have other names than the sheet, so they need --job to get the same section of the config file. */
function jobFlags({ job, sources }: Caller, given: string | undefined): readonly string[] {
  return job !== undefined && given === undefined && sources.jobs.has(job) ? ['--job', job] : [];
}
