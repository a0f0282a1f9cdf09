import * as systemDisk from 'node:fs';
import { resolve } from 'node:path';
import { EXIT, exitCodeOf } from '../../domain/exit-codes.ts';
import type { Secret } from '../../domain/secret.ts';
import type { RunReport } from '../../report/tally/run-report.ts';
import type { RunSettings } from '../../run/job/job.ts';
import type { RunHost } from '../../run/job/run.ts';
import { readLeniently } from '../../settings/read-settings.ts';
import { NOTIFY_SETTINGS } from '../../settings/settings.ts';
import { systemClock } from '../ports/machine.ts';
import type { Caller } from '../request/caller.ts';
import type { EndedRun } from './end-night.ts';
import { openEventStream } from './event-stream.ts';

/** Where a run goes on, a terminal or a program, from when its settings are known. */
export type OpenHost = (running: { readonly apiKey: Secret; readonly dryRun: boolean }) => {
  readonly host: RunHost;
  /** Shows how it ended. */
  show?(report: RunReport): void;
  close?(): void;
};

interface Started extends Pick<EndedRun, 'command' | 'subject' | 'caller'> {
  readonly openHost: OpenHost;
}

/** The steps to a run. What goes wrong in the second one belongs to the job that the first one has found. */
interface Steps<T extends JobFound> {
  /** Finds the job, with its settings. */
  find(): T;
  /** Reads the settings. */
  prepare(found: T): { readonly settings: RunSettings; readonly run: (host: RunHost) => Promise<RunReport> };
}

interface JobFound {
  readonly caller: Caller;
  /** Of the sheet, or the run folder. */
  readonly path: string;
}

/** Filled in as the run goes on. */
type Known = { -readonly [K in keyof Omit<EndedRun, 'exitCode'>]: EndedRun[K] };

/**
 * Makes a run, from the job to its report, and says what happens to those who want events; then adds a night to the history that could
 * not do that itself, and notifies others, also of a run that failed because of its settings or sheet. A notification that fails does not
 * change the exit code.
 */
export async function followRun<T extends JobFound>(
  { openHost, ...started }: Started,
  { find, prepare }: Steps<T>,
): Promise<RunReport> {
  const known: Known = { ...started, startedAt: systemClock.now() };
  // A run that is only looked at is no night.
  const isNight = started.command !== 'diff' && started.caller.options['dryRun'] !== true;
  let events: ReturnType<typeof openEventStream>;
  let opened: ReturnType<OpenHost> | undefined;
  let exitCode: number = EXIT.failed;
  try {
    events = openEventStream(known, known.caller);
    const found = find();
    known.caller = found.caller;
    known.path = found.path;
    if (isNight) await refuseOtherMetrics(found.caller);
    const { settings, run } = prepare(found);
    const { service, dryRun } = settings;
    known.access = service;
    opened = openHost({ apiKey: service.apiKey, dryRun });
    const report = await run(events?.listenTo(opened.host, service.apiKey.redact) ?? opened.host);
    known.report = report;
    ({ exitCode } = report);
    // Before it is shown: a mail begins with what comes first.
    if (exitCode !== EXIT.done) (await import('./end-night.ts')).nameFailure({ ...known, exitCode });
    opened?.show?.(report);
    events?.end(report);
    return report;
  } catch (error) {
    exitCode = exitCodeOf(error);
    known.error = error;
    events?.fail(error);
    throw error;
  } finally {
    opened?.close?.();
    events?.close();
    if (isNight) await endNight({ ...known, exitCode });
  }
}

/** Errors: `UsageError` if the metrics file that the settings name is something else. */
async function refuseOtherMetrics({ sources, cwd }: Caller): Promise<void> {
  const { metrics } = readLeniently(NOTIFY_SETTINGS, sources);
  if (metrics === undefined) return;
  const { refuseOtherFile } = await import('../../run/notify/write-metrics.ts');
  refuseOtherFile(resolve(cwd, metrics), systemDisk);
}

async function endNight(ended: EndedRun): Promise<void> {
  const { metrics, webhook } = readLeniently(NOTIFY_SETTINGS, ended.caller.sources);
  if (ended.report && metrics === undefined && !webhook) return;
  await (await import('./end-night.ts')).endNight(ended);
}
