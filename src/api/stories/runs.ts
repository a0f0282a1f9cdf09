import { UsageError } from '../../domain/errors.ts';
import type { RunReport } from '../../report/tally/run-report.ts';
import { apply } from '../../run/apply.ts';
import type { RunHost } from '../../run/job/run.ts';
import { sync } from '../../run/sync.ts';
import { undo } from '../../run/undo.ts';
import { undoSince } from '../../run/undo-since.ts';
import { APPLY_SETTINGS, UNDO_SETTINGS } from '../../settings/command-settings.ts';
import { readServiceSettings } from '../../settings/read-settings.ts';
import { textOption } from '../../settings/read-sources.ts';
import { SYNC_SETTINGS } from '../../settings/settings.ts';
import { followRun, type OpenHost } from '../notify/follow-run.ts';
import { findWho, systemClock } from '../ports/machine.ts';
import type { Caller } from '../request/caller.ts';
import { readUntilAborted } from '../request/caller.ts';
import { type ChosenSheet, chooseSheet, toIntake, toSheetOptions } from '../request/choose-sheet.ts';
import { findNamedRun } from '../request/find-named-run.ts';
import { toRunSettings } from '../request/run-settings.ts';

/**
 * `sync` and `diff`, from the settings to the report. `sheet`: a path, a pattern with `newest`, or `-`.
 *
 * Errors: `UsageError`; further `chooseSheet` and `sync`.
 */
export function syncSheet(
  { command, sheet: subject }: { readonly command: 'sync' | 'diff'; readonly sheet: string },
  outer: Caller,
  openHost: OpenHost,
): Promise<RunReport> {
  const dryRun = command === 'diff' || outer.options['dryRun'] === true;
  const started = { command: dryRun ? 'diff' : 'sync', subject, caller: outer, openHost } as const;
  const prepare = (chosen: ChosenSheet<Caller>) => {
    const { path: sheet, caller } = chosen;
    const read = readServiceSettings(SYNC_SETTINGS, caller.sources);
    const { values } = read;
    const intake = toIntake(chosen, values, caller);
    const settings = toRunSettings(read, caller, dryRun);
    const request = {
      command,
      sheet,
      intake,
      job: caller.job,
      reading: toSheetOptions(read, caller),
      filters: { platform: values.platform, channel: values.channel, status: values.status },
      match: values.match,
      ignoreCase: values.skuIgnoreCase,
      currency: values.currency,
      fees: { perUnit: values.fee, share: values.feePercent },
      limits: values,
      settings,
    };
    const run = (host: RunHost) => sync(request, readUntilAborted(caller.stdin(), host.ports.signal), host);
    return { settings, run };
  };
  return followRun(started, { find: () => chooseSheet(subject, outer), prepare });
}

/**
 * `apply`, from the settings to the report.
 *
 * Errors: `UsageError`; further `findNamedRun` and `apply`.
 */
export function applyRun(given: string, caller: Caller, openHost: OpenHost): Promise<RunReport> {
  const wanted = caller.options['only'] === undefined ? 'apply' : 'approve';
  const { subject, take } = findNamedRun(given, wanted, caller);
  const prepare = ({ path: folder }: { readonly path: string }) => {
    const read = readServiceSettings(APPLY_SETTINGS, caller.sources);
    const { allow, only: path, approvalAge: maxAgeMs } = read.values;
    const settings = toRunSettings(read, caller);
    const only = path === undefined ? undefined : { path, maxAgeMs, host: findWho().host };
    const run = (host: RunHost) => apply({ run: folder, allow, only, settings }, host);
    return { settings, run };
  };
  const find = () => ({ caller, path: take() });
  return followRun({ command: 'apply', subject, caller, openHost }, { find, prepare });
}

/**
 * `undo`, from the settings to the report. `given`: the run folder; nothing for all runs since a time.
 *
 * Errors: `UsageError`; further `findNamedRun`, `undo` and `undoSince`.
 */
export function undoRun(given: string, caller: Caller, openHost: OpenHost): Promise<RunReport> {
  const { since: from } = caller.options;
  const named = findNamedRun(given, 'undo', caller);
  const subject = given === '' && typeof from === 'string' ? `runs since ${from}` : named.subject;
  const prepare = ({ path: folder }: { readonly path: string }) => {
    const read = readServiceSettings(UNDO_SETTINGS, caller.sources);
    const { sku, field, since: from } = read.values;
    const settings = toRunSettings(read, caller);
    const job = textOption(caller.options, 'job');
    const since = from?.(systemClock.now());
    refuseContradiction(folder, read.values);
    const run = (host: RunHost) =>
      since === undefined
        ? undo(folder, settings, host)
        : undoSince({ since, job, sku, field, settings }, host);
    return { settings, run };
  };
  const find = () => ({ caller, path: named.take() });
  return followRun({ command: 'undo', subject, caller, openHost }, { find, prepare });
}

interface Which {
  readonly since?: unknown;
  readonly sku: string | undefined;
  readonly field: string | undefined;
}

/** Errors: `UsageError`. */
function refuseContradiction(folder: string, { since, sku, field }: Which): void {
  const hint = 'Name a run folder, latest, or all runs since a time: pricesheet undo --since 24h';
  if (folder === '' && since === undefined) throw new UsageError(['undo: which run?'], { hint });
  if (folder !== '' && since !== undefined)
    throw new UsageError(['undo takes back either one run folder or all runs since a time'], { hint });
  if (since === undefined && (sku ?? field) !== undefined)
    throw new UsageError([`--${sku === undefined ? 'field' : 'sku'} needs --since`], { hint });
}
