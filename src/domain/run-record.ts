import type { ChangeKind } from './change-kind.ts';
import type { Field, MoneyField } from './fields.ts';
import { MAY_ARRIVE } from './may-arrive.ts';
import { isOwnSheet } from './own-sheet.ts';
import type { Status } from './status.ts';

/** How a run went, in one word. `killed`: it could not say how it ended. */
export type Verdict = 'ok' | 'attention' | 'failed' | 'killed';

/** What later runs of the job compare their sheet with. */
export interface SheetFigures {
  /** In bytes. */
  readonly size: number;
  /** When the file was last modified; `null` for standard input. */
  readonly modified: string | null;
  /** Distinct SKUs that the rows set something of. */
  readonly skus: number;
  /** How many rows set each field. */
  readonly sets: Readonly<Partial<Record<Field, number>>>;
  /** The median of each field of amounts, to the nearest tenth of a percent. Units: cents. */
  readonly medians: Readonly<Partial<Record<MoneyField, number>>>;
}

/** How many fields somebody else had changed since they were last as the sheet says. */
export interface DriftCounts {
  readonly drifted: number;
  readonly contested: number;
  readonly recomputed: number;
}

/**
 * What the history keeps of a run, in the words of its files.
 *
 * Units: times in ISO 8601.
 */
export interface RunRecord {
  readonly kind: 'run';
  readonly version: 1;
  /** Its name in the history, and that of its run folder where that was named automatically. */
  readonly id: string;
  readonly command: 'sync' | 'diff' | 'undo' | 'apply';
  readonly dry_run: boolean;
  /** The sheet's name from run to run. */
  readonly job: string | null;
  readonly account: { readonly base_url: string; readonly key_fingerprint: string } | null;
  readonly by: RunBy;
  readonly started_at: string;
  readonly finished_at: string;
  /** `null` if it was killed. */
  readonly exit_code: number | null;
  readonly verdict: Verdict;
  readonly stopped: {
    readonly code: string;
    readonly rules: readonly string[];
    readonly message: string;
  } | null;
  /** Its run folder, as an absolute path, where it came to have one. */
  readonly folder: string | null;
  readonly sheet: {
    /** As the user gave it. */
    readonly path: string;
    /** Of the sheet's bytes, also where its plan was applied later. */
    readonly sha256: string;
    readonly rows: number;
    /** The header of each field's column. */
    readonly columns: Readonly<Record<string, string>>;
    /** `null` where the run read no sheet itself. */
    readonly figures: SheetFigures | null;
  } | null;
  readonly counts: {
    readonly outcomes: number;
    readonly attention: number;
    readonly by_status: Readonly<Partial<Record<Status, number>>>;
    readonly by_reason: Readonly<Record<string, number>>;
  } | null;
  /** How many fields went up, down and so on. */
  readonly changes: Readonly<Partial<Record<Field, Readonly<Partial<Record<ChangeKind, number>>>>>>;
  readonly requests: {
    readonly reads: number;
    readonly writes: number;
    readonly retries: number;
    readonly throttled: number;
  } | null;
  /** Settings that differ from the defaults, by flag. */
  readonly settings: Readonly<Record<string, string | null>>;
  readonly drift: DriftCounts | null;
  /** How the rows that need attention differ from those of the run before; `null` if nothing is known of that. */
  readonly news: {
    /** Rows that did not need it then. */
    readonly fresh: number;
    /** Rows that did, and since when the first of them does. Units: ISO 8601. */
    readonly still: number;
    readonly since: string | null;
    /** Rows that need it no longer. */
    readonly well: number;
  } | null;
  /** When the runs began that it took back as a whole, or was to; missing if it is no undo. */
  readonly undone_runs?: readonly string[] | undefined;
  /** What a person approved of the plan; `null` if all of it was to be sent. */
  readonly approval: Approval | null;
  /** By how much half of the amounts of a field moved since sheet and service last agreed: 1.05 for 5 % up. */
  readonly moves: Readonly<Partial<Record<MoneyField, number>>>;
  /** How many lines it has in the file of changes; missing if it is not known. */
  readonly change_lines?: number | undefined;
}

/** Whether a run was only looked at: it was to send nothing, or a person did not want that. It is no night. */
export function isLook({ dry_run, exit_code }: Pick<RunRecord, 'dry_run' | 'exit_code'>): boolean {
  return dry_run || exit_code === 8;
}

/** Whether a run judged every row of the job's sheet: what needed attention then is what needed it. */
export function isWholeRun(record: RunRecord): boolean {
  const { command, stopped, verdict, sheet } = record;
  const isPart = command === 'undo' || isOwnSheet(sheet?.path ?? '');
  return !isLook(record) && !isPart && stopped === null && verdict !== 'killed';
}

/** Whether a run changed something, or may have. */
export function mayHaveChanged(record: RunRecord): boolean {
  return Object.keys(record.changes).length > 0 || isUncertain(record);
}

/** Whether a run sent something that was never seen to hold, or may have, so that its changes are not all in the history. */
export function isUncertain({ counts, verdict }: RunRecord): boolean {
  const { by_status, by_reason } = counts ?? {};
  return verdict === 'killed' || (by_status?.unconfirmed ?? 0) > 0 || (by_reason?.[MAY_ARRIVE] ?? 0) > 0;
}

/** A run that a later one of its job is compared with. */
export interface PastRun extends RunRecord {
  /** It has begun and not ended: it was killed, or is still running. The history does not have it yet. */
  readonly isUnfinished?: true;
}

/**
 * Which updates of a plan a person approved, and by which file. Who that was is known only as far as the owner of the file and the name of
 * the machine say.
 */
export interface Approval {
  /** The review file, as it was given. */
  readonly path: string;
  /** Of its bytes. */
  readonly sha256: string;
  /** When it was last modified, in ISO 8601. */
  readonly modified: string;
  /** The user whom the file belongs to; `null` where files have no owner. */
  readonly owner: string | null;
  /** The machine on which it was used. */
  readonly host: string | null;
  /** How many updates it approves, and of how many that it could. */
  readonly approved: number;
  readonly of: number;
}

/** Who ran it: user, machine, and the page of the CI job. */
export interface RunBy {
  readonly user: string | null;
  readonly host: string | null;
  readonly ci: string | null;
}

/** By the exit code: 10 says of a dry run that there are changes, and 8 that a person did not want them sent. */
export function verdictOf(exitCode: number | null): Verdict {
  if (exitCode === null) return 'killed';
  if (exitCode === 3) return 'attention';
  return exitCode === 0 || exitCode === 8 || exitCode === 10 ? 'ok' : 'failed';
}
