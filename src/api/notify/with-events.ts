import type { StartedEvent } from '../../domain/run-event.ts';
import type { Secret } from '../../domain/secret.ts';
import { VERSION } from '../../package/version.ts';
import { eventOfOutcome } from '../../report/notify/event-of-outcome.ts';
import { canApplyRest } from '../../report/tally/can-apply-rest.ts';
import type { RunReport, Stop } from '../../report/tally/run-report.ts';
import { exitCodeOf } from '../../run/job/exit-code.ts';
import type { RunHost } from '../../run/job/run.ts';
import type { Caller } from '../request/caller.ts';
import { type EventStream, openEventStream } from './event-stream.ts';
import { toFailure } from './to-failure.ts';

/** Lets the events of a run pass through to others. */
export type Listen = (host: RunHost, apiKey: Secret) => RunHost;

type NamedRun = Pick<StartedEvent, 'command' | 'subject'>;

/**
 * Runs a command, and says what happens to those who want events: a file, a program.
 *
 * Errors: `UsageError` if the file can't be opened; those of `run`.
 */
export async function withEvents(
  named: NamedRun,
  caller: Caller,
  run: (listen: Listen) => Promise<RunReport>,
): Promise<RunReport> {
  const stream = openEventStream(caller);
  if (!stream) return run((host) => host);
  const notices = sayOnce(stream);
  try {
    stream.say({ event: 'started', pricesheet: VERSION, ...named, trace: caller.trace ?? null });
    const report = await run((host, apiKey) => {
      stream.redactBy(apiKey.redact);
      return listenTo(host, { stream, notices });
    });
    for (const notice of report.notices) notices(notice);
    sayEnd(report, stream);
    return report;
  } catch (error) {
    sayFailure(error, stream);
    throw error;
  } finally {
    stream.close();
  }
}

/** What was said as it happened is among the notices at the end. */
function sayOnce(stream: EventStream): (message: string) => void {
  const said = new Set<string>();
  return (message) => {
    if (said.has(message)) return;
    said.add(message);
    stream.say({ event: 'notice', message });
  };
}

interface Listening {
  readonly stream: EventStream;
  readonly notices: (message: string) => void;
}

function listenTo({ ports, events }: RunHost, { stream, notices }: Listening): RunHost {
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
      onOutcome: (outcome) => stream.say(eventOfOutcome(outcome)),
      onWait: (message) => {
        notices(message);
        events.onWait?.(message);
      },
      onWarning: (message) => {
        notices(message);
        events.onWarning?.(message);
      },
    },
  };
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

/** The stream takes the key out of all that is said. */
function sayFailure(error: unknown, stream: EventStream): void {
  sayStop(toFailure(error), stream);
  const exit_code = exitCodeOf(error);
  stream.say({ event: 'finished', exit_code, folder: null, apply: null, counts: null });
}
