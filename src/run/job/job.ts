import { z } from 'zod';
import type { Approval, RunBy } from '../../domain/documents/ledger.ts';
import type { ReadingJson, Summary } from '../../domain/documents/summary.ts';
import type { Fees } from '../../domain/fees.ts';
import type { ListingFilters } from '../../domain/listing.ts';
import type { DuplicatePolicy } from '../../domain/settle-duplicates.ts';
import type { RunViolation } from '../../plan/check-run-guards.ts';
import type { GuardLimits, Limit } from '../../plan/guard-rules.ts';
import type { SheetShape } from '../../report/files/render-retry.ts';
import type { UndoShape } from '../../report/files/render-undo.ts';
import type { GivenFlags } from '../../report/text/format-command.ts';
import type { ResolveMode } from '../../resolve/choose-lookup.ts';
import type { ServiceOptions } from '../../service/open-service.ts';
import type { PlanHead } from '../folder/plan-schema.ts';
import type { RowSource } from '../sheet/row-source.ts';

export type Command = 'sync' | 'diff' | 'undo' | 'apply';

/** The settings of every run, whatever its input. */
export interface RunSettings {
  readonly service: ServiceOptions;
  readonly dryRun: boolean;
  /** How listings are found: each SKU looked up, or the account paged. */
  readonly resolve: ResolveMode;
  /** Listings that were read longer ago are read again before they are updated; 0 means always. Units: milliseconds. */
  readonly rereadAfterMs: number | 'off';
  /** After the last update, listings that got a manual price are read until they show it. */
  readonly followUp: boolean;
  /** This many failed lookups or updates stop the run. */
  readonly maxFailures: Limit;
  /** SKUs that are not listed are expected. */
  readonly missingIsOk: boolean;
  /** A plan made with another key may be sent without asking, if its listings are found with this one. */
  readonly otherKeyIsOk?: boolean | undefined;
  /** Which rows make exit code 3. */
  readonly attention: 'new' | 'all' | 'ok';
  /** The folder of all histories, and who runs it; `undefined`: none is kept. */
  readonly history?: { readonly folder: string; readonly by: RunBy } | undefined;
  /** The run folder; named automatically if absent. */
  readonly out?: string | undefined;
  /** How long to wait for another run on the account. */
  readonly waitLockMs: number;
  readonly logLevel: 'info' | 'debug';
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
  readonly matching: {
    readonly filters: ListingFilters;
    readonly match: 'one' | 'all';
    readonly currency?: string | undefined;
    readonly fees?: Fees | undefined;
    readonly ignoreCase?: boolean | undefined;
  };
  readonly duplicates: DuplicatePolicy;
  readonly limits?: GuardLimits | undefined;
  /** Violated run rules that the rows already show. */
  readonly violations?: readonly RunViolation[];
  /** The run restores earlier values. */
  readonly restoring?: boolean;
  /** The rows come from a run with another key: their listings have to prove that the account is the same. */
  readonly madeWithOtherKey?: boolean;
  /** The run's lock; a dry run has none. */
  readonly lock?: AccountLock | undefined;
}

/** The lock that keeps other runs from changing the account. */
export interface AccountLock {
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
