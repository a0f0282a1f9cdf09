import type { ListingFilters } from '../../domain/fits.ts';
import type { Clock, Disk, OnProgress, Random, RequestCounts } from '../../domain/ports.ts';
import type { DuplicatePolicy } from '../../domain/settle-duplicates.ts';
import type { Shard } from '../../domain/shard.ts';
import type { RunViolation } from '../../plan/check-run.ts';
import type { GuardLimits, Limit } from '../../plan/limits.ts';
import type { StepFlags } from '../../report/advice/list-next-steps.ts';
import type { SheetShape } from '../../report/files/render-retry.ts';
import type { UndoShape } from '../../report/files/render-undo.ts';
import type { RunReport } from '../../report/tally/run-report.ts';
import type { ResolveMode } from '../../resolve/choose-lookup.ts';
import type { ServiceOptions } from '../../service/open-service.ts';
import type { OpenTransport } from '../../service/transport.ts';
import type { PlanHead } from '../folder/plan-file.ts';
import type { Probes } from '../job/process-mark.ts';
import type { ReadingJson } from '../sheet/describe-reading.ts';
import type { RowSource } from '../sheet/row-source.ts';

export type Command = 'sync' | 'diff' | 'undo' | 'apply';

/** What every run needs to know, whatever it works through. */
export interface RunSettings {
  readonly service: ServiceOptions;
  readonly dryRun: boolean;
  /** Whether each SKU is looked up, or the account paged. */
  readonly resolve: ResolveMode;
  /** Listings that were read longer ago are read again before they are updated; 0: always. Units: milliseconds. */
  readonly rereadAfterMs: number | 'off';
  /** So many failed lookups or updates stop the run. */
  readonly maxFailures: Limit;
  /** SKUs that are not listed are expected. */
  readonly missingIsOk: boolean;
  /** A plan that was made with another key may be sent without asking anybody, where its listings are found with this one. */
  readonly otherKeyIsOk?: boolean | undefined;
  /** The run folder; one is made up where none is named. */
  readonly out?: string | undefined;
  /** How long to wait for another run on the account to end. */
  readonly waitLockMs: number;
  readonly logLevel: 'info' | 'debug';
  /** Every setting by name, for the summary; none of them secret. */
  readonly shown: Readonly<Record<string, unknown>>;
  /** The flags that were given, as they were written. */
  readonly flags: readonly string[];
  /** Those that say how the sheet is written; they mean nothing for the files that a run writes. */
  readonly layoutFlags: readonly string[];
  /** Those that the commands after the run need. */
  readonly stepFlags: StepFlags;
}

/** Rows to work through, and what they were read from. */
export interface JobInput {
  /** As given by the user. */
  readonly path: string;
  /** For people. */
  readonly name: string;
  /** Of the bytes that were read. */
  readonly sha256: string;
  /** What the sheet is called from run to run, where it has a name. */
  readonly job?: string | undefined;
  /** How the sheet was read, where one was. */
  readonly reading?: ReadingJson | undefined;
  readonly rows: RowSource;
  /** Shape of the sheet, for the files that go back into it. */
  readonly shape: SheetShape & UndoShape;
  /** What somebody has to know before all else: columns that mean something else than last time, or nothing where they should. */
  readonly warnings?: readonly string[];
  readonly notices: readonly string[];
  /** Names of strategies by id, where another run has asked for them; for people only. */
  readonly strategyNames?: ReadonlyMap<string, string>;
  /** Somebody has seen what its columns are taken for, or has said what they are: the next run of the job need not ask. */
  readonly columnsAgreed?: boolean;
  /** Flags of the run that read the sheet, where this one sends its plan: a retry file is read by them. */
  readonly retryFlags?: readonly string[];
  /** Likewise, what its plan says of the sheet. */
  readonly sheetFacts?: Pick<PlanHead['sheet'], 'job' | 'columns' | 'columns_agreed' | 'decimal_signs'>;
}

/** One run: its input, and what its rows mean. */
export interface Job {
  readonly command: Command;
  readonly input: JobInput;
  readonly settings: RunSettings;
  readonly matching: {
    readonly filters: ListingFilters;
    readonly match: 'one' | 'all';
    readonly currency?: string | undefined;
    readonly ignoreCase?: boolean | undefined;
  };
  readonly duplicates: DuplicatePolicy;
  readonly limits?: GuardLimits | undefined;
  /** Run rules that are against the rows already. */
  readonly violations?: readonly RunViolation[];
  /** The run gives listings back what they held before. */
  readonly restoring?: boolean;
  /** The rows are those of a run that was made with another key: their listings have to show that the account is the same. */
  readonly madeWithOtherKey?: boolean;
  /** What the run holds while it lasts; a dry run holds nothing. */
  readonly lock?: AccountLock | undefined;
  /** The rows are those of one shard of the sheet. */
  readonly shard?: Shard | undefined;
}

/** The account is this run's alone. */
export interface AccountLock {
  /** What is to be told about how it was come by. */
  readonly notices: readonly string[];
  /** Errors: `LockedError` where another run has taken the account over. */
  assertHeld(): void;
  /** Lets those who find the lock know where the run leaves its files. */
  nameFolder(path: string): void;
}

/** Where locks are, and how to tell whether those who hold them still run. */
export interface LockPlace {
  /** `undefined`: there is no place for them. */
  readonly folder: string | undefined;
  readonly probes: Probes;
}

/** What surrounds a run. */
export interface Surroundings {
  readonly clock: Clock;
  readonly random: Random;
  readonly disk: Disk;
  readonly openTransport: OpenTransport;
  readonly cwd: string;
  /** Aborted with the error that says why: no further request is begun, and the run is brought to its end. */
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
  /** Told as soon as there is a client: its counts, which go on counting. */
  readonly onRequests?: ((counts: Readonly<RequestCounts>) => void) | undefined;
  /** Told as soon as there is a run folder; its absolute path. */
  readonly onFolder?: ((path: string) => void) | undefined;
  readonly locks: LockPlace;
  /** Told once, where the run has to wait for another one. */
  readonly onWait?: ((message: string) => void) | undefined;
  /** Told of what stops nothing and looks as if all were well: somebody has to know, also where nothing else is said. */
  readonly onWarning?: ((message: string) => void) | undefined;
  /** Asks a person whether to send the plan; absent where there is nobody to ask. */
  readonly confirm?: ((preview: RunReport) => Promise<boolean>) | undefined;
}
