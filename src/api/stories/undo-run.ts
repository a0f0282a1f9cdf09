import { UsageError } from '../../domain/errors.ts';
import type { RunReport } from '../../report/tally/run-report.ts';
import { undo } from '../../run/undo.ts';
import { undoSince } from '../../run/undo-since.ts';
import { UNDO_SETTINGS } from '../../settings/command-settings.ts';
import { listOf } from '../../settings/parse-lists.ts';
import { resolveSince } from '../../settings/parse-setting.ts';
import { readServiceSettings } from '../../settings/read-settings.ts';
import { textOption } from '../../settings/read-sources.ts';
import { followRun, type OpenHost } from '../notify/follow-run.ts';
import { systemClock } from '../ports/system-clock.ts';
import type { Caller } from '../request/caller.ts';
import { nameRun } from '../request/name-run.ts';
import { toRunSettings } from '../request/run-settings.ts';

/**
 * `undo`, from the settings to the report. `given`: the run folder; nothing for all runs since a time.
 *
 * Errors: `UsageError`; further `nameRun`, `undo` and `undoSince`.
 */
export function undoRun(given: string, caller: Caller, open: OpenHost): Promise<RunReport> {
  const { since: from } = caller.options;
  const named = nameRun(given, 'undo', caller);
  const subject = given === '' && typeof from === 'string' ? `runs since ${from}` : named.subject;
  return followRun({ command: 'undo', subject, caller, open }, async (beginning) => {
    const folder = named.take();
    await beginning.onJob(caller, folder);
    refuseOtherRules(caller.options['allow']);
    const read = readServiceSettings(UNDO_SETTINGS, caller.sources);
    const { allow, sku, field, since: span } = read.values;
    const dryRun = caller.options['dryRun'] === true;
    const settings = toRunSettings(read, caller, { dryRun, allow });
    const job = textOption(caller.options, 'job');
    const since = span && resolveSince(span, systemClock.now());
    refuseContradiction(folder, read.values);
    const host = beginning.open(settings);
    return since === undefined
      ? undo(folder, settings, host)
      : undoSince({ since, job, sku, field, settings }, host);
  });
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

interface Which {
  readonly since?: unknown;
  readonly sku: string | undefined;
  readonly field: string | undefined;
}

/** Errors: `UsageError`. */
function refuseContradiction(folder: string, { since, sku, field }: Which): void {
  const hint = 'Name a run folder, or all runs since a time: pricesheet undo --since 24h';
  if (folder === '' && since === undefined) throw new UsageError(['undo: which run?'], { hint });
  if (folder !== '' && since !== undefined)
    throw new UsageError(['undo takes back either one run folder or all runs since a time'], { hint });
  if (since === undefined && (sku ?? field) !== undefined)
    throw new UsageError([`--${sku === undefined ? 'field' : 'sku'} needs --since`], { hint });
}
