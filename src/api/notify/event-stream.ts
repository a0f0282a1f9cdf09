import * as systemDisk from 'node:fs';
import { resolve } from 'node:path';
import { escapeJson } from '../../domain/json-text.ts';
import type { Progress } from '../../domain/ports.ts';
import type { RunEvent } from '../../domain/run-event.ts';
import type { Redact } from '../../domain/secret.ts';
import { type EventFile, openEventFile } from '../../run/notify/event-file.ts';
import { redactKeys } from '../../settings/read-api-key.ts';
import { readLeniently } from '../../settings/read-settings.ts';
import { RUN_SETTINGS } from '../../settings/settings.ts';
import { systemClock } from '../ports/system-clock.ts';
import type { Caller } from '../request/caller.ts';

/** An event before it has its number and its time. */
export type Said = RunEvent extends infer Event
  ? Event extends RunEvent
    ? Omit<Event, 'version' | 'seq' | 'at'>
    : never
  : never;

/** Where the events of a run go: the file of `--events`, and the program that asked. */
export interface EventStream {
  say(said: Said): void;
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
export function openEventStream(caller: Caller): EventStream | undefined {
  const { sources, cwd, onEvent, warn } = caller;
  const { events: path } = readLeniently({ events: RUN_SETTINGS.events }, sources);
  const file = path === undefined ? undefined : openEventFile(resolve(cwd, path), systemDisk);
  if (!file && !onEvent) return undefined;
  const masks: Redact[] = [redactKeys(sources)];
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
    progress: ({ phase, done, total = null, failed = 0 }) => {
      const now = systemClock.monotonic();
      if (now < nextProgressAt) return;
      nextProgressAt = now + PROGRESS_EVERY_MS;
      say({ event: 'progress', phase, done, total, failed });
    },
    redactBy: (redact) => void masks.push(redact),
    close: () => close(file, warn),
  };
}

function close(file: EventFile | undefined, warn: Caller['warn']): void {
  const trouble = file?.close();
  if (trouble !== undefined) warn(trouble);
}
