import * as systemDisk from 'node:fs';
import { resolve } from 'node:path';
import type { RunEvent } from '../../domain/documents/notifications.ts';
import { messageOf, PricesheetError, UsageError } from '../../domain/errors.ts';
import { exitCodeOf } from '../../domain/exit-codes.ts';
import { escapeJson } from '../../domain/json-text.ts';
import type { Disk, Progress } from '../../domain/ports.ts';
import type { Redact } from '../../domain/secret.ts';
import { changesOf, listingOf, type Outcome, rowOf, skuOf } from '../../domain/stages.ts';
import { VERSION } from '../../package/version.ts';
import { canApplyRest, type RunReport, type Stop } from '../../report/tally/run-report.ts';
import { openLines, readFirstJson } from '../../run/disk/line-file.ts';
import type { HostEvent, RunHost } from '../../run/job/run.ts';
import { redactKeys } from '../../settings/read-api-key.ts';
import { readLeniently } from '../../settings/read-settings.ts';
import { RUN_SETTINGS } from '../../settings/settings.ts';
import type { Caller } from '../caller/caller.ts';
import { systemClock } from '../caller/machine.ts';

/** An event before it has its number and its time. */
type Said = RunEvent extends infer Event
  ? Event extends RunEvent
    ? Omit<Event, 'version' | 'seq' | 'at'>
    : never
  : never;

const PROGRESS_EVERY_MS = 1000;

/**
 * Says that the run has started to those who want events, the file of `--events` and the program that asked; `undefined` if nobody does. All get the same text, so that the key is taken out of
 * it once and for all.
 *
 * Errors: `UsageError` if the file can't be opened.
 */
export function openEventStream(
  { command, subject }: Pick<Extract<RunEvent, { event: 'started' }>, 'command' | 'subject'>,
  { sources, cwd, onEvent, warn }: Caller,
) {
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

  /** Once: what was said as it happened is among the notices at the end. */
  function notice(message: string): void {
    if (!noticed.has(message)) say({ event: 'notice', message });
    noticed.add(message);
  }

  function progress({ phase, done, total, failed = 0 }: Progress): void {
    const now = systemClock.monotonic();
    if (now < nextProgressAt) return;
    nextProgressAt = now + PROGRESS_EVERY_MS;
    say({ event: 'progress', phase, done, total: total ?? null, failed });
  }

  function stop({ code, rules, message, hint }: Stop): void {
    say({ event: 'stopped', code, rules, message, hint: hint ?? null });
  }

  say({ event: 'started', pricesheet: VERSION, command, subject });
  return {
    /** The host, with its events said here too; and what is to be taken out of all that follows. */
    listenTo: (host: RunHost, redact: Redact): RunHost => {
      masks.push(redact);
      let folder: string | null = null;
      const onEvent = (event: HostEvent): void => {
        if (event.event === 'folder') ({ folder } = event);
        else if (event.event === 'stage') say({ ...event, folder });
        else if (event.event === 'progress') progress(event);
        else if (event.event === 'outcome') say(describeOutcome(event.outcome));
        else if (event.event !== 'requests') notice(event.message);
        host.onEvent(event);
      };
      return { ...host, onEvent };
    },
    /** The run has ended with a folder, or by an error without one. */
    end: (report: RunReport): void => {
      const { folder, digest, exitCode: exit_code } = report;
      const { outcomes, attention, byStatus: by_status } = digest;
      report.notices.forEach(notice);
      if (report.stop) stop(report.stop);
      const apply = canApplyRest(report) ? folder : null;
      say({ event: 'finished', exit_code, folder, apply, counts: { outcomes, attention, by_status } });
    },
    fail: (error: unknown): void => {
      stop(toFailure(error));
      const exit_code = exitCodeOf(error);
      say({ event: 'finished', exit_code, folder: null, apply: null, counts: null });
    },
    close: (): void => {
      const trouble = file?.close();
      if (trouble !== undefined) warn(trouble);
    },
  };
}

function describeOutcome({ entry, status, reason, message, attempts, httpStatus }: Outcome): Said {
  return {
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
  };
}

/** The error that ended a run before there was a report, as a report would have it. */
export function toFailure(error: unknown): Stop {
  const { code = 'bug', hint } = error instanceof PricesheetError ? error : {};
  return { code, rules: [], message: messageOf(error), hint };
}

/**
 * Opens a file of events that grows while the run goes on. Only one that is empty, or has events of an earlier run, is begun again: any other was named by mistake.
 *
 * Errors: `UsageError`.
 */
export function openEventFile(path: string, disk: Disk) {
  const file = open(path, disk);
  return {
    /** Is on disk before it returns. */
    append: (line: string): void => {
      try {
        file.append(line);
      } catch {
        // Closing it says so again.
      }
    },
    /** Returns why the file is not whole, if it is not. Nothing of the run depends on it. */
    close: (): string | undefined => {
      try {
        file.close();
        return undefined;
      } catch (error) {
        return `The events are incomplete: ${messageOf(error)}`;
      }
    },
  };
}

function open(path: string, disk: Disk) {
  try {
    const found = disk.lstatSync(path, { throwIfNoEntry: false });
    if (found && !(found.isFile() && (found.size === 0 || isOfEvents(path, disk))))
      throw new UsageError([`Cannot write the events to "${path}": it is there, and holds something else`], {
        hint: 'Name another file, or remove it',
      });
    if (found) disk.rmSync(path, { force: true });
    return openLines(path, disk);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError([`Cannot write the events: ${messageOf(error)}`], {
      hint: 'Name a file in a folder that you may write to',
    });
  }
}

function isOfEvents(path: string, disk: Disk): boolean {
  const first = readFirstJson(path, disk);
  return typeof first === 'object' && first !== null && 'event' in first && first.event === 'started';
}
