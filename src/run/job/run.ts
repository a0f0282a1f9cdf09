import { z } from 'zod';
import type { Approval, DriftCounts, RunBy, RunRecord, SheetFigures } from '../../domain/documents/ledger.ts';
import type { Lookup, PhaseSummary, ReadingJson, Summary } from '../../domain/documents/summary.ts';
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
import type { DuplicatePolicy } from '../../domain/settle-duplicates.ts';
import type { Outcome, Settlement } from '../../domain/stages.ts';
import type { SentManualPrice } from '../../execute/follow-manual-prices.ts';
import type { RunViolation } from '../../plan/check-run-guards.ts';
import type { GuardLimits, Limit } from '../../plan/guard-rules.ts';
import type { SheetShape } from '../../report/files/render-retry.ts';
import type { UndoShape } from '../../report/files/render-undo.ts';
import type { PhaseName } from '../../report/tally/phase-time.ts';
import type { RunReport } from '../../report/tally/run-report.ts';
import type { GivenFlags } from '../../report/text/format-command.ts';
import type { ResolveMode } from '../../resolve/choose-lookup.ts';
import type { IdTable } from '../../resolve/id-table.ts';
import type { MatchContext } from '../../resolve/match-row.ts';
import type { OpenRereading } from '../../resolve/open-rereading.ts';
import type { Service, ServiceOptions } from '../../service/open-service.ts';
import type { OpenTransport } from '../../service/transport.ts';
import type { EntryStore } from '../folder/entry-store.ts';
import type { PlanHead } from '../folder/plan-schema.ts';
import type { RunFolder } from '../folder/run-folder.ts';
import type { DriftLine } from '../ledger/ledger-state.ts';
import type { History } from '../ledger/open-history.ts';
import type { RowSource } from '../sheet/row-source.ts';

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
  /** Looks again, once the run has the account for itself, whether an earlier run is the one that is meant. Errors: `UsageError`. */
  readonly assertMeant?: (() => Promise<void>) | undefined;
  /** When the run had the account for itself, and began to read; set by `withLock`. Units: epoch milliseconds. */
  readonly startedAt?: number;
  /** What keeps other runs from changing the account; a dry run has none. Set by `withLock`. */
  readonly lock?: AccountLock | undefined;
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
  readonly phases: ReturnType<typeof createPhaseTimes>;
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
  /** Those of the sheet, with what the plan of all its rows showed. */
  readonly figures?: SheetFigures | undefined;
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

interface PhaseTimesOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly requests: Pick<Requests, 'counts' | 'pacedMs'>;
  /** How long reading the sheet took, which comes before all else. Units: milliseconds. */
  readonly readMs: number | undefined;
  readonly onBegin?: ((phase: PhaseName) => void) | undefined;
}

