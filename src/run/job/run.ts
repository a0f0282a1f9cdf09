import type { DriftCounts, RunRecord } from '../../domain/documents/ledger.ts';
import type { Lookup, PhaseSummary } from '../../domain/documents/summary.ts';
import type { Strategy } from '../../domain/listing.ts';
import type {
  Clock,
  Disk,
  Log,
  OnProgress,
  Progress,
  Random,
  ReadLatest,
  Requests,
} from '../../domain/ports.ts';
import type { Outcome, Settlement } from '../../domain/stages.ts';
import type { SentManualPrice } from '../../execute/follow-manual-prices.ts';
import type { RunViolation } from '../../plan/check-run-guards.ts';
import type { PhaseName } from '../../report/tally/phase-time.ts';
import type { RunReport } from '../../report/tally/run-report.ts';
import type { IdTable } from '../../resolve/columns.ts';
import type { OpenRereading } from '../../resolve/open-rereading.ts';
import type { Service } from '../../service/open-service.ts';
import type { OpenTransport } from '../../service/transport.ts';
import type { EntryStore } from '../folder/entry-store.ts';
import type { RunFolder } from '../folder/run-folder.ts';
import type { DriftLine } from '../ledger/ledger-files.ts';
import type { History } from '../ledger/open-history.ts';
import type { Job, LockPlace } from './job.ts';

/** How a run reaches the world outside. */
export interface RunPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly disk: Disk;
  readonly openTransport: OpenTransport;
  readonly cwd: string;
  /** Aborted with the error that says why: no further request is begun, and the run is brought to its end. */
  readonly signal: AbortSignal;
  readonly locks: LockPlace;
}

/** What happens during a run. */
export type HostEvent =
  | ({ readonly event: 'progress' } & Progress)
  /** Once there is a client. */
  | { readonly event: 'requests'; readonly requests: Requests }
  /** Once there is a run folder. Absolute. */
  | { readonly event: 'folder'; readonly folder: string }
  /** Once, if the run has to wait for another one, or for its file. */
  | { readonly event: 'wait'; readonly message: string }
  /** What stops nothing and would pass unnoticed: people have to see it even where nothing else is shown. */
  | { readonly event: 'warning'; readonly message: string }
  /** As a phase of the run begins. */
  | { readonly event: 'stage'; readonly stage: PhaseName }
  /**
   * Once for each line of results.csv: of an update once it is in the journal, of any other row once all are accounted for, in their
   * order.
   */
  | { readonly event: 'outcome'; readonly outcome: Outcome };

/** What a command needs from its caller, beside the request: a terminal, or a test. */
export interface RunHost {
  readonly ports: RunPorts;
  readonly onEvent: (event: HostEvent) => void;
  /** Asks a person whether to send the plan; absent where there is nobody to ask. */
  readonly confirm?: ((preview: RunReport) => Promise<boolean>) | undefined;
  /** When the run had the account for itself, and began to read; set by `withLock`. Units: epoch milliseconds. */
  readonly startedAt?: number;
}

export function progressOf({ onEvent }: Pick<RunHost, 'onEvent'>): OnProgress {
  return (progress) => onEvent({ event: 'progress', ...progress });
}

export function warn(message: string, { onEvent }: Pick<RunHost, 'onEvent'>): void {
  onEvent({ event: 'warning', message });
}

/** What a run opens for itself and closes at its end. */
export interface Tools {
  readonly service: Service;
  /** Of the listings that were read. */
  readonly ids: IdTable;
  readonly folder: RunFolder;
  /** The entries of the plan. */
  readonly entries: EntryStore;
  /** Absent where listings are not read again before they are updated. */
  readonly rereading?: OpenRereading | undefined;
  /** Is read while the first requests are on their way. */
  readonly history: Promise<History>;
  /** Reads listings as they are now, whatever was read before. */
  readonly readLatest: ReadLatest;
  readonly log: Log;
  readonly phases: PhaseTimes;
  /** When the run began, its sheet or run folder not read yet. Units: epoch milliseconds. */
  readonly startedAt: number;
}

