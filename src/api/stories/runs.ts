import * as systemDisk from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../../domain/errors.ts';
import { EXIT, exitCodeOf } from '../../domain/exit-codes.ts';
import type { Secret } from '../../domain/secret.ts';
import type { RunReport } from '../../report/tally/run-report.ts';
import { apply } from '../../run/apply.ts';
import type { RunHost, RunSettings } from '../../run/job/run.ts';
import { sync } from '../../run/sync.ts';
import { undo, undoSince } from '../../run/undo.ts';
import { APPLY_SETTINGS, UNDO_SETTINGS } from '../../settings/command-settings.ts';
import { readLeniently, readServiceSettings } from '../../settings/read-settings.ts';
import { textOption } from '../../settings/read-sources.ts';
import type { ValuesOf } from '../../settings/setting.ts';
import { NOTIFY_SETTINGS, SYNC_SETTINGS } from '../../settings/settings.ts';
import { type Caller, readUntilAborted } from '../caller/caller.ts';
import { chooseSheet, toIntake, toSheetOptions } from '../caller/choose-sheet.ts';
import { callerOfRun, findNamedRun, refuseOtherRun } from '../caller/find-named-run.ts';
import { findWho, systemClock } from '../caller/machine.ts';
import { toRunSettings } from '../caller/run-settings.ts';
import type { EndedRun } from './end-night.ts';
import { openEventStream } from './event-stream.ts';

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
  return followRun(started, async ({ found, open }) => {
    const chosen = chooseSheet(subject, outer);
    const { path: sheet, caller } = chosen;
    await found(caller, sheet);
    const read = readServiceSettings(SYNC_SETTINGS, caller.sources);
    const { platform, channel, status, match, currency, fee, feePercent } = read.values;
    const request = {
      command,
      sheet,
      intake: toIntake(chosen, read.values, caller),
      job: caller.job,
      reading: toSheetOptions(read, caller),
      matching: {
        filters: { platform, channel, status },
        match,
        currency,
        fees: { perUnit: fee, share: feePercent },
      },
      limits: read.values,
      settings: toRunSettings(read, caller, dryRun),
    };
    const host = open(request.settings);
    return sync(request, readUntilAborted(caller.stdin(), host.ports.signal), host);
  });
}

/**
 * `apply`, from the settings to the report.
 *
 * Errors: `UsageError`; further `findNamedRun` and `apply`.
 */
export async function applyRun(given: string, outer: Caller, openHost: OpenHost): Promise<RunReport> {
  const wanted = outer.options['only'] === undefined ? 'apply' : 'approve';
  const named = findNamedRun(given, wanted, outer);
  // What is wrong with the name is said once the run has begun.
  const subject = await named.catch(() => given);
  return followRun({ command: 'apply', subject, caller: outer, openHost }, async ({ found, open }) => {
    const run = await named;
    const caller = callerOfRun(run, outer);
    await found(caller, run);
    const read = readServiceSettings(APPLY_SETTINGS, caller.sources);
    const { allow, only: path, approvalAge: maxAgeMs } = read.values;
    const settings = toRunSettings(read, caller);
    const only = path === undefined ? undefined : { path, maxAgeMs, host: findWho().host };
    const assertMeant = () => refuseOtherRun(run, { given, wanted, caller: outer });
    return apply({ run, allow, only, settings }, { ...open(settings), assertMeant });
  });
}

/**
 * `undo`, from the settings to the report. `given`: the run folder; nothing for all runs since a time.
 *
 * Errors: `UsageError`; further `findNamedRun`, `undo` and `undoSince`.
 */
export async function undoRun(given: string, outer: Caller, openHost: OpenHost): Promise<RunReport> {
  const { since: from } = outer.options;
  const named = findNamedRun(given, 'undo', outer);
  const name = await named.catch(() => given);
  const subject = given === '' && typeof from === 'string' ? `runs since ${from}` : name;
  return followRun({ command: 'undo', subject, caller: outer, openHost }, async ({ found, open }) => {
    const folder = await named;
    const caller = callerOfRun(folder, outer);
    await found(caller, folder);
    const read = readServiceSettings(UNDO_SETTINGS, caller.sources);
    const { sku, field, since: from } = read.values;
    const settings = toRunSettings(read, caller);
    const since = from?.(systemClock.now());
    refuseContradiction(folder, read.values);
    const assertMeant = () => refuseOtherRun(folder, { given, wanted: 'undo', caller: outer });
    const host = { ...open(settings), assertMeant };
    if (since === undefined) return undo(folder, settings, host);
    return undoSince({ since, job: textOption(caller.options, 'job'), skus: sku, field, settings }, host);
  });
}