/** Measures the phases of a run, one after the other. */
export function createPhaseTimes({ clock, requests, readMs, onBegin }: PhaseTimesOptions) {
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
    /** Ends the phase before it. A phase may come several times. */
    begin: (phase: PhaseName): void => {
      end();
      if (phase !== current) onBegin?.(phase);
      current = phase;
    },
    /** Ends the last phase. */
    result: (): readonly PhaseSummary[] => {
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

export type Command = 'sync' | 'diff' | 'undo' | 'apply';

/** The settings of every run, whatever its input. */
export interface RunSettings {
  readonly service: ServiceOptions;
  readonly dryRun: boolean;
  /** How listings are found: each SKU looked up, or the account paged. */
  readonly resolve: ResolveMode;
  /** Listings that were read longer ago are read again before they are updated; 0 means always. Units: milliseconds. */
  readonly reread: number | 'off';
  /** After the last update, listings that got a manual price are read until they show it. */
  readonly followUp: boolean;
  /** This many failed lookups or updates stop the run. */
  readonly maxFailures: Limit;
  /** `ok`: SKUs that are not listed are expected. */
  readonly missing?: 'attention' | 'ok' | undefined;
  /** Rules that are waived; `other_key`: a plan made with another key may be sent without asking, if its listings are found with this one. */
  readonly allow?: ReadonlySet<string> | undefined;
  /** Which rows make exit code 3. */
  readonly attention: 'new' | 'all' | 'ok';
  /** The folder of all histories, and who runs it; `undefined`: none is kept. */
  readonly history?: { readonly folder: string; readonly by: RunBy } | undefined;
  /** The run folder; named automatically if absent. */
  readonly out?: string | undefined;
  /** How long to wait for another run on the account. Units: seconds. */
  readonly waitLock: number;
  /** Each request is logged. */
  readonly verbose: boolean;
  /** Every setting by name, for the summary; no secrets. */
  readonly shown: Summary['settings'];
  /** The flags that later commands on the run need. */
  readonly given: GivenFlags;
}

/** The rows of a run, and what they were read from. */
export interface JobInput {
  /** What the plan says of it: its path as the user gave it, the checksum of what was read, its job, and its columns. */
  readonly sheet: PlanHead['sheet'];
  /** How a command line names it, where that is not the path. */
  readonly subject?: readonly string[] | undefined;
  /** For messages and file names. */
  readonly name: string;
  /** What the run took back that this undo takes back. */
  readonly takesBack?: string | undefined;
  /** What is taken back is what a sheet says, which still says it. */
  readonly isOfSheet?: boolean | undefined;
  /** How the sheet was read; absent for rows that are not from a sheet. */
  readonly reading?: ReadingJson | undefined;
  readonly rows: RowSource;
  /** What the number of updates alone would hide. */
  readonly caveat?: string | undefined;
  /** How long reading them took. Units: milliseconds. */
  readonly readMs?: number | undefined;
  /** The sheet's shape, for the files that go back into it. */
  readonly shape: SheetShape & UndoShape;
  /** Shown first: columns that mean something else than last time, or that set nothing although they should. */
  readonly warnings?: readonly string[];
  readonly notices: readonly string[];
  /** Those of them that are as they were in the last run, and need not be said again. */
  readonly knownNotices?: readonly string[];
  /** Names of strategies by id, as an earlier run fetched them; for display only. */
  readonly strategyNames?: ReadonlyMap<string, string>;
  /** What a person approved of the plan, if only that is sent. */
  readonly approval?: Approval | undefined;
  /** Flags of the run that read the sheet, if this run sends its plan: retry files are read with them. */
  readonly retryFlags?: readonly string[];
}

/** What a run is to do: its input, and how its rows are interpreted. */
export interface Job {
  readonly command: Command;
  readonly input: JobInput;
  readonly settings: RunSettings;
  readonly matching: Pick<MatchContext, 'filters' | 'match' | 'currency' | 'fees'>;
  readonly duplicates: DuplicatePolicy;
  readonly limits?: GuardLimits | undefined;
  /** Violated run rules that the rows already show. */
  readonly violations?: readonly RunViolation[];
  /** The rows come from a run with another key: their listings have to prove that the account is the same. */
  readonly madeWithOtherKey?: boolean;
}

/** The lock that keeps other runs from changing the account. */
export interface AccountLock {
  /** Not where no lock can be kept: then other runs may be under way. */
  readonly isExclusive: boolean;
  /** Notices about how it was taken. */
  readonly notices: readonly string[];
  /** Errors: `LockedError` if another run has taken over the lock; the run's signal is aborted then, too. */
  assertHeld(): void;
  /** Shows the run folder to others who find the lock. */
  nameFolder(path: string): void;
}

/** Where locks are kept, and how to find out whether their holders still run. */
export interface LockPlace {
  /** `undefined` if there is no place for them. */
  readonly folder: string | undefined;
  readonly probes: Probes;
}

/** What identifies a process, as far as the system reports it. */
export const processMarkSchema = z.object({
  host: z.string(),
  pid: z.int().positive(),
  /** When it began, in the system's own notation; only for comparing. */
  start: z.string().nullable(),
  /** Which boot of the machine it belongs to. */
  boot: z.string().nullable(),
  /** The namespace that its number is counted in: containers have their own. */
  namespace: z.string().nullable(),
});

export type ProcessMark = Readonly<z.infer<typeof processMarkSchema>>;

/** Queries about the processes of this machine. */
export interface Probes {
  /** This process. */
  readonly self: ProcessMark;
  /** `undefined` if there is no such process. */
  find(pid: number): Pick<ProcessMark, 'start'> | undefined;
}

/** Whether a run gives back what other runs have changed: it is of their job, and no sheet of the job says what it sets. */
export function givesBack({ command, input }: Pick<Job, 'command' | 'input'>): boolean {
  return command === 'undo' || input.sheet.undone_job !== undefined;
}
