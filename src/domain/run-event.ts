import type { Field } from './fields.ts';
import type { Status } from './status.ts';
import type { Trace } from './trace.ts';

interface EventOf<Name extends string> {
  readonly version: 1;
  readonly event: Name;
  /** From 1, without gaps. */
  readonly seq: number;
  /** Units: ISO 8601. */
  readonly at: string;
}

/** Always first. */
export interface StartedEvent extends EventOf<'started'> {
  /** The version of the program. */
  readonly pricesheet: string;
  readonly command: 'sync' | 'diff' | 'apply' | 'undo';
  /** The sheet or the run folder, as it was given. */
  readonly subject: string;
  readonly trace: Trace | null;
}

/** The run begins with something else. A stage may come several times. */
export interface StageEvent extends EventOf<'stage'> {
  readonly stage: 'read' | 'find' | 'plan' | 'ask' | 'send' | 'follow' | 'write';
  /** Absolute path of the run folder; `null` as long as there is none. */
  readonly folder: string | null;
}

/** How far the run is, at most once a second. */
export interface ProgressEvent extends EventOf<'progress'> {
  /**
   * `scan`: pages of the account; `lookup`: SKUs; `update`: updates; `follow`: manual prices; the others: rows.
   */
  readonly phase: 'read' | 'scan' | 'lookup' | 'plan' | 'update' | 'follow' | 'account';
  readonly done: number;
  /** `null` as long as it is unknown. */
  readonly total: number | null;
  readonly failed: number;
}

/**
 * What became of a row: of an update once it is in the journal, of any other row at the end. There is one for each line of
 * results.csv.
 */
export interface OutcomeEvent extends EventOf<'outcome'> {
  /** The physical line on which the row starts. */
  readonly line: number;
  readonly sku: string;
  /** `null` if the row matched none. */
  readonly listing_id: string | null;
  readonly status: Status;
  /** Empty if there is nothing to say. */
  readonly reason: string;
  readonly message: string;
  /** Before and after of each field that changes. Units: cents. */
  readonly changes: Readonly<
    Partial<Record<Field, readonly [string | number | boolean | null, string | number | boolean | null]>>
  >;
  readonly attempts: number;
  readonly http_status: number | null;
}

/** What a person should know and what stops nothing. */
export interface NoticeEvent extends EventOf<'notice'> {
  readonly message: string;
}

/** What kept the plan from being sent, or ended the run before its time. */
export interface StoppedEvent extends EventOf<'stopped'> {
  /** `guard`, or the code of the error. */
  readonly code: string;
  /** Of a guard stop, the rules that fired. */
  readonly rules: readonly string[];
  readonly message: string;
  readonly hint: string | null;
}

/** Always last. */
export interface FinishedEvent extends EventOf<'finished'> {
  readonly exit_code: number;
  /** Absolute path of the run folder; `null` if the run had none. */
  readonly folder: string | null;
  /** The run folder, if `apply` can send what is left of the plan. */
  readonly apply: string | null;
  /** `null` if the run had no folder. */
  readonly counts: {
    readonly outcomes: number;
    readonly attention: number;
    readonly by_status: Readonly<Record<Status, number>>;
  } | null;
}

/**
 * What happens during a run, version 1, in the words of `--events`; `docs/schema/event.schema.json` says the same. Within version 1
 * fields and events may be added; none is removed or changes its meaning.
 */
export type RunEvent =
  | StartedEvent
  | StageEvent
  | ProgressEvent
  | OutcomeEvent
  | NoticeEvent
  | StoppedEvent
  | FinishedEvent;
