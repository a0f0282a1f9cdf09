import type { ExportDocument } from '../../domain/documents/commands.ts';
import type { Summary } from '../../domain/documents/summary.ts';
import { InterruptedError } from '../../domain/errors.ts';
import type { Redact } from '../../domain/secret.ts';
import type { ExportedListing } from '../../report/files/render-export.ts';
import type { RunReport } from '../../report/tally/run-report.ts';
import { eachInSlices } from '../../run/disk/in-slices.ts';
import { summaryOf } from '../../run/steps/write-run-files.ts';
import {
  APPLY_SETTINGS,
  EXPORT_SETTINGS,
  LATEST_JOB,
  UNDO_SETTINGS,
} from '../../settings/command-settings.ts';
import { SYNC_SETTINGS } from '../../settings/settings.ts';
import type { OpenHost } from '../notify/follow-run.ts';
import { systemPorts } from '../ports/system-ports.ts';
import type { Caller } from '../request/caller.ts';
import { exportListings } from '../stories/export-listings.ts';
import { applyRun, syncSheet, undoRun } from '../stories/runs.ts';
import { type Call, call, withoutKey } from './call.ts';
import type { ApplyOptions, ExportOptions, RunOptions, SyncOptions, UndoOptions } from './options.ts';

/** The calls that ask the service. Errors of each: `RunError`, and what `onEvent` threw. */

export function callSync(command: 'sync' | 'diff', sheet: string, options: SyncOptions): Promise<Summary> {
  return callRun(options, { table: SYNC_SETTINGS, words: { sheet } }, (caller, open) =>
    syncSheet({ command, sheet }, caller, open),
  );
}

export function callApply(run: string, options: ApplyOptions): Promise<Summary> {
  return callRun(options, { table: { ...APPLY_SETTINGS, ...LATEST_JOB }, words: { run } }, (caller, open) =>
    applyRun(run, caller, open),
  );
}

export function callUndo(run: string, options: UndoOptions): Promise<Summary> {
  return callRun(options, { table: { ...UNDO_SETTINGS, ...LATEST_JOB }, words: { run } }, (caller, open) =>
    undoRun(run, caller, open),
  );
}

export function callExport(options: ExportOptions): Promise<ExportDocument> {
  const spec = { table: EXPORT_SETTINGS, switches: ['force'], needsKey: true } as const;
  return call(options, spec, async (caller) => {
    const stop = listenTo(options.signal);
    try {
      const host = { signal: stop.signal, onProgress: () => {} };
      const { exported, out, document, redact } = await exportListings(caller, host);
      if (out !== undefined) return withoutKey(document, redact);
      const listings: ExportedListing[] = [];
      await eachInSlices(exported.listings(), (listing) => listings.push(withoutKey(listing, redact)));
      return { ...withoutKey(document, redact), listings };
    } finally {
      stop.end();
    }
  });
}

/** Runs a story for a program, and gives its summary: what `summary.json` holds and `--json` prints. */
async function callRun(
  options: RunOptions,
  spec: Call,
  story: (caller: Caller, open: OpenHost) => Promise<RunReport>,
): Promise<Summary> {
  let rethrow = (): void => {};
  try {
    return await call(
      options,
      { ...spec, switches: ['dryRun', 'verbose'], needsKey: true },
      async (given) => {
        const stop = listenTo(options.signal);
        const listener = guard(given.onEvent, stop.abort);
        ({ rethrow } = listener);
        let redact: Redact = (text) => text;
        try {
          const report = await story({ ...given, onEvent: listener.onEvent }, ({ apiKey }) => {
            ({ redact } = apiKey);
            stop.signal.throwIfAborted();
            return {
              host: { ports: systemPorts(given, stop.signal), onEvent: () => {} },
            };
          });
          return withoutKey(summaryOf(report), redact);
        } finally {
          stop.end();
        }
      },
    );
  } finally {
    // However the run ended: a program that threw gets its own error.
    rethrow();
  }
}

/** A program that can't follow a run any more has to know of it, and nothing may be sent behind its back. */
function guard(onEvent: Caller['onEvent'], abort: () => void) {
  let failure: { readonly cause: unknown } | undefined;
  function fail(cause: unknown): void {
    failure ??= { cause };
    abort();
  }
  const guarded: Caller['onEvent'] = (event) => {
    if (failure) return;
    try {
      // An async function is taken for one that returns nothing, and may fail later.
      const ended: unknown = onEvent?.(event);
      if (ended instanceof Promise) ended.catch(fail);
    } catch (cause) {
      fail(cause);
    }
  };
  return {
    onEvent: onEvent && guarded,
    rethrow: () => {
      if (failure) throw failure.cause;
    },
  };
}

/** The reason of the caller's signal is the caller's: a run ends with one that it knows. */
function listenTo(signal: AbortSignal | undefined) {
  const controller = new AbortController();
  const abort = (): void => controller.abort(new InterruptedError('caller'));
  // A signal that many runs share has no listener of each: from the eleventh on Node warns of a leak.
  const own = signal && AbortSignal.any([signal]);
  if (own?.aborted) abort();
  own?.addEventListener('abort', abort, { once: true });
  // The caller's signal may outlive many runs.
  return { signal: controller.signal, abort, end: () => own?.removeEventListener('abort', abort) };
}
