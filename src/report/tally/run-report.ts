import type { Approval, DriftCounts } from '../../domain/documents/ledger.ts';
import type { Lookup, PhaseSummary, ReadingJson, Summary } from '../../domain/documents/summary.ts';
import type { Field } from '../../domain/fields.ts';
import type { WayOut } from '../../domain/flawed-rows.ts';
import type { LearnedPace, RequestCounts } from '../../domain/ports.ts';
import type { Reason } from '../../domain/reasons.ts';
import type { GivenFlags } from '../text/format-command.ts';
import type { Digest } from './tally-outcomes.ts';

/** Everything there is to say about a run; files and screens are made from this. */
export interface RunReport {
  readonly command: 'sync' | 'diff' | 'undo' | 'apply';
  readonly dryRun: boolean;
  readonly sheet: {
    /** As given by the user. */
    readonly path: string;
    /** Of the bytes that were read, as hex. */
    readonly sha256: string;
    /** Rows below the header, ignored ones included. */
    readonly rows: number;
    /** What the sheet is called from run to run, where it has a name. */
    readonly job: string | undefined;
    /** How the sheet was read, as plain data; an undo reads none. */
    readonly reading: ReadingJson | undefined;
  };
  /** How a command line names what was read, where that is not the path: the argument, which may be empty, and flags. */
  readonly subject?: readonly string[] | undefined;
  /** What the run took back that this undo takes back. */
  readonly takesBack?: string | undefined;
  readonly account: { readonly base_url: string; readonly key_fingerprint: string };
  /** Every setting by name; none of them secret. */
  readonly settings: Summary['settings'];
  /** The flags that the commands after the run need too. */
  readonly given: GivenFlags;
  /** The run that an apply or an undo was made of was made with another key. */
  readonly madeWithOtherKey?: boolean | undefined;
  /** Absolute path of the run folder. */
  readonly folder: string;
  /** SKUs that are not listed are expected, and need no attention. */
  readonly missingIsOk: boolean;
  /** Every row of the sheet, once per listing it matched. */
  readonly digest: Digest;
  /** Names of the account's strategies by id, for people. */
  readonly strategyNames: ReadonlyMap<string, string>;
  /** What the headline alone would hide; one of the notices. */
  readonly caveat?: string | undefined;
  /** Notices about the sheet that stopped nothing. */
  readonly notices: readonly string[];
  /** Those of them that are as they were in the last run: they are in the files, and not said again. */
  readonly knownNotices?: readonly string[] | undefined;
  /** What kept the plan from being sent, or ended the run before its time. */
  readonly stop?: Stop | undefined;
  /** A whole plan is on disk, so that its updates can be sent from there. */
  readonly isPlanned: boolean;
  /** Only during the question whether to send: whether the page of the plan could be written. */
  readonly preview?: { readonly hasPage: boolean } | undefined;
  /** What a yes agrees to besides sending; as sentences. */
  readonly toAgree?: readonly string[] | undefined;
  /** Files of the run folder that could not be written. */
  readonly unwritten?: readonly string[] | undefined;
  /** Not all outcomes could be read back, so the digest covers only some. */
  readonly cut?: { readonly sent: number } | undefined;
  /** Somebody was asked whether to send, and said no. */
  readonly declined: boolean;
  /** How the listings were found, where it came to that. */
  readonly lookup?: Lookup | undefined;
  /** Expected reads to check listings again before their update; `undefined` where unknown. */
  readonly rereadsExpected?: number | undefined;
  /** What a person approved of the plan, if only that was sent. */
  readonly approval?: Approval | undefined;
  /** How many fields somebody else had changed, if that is known. */
  readonly drift?: DriftCounts | undefined;
  /** The first of these fields, in the order of the sheet. */
  readonly driftedFields?: readonly DriftedField[] | undefined;
  /** How the rows that need attention differ from last time. */
  readonly news?: AttentionNews | undefined;
  readonly requests: Readonly<RequestCounts>;
  readonly pace: LearnedPace;
  /** What the time went to. */
  readonly phases: readonly PhaseSummary[];
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly exitCode: number;
}

/** A field of a listing that somebody else had changed. */
export interface DriftedField {
  readonly field: Field;
  readonly sku: string;
  /** In how many runs in a row, this one included. */
  readonly nights: number;
}

export interface Stop extends WayOut {
  /** `guard`, or the code of the error that ended the run. */
  readonly code: Reason | 'guard';
  /** For a guard stop, the rules that fired. */
  readonly rules: readonly Reason[];
  readonly message: string;
  /** The parts of the message, one for each rule. */
  readonly messages?: readonly string[] | undefined;
  readonly hint?: string | undefined;
  /** Everything was sent; only a file written at the end is missing. */
  readonly isAfterAll?: boolean | undefined;
}

/** How the rows that need attention differ from the rows that did last time, in the words of `summary.json`. */
export interface AttentionNews extends NonNullable<Summary['attention_news']> {
  /** Since when the last of the rows does that still need it: nothing is new since then. */
  readonly latest: string | null;
}

/** More new rows are not named. */
export const MAX_FRESH_ROWS = 20;

/** The rate in use: the set one, or the learned one where that is lower. Units: requests per second; `undefined` where it is unknown yet. */
export function effectiveRate({ setting, ratePerSecond }: RunReport['pace']): number | undefined {
  return setting === 'auto' ? ratePerSecond : Math.min(setting, ratePerSecond ?? setting);
}

/** Stops that say nothing about the sheet or the account: the same command may fare better. */
export const TRANSIENT_STOPS: ReadonlySet<string> = new Set([
  'service',
  'interrupted',
  'too_many_failures',
  'disk',
  'locked',
  'stale_plan',
]);

/** Whether the run was stopped with updates of its plan left that `apply` could send as they are. */
export function canApplyRest(report: RunReport): boolean {
  return TRANSIENT_STOPS.has(report.stop?.code ?? '') && isRestOnDisk(report);
}

/** Whether the service refused the key: the commands after the run are for another one then. */
export function isKeyRefused({ stop }: RunReport): boolean {
  return stop?.code === 'key_refused';
}

/** Whether updates of its plan were not sent, and can be sent from there. */
export function isRestOnDisk({ stop, isPlanned, dryRun, digest, cut }: RunReport): boolean {
  const isOpen = digest.open > 0 || (cut !== undefined && stop?.isAfterAll !== true);
  return isPlanned && !dryRun && isOpen;
}

/** Whether a person has decided about all that could be approved. */
export function isDecided({ approved, rejected = 0, of }: Approval): boolean {
  return approved + rejected === of;
}
