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
import type { Outcome } from '../../domain/stages.ts';
import type { PhaseName } from '../../report/tally/phase-time.ts';
import type { RunReport } from '../../report/tally/run-report.ts';
import type { IdTable } from '../../resolve/columns.ts';
import type { OpenRereading } from '../../resolve/open-rereading.ts';
import type { Service } from '../../service/open-service.ts';
import type { OpenTransport } from '../../service/transport.ts';
import type { EntryStore } from '../folder/entry-store.ts';
import type { RunFolder } from '../folder/run-folder.ts';
import type { History } from '../ledger/open-history.ts';
import type { Job, LockPlace } from './job.ts';
import type { PhaseTimes } from './phase-times.ts';

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