/** One run, as its steps share it. */
export interface Run extends RunHost {
  readonly job: Job;
  readonly tools: Tools;
}

/** What a comparison with earlier runs showed. */
export interface SeenPast {
  readonly moves: RunRecord['moves'];
  /** Absent where nothing was agreed on before. */
  readonly drift?: DriftCounts | undefined;
  readonly drifts: readonly DriftLine[];
}

/** How far a run has come: its plan on disk, or as much of one as could be made, and what became of its updates. */
export interface RunState {
  /** Violated run rules: if there is one, nothing is sent. */
  readonly violations: readonly RunViolation[];
  /** What a person agrees to, beside the sending, by answering yes; as sentences. */
  readonly toAgree?: readonly string[] | undefined;
  readonly strategies: readonly Strategy[];
  /** How the listings were found, if they were looked for. */
  readonly lookup?: Lookup | undefined;
  /** How many reads it takes to read listings again before their updates; `undefined` if unknown. */
  readonly rereadsExpected?: number | undefined;
  /** Notices from planning. */
  readonly notices?: readonly string[] | undefined;
  /** How the plan differs from what earlier runs of the job left, if it was compared. */
  readonly seen?: SeenPast | undefined;
  /** Not every row has an entry: planning ended early, and the remaining rows could not be read. */
  readonly isPartial?: boolean | undefined;
  /** The plan is complete and on disk. */
  readonly whole: boolean;
  /** The checksum that seals the plan on disk; `undefined` if it could not be written. */
  readonly seal?: string | undefined;
  /** How updates were settled, by their position in the plan; an update without one was never sent. */
  readonly settled: ReadonlyMap<number, Settlement>;
  /** Manual prices that were sent and may not show yet. */
  readonly pendingPrices?: readonly SentManualPrice[] | undefined;
  /** A person was asked whether to send, and said no. */
  readonly declined: boolean;
  /** What ended it early. If that was the planning, the plan is not whole, and nothing of it is sent. */
  readonly stop?: unknown;
}

/** Measures the phases of a run, one after the other. */
interface PhaseTimes {
  /** Ends the phase before it. A phase may come several times. */
  begin(phase: PhaseName): void;
  /** Ends the last phase. */
  result(): readonly PhaseSummary[];
}

interface PhaseTimesOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly requests: Pick<Requests, 'counts' | 'pacedMs'>;
  /** How long reading the sheet took, which comes before all else. Units: milliseconds. */
  readonly readMs: number | undefined;
  readonly onBegin?: ((phase: PhaseName) => void) | undefined;
}

export function createPhaseTimes({ clock, requests, readMs, onBegin }: PhaseTimesOptions): PhaseTimes {
  const times = new Map<PhaseName, { ms: number; requests: number; pacedMs: number }>();
  if (readMs !== undefined) times.set('read', { ms: readMs, requests: 0, pacedMs: 0 });
  let current: PhaseName | undefined;
  let from = measure();

  function measure() {
    const { reads, writes } = requests.counts;
    return { ms: clock.monotonic(), requests: reads + writes, pacedMs: requests.pacedMs() };
  }

  function end(): void {
    const now = measure();
    if (current !== undefined) {
      const before = times.get(current) ?? { ms: 0, requests: 0, pacedMs: 0 };
      times.set(current, {
        ms: before.ms + now.ms - from.ms,
        requests: before.requests + now.requests - from.requests,
        pacedMs: before.pacedMs + now.pacedMs - from.pacedMs,
      });
    }
    from = now;
  }

  return {
    begin: (phase) => {
      end();
      if (phase !== current) onBegin?.(phase);
      current = phase;
    },
    result: () => {
      end();
      return [...times].map(([phase, time]) => ({
        phase,
        seconds: toSeconds(time.ms),
        requests: time.requests,
        seconds_at_the_rate: toSeconds(time.pacedMs),
      }));
    },
  };
}

/** To a thousandth. */
function toSeconds(ms: number): number {
  return Math.round(ms) / 1000;
}