/** Errors: `UsageError`. */
function refuseContradiction(folder: string, { since, sku, field }: ValuesOf<typeof UNDO_SETTINGS>): void {
  const hint = 'Name a run folder, latest, or all runs since a time: pricesheet undo --since 24h';
  if (folder === '' && since === undefined) throw new UsageError(['undo: which run?'], { hint });
  if (folder !== '' && since !== undefined)
    throw new UsageError(['undo takes back either one run folder or all runs since a time'], { hint });
  if (since === undefined && (sku ?? field) !== undefined)
    throw new UsageError([`--${sku === undefined ? 'field' : 'sku'} needs --since`], { hint });
}

/** Where a run goes on, a terminal or a program, from when its settings are known. */
export type OpenHost = (running: { readonly apiKey: Secret; readonly dryRun: boolean }) => {
  readonly host: RunHost;
  /** Shows how it ended. */
  show?(report: RunReport): void;
  close?(): void;
};

/** What a run says of itself on its way to the first request. */
interface Followed {
  /**
   * Its job is known, with the settings of that: what goes wrong from here on belongs to the job. `path`: of the sheet, or the run folder.
   *
   * Errors: `UsageError` if the metrics file that the settings name is something else.
   */
  found(caller: Caller, path: string): Promise<void>;
  /** Its settings are known; gives the host on which it goes on. */
  open(settings: RunSettings): RunHost;
}

/**
 * Makes a run, from the job to its report, and says what happens to those who want events; then adds a night to the history that could
 * not do that itself, and notifies others, also of a run that failed because of its settings or sheet. A notification that fails does not
 * change the exit code.
 */
async function followRun(
  {
    openHost,
    ...started
  }: Pick<EndedRun, 'command' | 'subject' | 'caller'> & { readonly openHost: OpenHost },
  make: (followed: Followed) => Promise<RunReport>,
): Promise<RunReport> {
  let known: Omit<EndedRun, 'exitCode'> = { ...started, startedAt: systemClock.now() };
  // A run that is only looked at is no night.
  const isNight = started.command !== 'diff' && started.caller.options['dryRun'] !== true;
  let events: ReturnType<typeof openEventStream>;
  let opened: ReturnType<OpenHost> | undefined;
  let exitCode: number = EXIT.failed;
  const found: Followed['found'] = async (caller, path) => {
    known = { ...known, caller, path };
    if (isNight) await refuseOtherMetrics(caller);
  };
  const open: Followed['open'] = ({ service, dryRun }) => {
    known = { ...known, access: service };
    opened = openHost({ apiKey: service.apiKey, dryRun });
    return events?.listenTo(opened.host, service.apiKey.redact) ?? opened.host;
  };
  try {
    events = openEventStream(known, known.caller);
    const report = await make({ found, open });
    known = { ...known, report };
    ({ exitCode } = report);
    // Before it is shown: a mail begins with what comes first.
    if (exitCode !== EXIT.done) (await import('./end-night.ts')).nameFailure({ ...known, exitCode });
    opened?.show?.(report);
    events?.end(report);
    return report;
  } catch (error) {
    exitCode = exitCodeOf(error);
    known = { ...known, error };
    events?.fail(error);
    throw error;
  } finally {
    opened?.close?.();
    events?.close();
    if (isNight) await endNight({ ...known, exitCode });
  }
}

/** Errors: `UsageError`. */
async function refuseOtherMetrics({ sources, cwd }: Caller): Promise<void> {
  const { metrics } = readLeniently(NOTIFY_SETTINGS, sources);
  if (metrics === undefined) return;
  const { refuseOtherFile } = await import('./end-night.ts');
  refuseOtherFile(resolve(cwd, metrics), systemDisk);
}

async function endNight(ended: EndedRun): Promise<void> {
  const { metrics, webhook } = readLeniently(NOTIFY_SETTINGS, ended.caller.sources);
  if (ended.report && metrics === undefined && !webhook) return;
  await (await import('./end-night.ts')).endNight(ended);
}
