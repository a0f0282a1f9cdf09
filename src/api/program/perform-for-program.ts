import type { Summary } from '../../domain/documents/summary.ts';
import { InterruptedError } from '../../domain/errors.ts';
import type { Secret } from '../../domain/secret.ts';
import type { RunReport } from '../../report/tally/run-report.ts';
import type { RunHost } from '../../run/job/run.ts';
import { renderSummary } from '../../run/steps/write-run-files.ts';
import type { Perform } from '../notify/observe-run.ts';
import { systemPorts } from '../ports/system-ports.ts';
import type { Caller } from '../request/caller.ts';
import { ListenerError } from './listener-error.ts';
import type { RunOptions } from './options.ts';

/** Runs a story for a program, and gives its summary: what `summary.json` holds and `--json` prints. */
export async function performForProgram(
  { signal }: Pick<RunOptions, 'signal'>,
  given: Caller,
  run: (caller: Caller, perform: Perform) => Promise<RunReport>,
): Promise<Summary> {
  const stop = listenTo(signal);
  const listener = guard(given.onEvent, stop.abort);
  const caller = { ...given, onEvent: listener.onEvent };
  let key: Secret | undefined;
  try {
    const report = await run(caller, ({ apiKey }, story) => {
      key = apiKey;
      return story(hostOf(caller, stop.signal));
    });
    listener.rethrow();
    const text = renderSummary(report);
    return JSON.parse(key ? key.redact(text) : text);
  } catch (error) {
    // A run that ends without a folder, because the program threw at once, ends by its own error otherwise.
    listener.rethrow();
    throw error;
  } finally {
    stop.end();
  }
}

function hostOf(caller: Caller, signal: AbortSignal): RunHost {
  return { ports: systemPorts(caller, signal), events: { onProgress: () => {} } };
}

interface Listener {
  readonly onEvent: Caller['onEvent'];
  /** Errors: `ListenerError` if the program threw. */
  rethrow(): void;
}

/** A program that can't follow a run any more has to know of it, and nothing may be sent behind its back. */
function guard(onEvent: Caller['onEvent'], abort: () => void): Listener {
  let failure: ListenerError | undefined;
  function fail(cause: unknown): void {
    failure ??= new ListenerError('onEvent threw an error', { cause });
    abort();
  }
  return {
    onEvent:
      onEvent &&
      ((event) => {
        if (failure) return;
        try {
          // An async function is taken for one that returns nothing, and may fail later.
          const ended: unknown = onEvent(event);
          if (ended instanceof Promise) ended.catch(fail);
        } catch (cause) {
          fail(cause);
        }
      }),
    rethrow: () => {
      if (failure) throw failure;
    },
  };
}

interface Stop {
  readonly signal: AbortSignal;
  abort(): void;
  /** The caller's signal may outlive many runs. */
  end(): void;
}

/** The reason of the caller's signal is the caller's: a run ends with one that it knows. */
function listenTo(signal: AbortSignal | undefined): Stop {
  const controller = new AbortController();
  const abort = (): void => controller.abort(new InterruptedError('caller'));
  // A signal that many runs share has no listener of each: from the eleventh on Node warns of a leak.
  const own = signal && AbortSignal.any([signal]);
  if (own?.aborted) abort();
  own?.addEventListener('abort', abort, { once: true });
  return { signal: controller.signal, abort, end: () => own?.removeEventListener('abort', abort) };
}
