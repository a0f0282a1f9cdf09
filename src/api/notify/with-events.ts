import * as systemDisk from 'node:fs';
import { resolve } from 'node:path';
import type { RunEvent } from '../../domain/documents/run-event.ts';
import { PricesheetError } from '../../domain/errors.ts';
import { escapeJson } from '../../domain/json-text.ts';
import { messageOf } from '../../domain/message-of.ts';
import type { Progress } from '../../domain/ports.ts';
import type { Redact, Secret } from '../../domain/secret.ts';
import { changesOf, listingOf, type Outcome, rowOf, skuOf } from '../../domain/stages.ts';
import { VERSION } from '../../package/version.ts';
import { canApplyRest } from '../../report/tally/can-apply-rest.ts';
import type { RunReport, Stop } from '../../report/tally/run-report.ts';
import { exitCodeOf } from '../../run/job/exit-code.ts';
import type { RunHost } from '../../run/job/run.ts';
import { openEventFile } from '../../run/notify/event-file.ts';
import { redactKeys } from '../../settings/read-api-key.ts';
import { readLeniently } from '../../settings/read-settings.ts';
import { RUN_SETTINGS } from '../../settings/settings.ts';
import { systemClock } from '../ports/system-clock.ts';
import type { Caller } from '../request/caller.ts';

/** Lets the events of a run pass through to others. */
export type Listen = (host: RunHost, apiKey: Secret) => RunHost;

/**
 * Runs a command, and says what happens to those who want events: a file, a program.
 *
 * Errors: `UsageError` if the file can't be opened; those of `run`.
 */
export async function withEvents(
  named: Pick<Extract<RunEvent, { event: 'started' }>, 'command' | 'subject'>,
  caller: Caller,
  run: (listen: Listen) => Promise<RunReport>,
): Promise<RunReport> {
  const stream = openEventStream(caller);
  if (!stream) return run((host) => host);
  try {
    stream.say({ event: 'started', pricesheet: VERSION, ...named, trace: caller.trace ?? null });
    const report = await run((host, apiKey) => {
      stream.redactBy(apiKey.redact);
      return listenTo(host, stream);
    });
    for (const notice of report.notices) stream.notice(notice);
    sayEnd(report, stream);
    return report;
  } catch (error) {
    sayStop(toFailure(error), stream);
    const exit_code = exitCodeOf(error);
    stream.say({ event: 'finished', exit_code, folder: null, apply: null, counts: null });
    throw error;
  } finally {
    stream.close();
  }
}

function listenTo({ ports, events }: RunHost, stream: EventStream): RunHost {
  let folder: string | null = null;
  return {
    ports,
    events: {
      ...events,
      onFolder: (path) => {
        folder = path;
        events.onFolder?.(path);
      },
      onPhase: (stage) => stream.say({ event: 'stage', stage, folder }),
      onProgress: (progress) => {
        stream.progress(progress);
        events.onProgress(progress);
      },
      onOutcome: (outcome) => sayOutcome(outcome, stream),
      onWait: (message) => {
        stream.notice(message);
        events.onWait?.(message);
      },
      onWarning: (message) => {
        stream.notice(message);
        events.onWarning?.(message);
      },
    },
  };
}

function sayOutcome(outcome: Outcome, stream: EventStream): void {
  const { entry, status, reason, message, attempts, httpStatus } = outcome;
  stream.say({
    event: 'outcome',
    line: rowOf(entry).line,
    sku: skuOf(entry),
    listing_id: listingOf(entry)?.id ?? null,
    status,
    reason,
    message,
    changes: Object.fromEntries(changesOf(entry).map(({ field, before, after }) => [field, [before, after]])),
    attempts,
    http_status: httpStatus ?? null,
  });
}

function sayEnd(report: RunReport, stream: EventStream): void {
  const { stop, folder, digest, exitCode } = report;
  const { outcomes, attention, byStatus } = digest;
  if (stop) sayStop(stop, stream);
  const apply = canApplyRest(report) ? folder : null;
  const counts = { outcomes, attention, by_status: byStatus };
  stream.say({ event: 'finished', exit_code: exitCode, folder, apply, counts });
}

function sayStop({ code, rules, message, hint }: Stop, stream: EventStream): void {
  stream.say({ event: 'stopped', code, rules, message, hint: hint ?? null });
}

/** The error that ended a run before there was a report, as a report would have it. */
export function toFailure(error: unknown): Stop {
  const { code = 'bug', hint } = error instanceof PricesheetError ? error : {};
  return { code, rules: [], message: messageOf(error), hint };
}

/** An event before it has its number and its time. */
type Said = RunEvent extends infer Event
  ? Event extends RunEvent
    ? Omit<Event, 'version' | 'seq' | 'at'>
    : never
  : never;

/** Where the events of a run go: the file of `--events`, and the program that asked. */
interface EventStream {
  say(said: Said): void;
  /** Once: what was said as it happened is among the notices at the end. */
  notice(message: string): void;
  /** At most once a second. */
  progress(progress: Progress): void;
  /** Takes this out of all that follows, too. */
  redactBy(redact: Redact): void;
  close(): void;
}

const PROGRESS_EVERY_MS = 1000;

/**
 * `undefined` if nobody wants events. Both get the same text, so that the key is taken out of it once and for all.
 *
 * Errors: `UsageError` if the file can't be opened.
 */
function openEventStream(caller: Caller): EventStream | undefined {
  const { sources, cwd, onEvent, warn } = caller;
  const { events: path } = readLeniently({ events: RUN_SETTINGS.events }, sources);
  const file = path === undefined ? undefined : openEventFile(resolve(cwd, path), systemDisk);
  if (!file && !onEvent) return undefined;
  const masks: Redact[] = [redactKeys(sources)];
  const noticed = new Set<string>();
  let seq = 0;
  let nextProgressAt = Number.NEGATIVE_INFINITY;

  function say(said: Said): void {
    const at = new Date(systemClock.now()).toISOString();
    const text = JSON.stringify({ version: 1, seq: ++seq, at, ...said });
    const line = escapeJson(masks.reduce((rest, redact) => redact(rest), text));
    file?.append(line);
    onEvent?.(JSON.parse(line));
  }

  return {
    say,
    notice: (message) => {
      if (!noticed.has(message)) say({ event: 'notice', message });
      noticed.add(message);
    },
    progress: ({ phase, done, total = null, failed = 0 }) => {
      const now = systemClock.monotonic();
      if (now < nextProgressAt) return;
      nextProgressAt = now + PROGRESS_EVERY_MS;
      say({ event: 'progress', phase, done, total, failed });
    },
    redactBy: (redact) => void masks.push(redact),
    close: () => {
      const trouble = file?.close();
      if (trouble !== undefined) warn(trouble);
    },
  };
}
