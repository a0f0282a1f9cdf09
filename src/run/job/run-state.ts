import type { Strategy } from '../../domain/listing.ts';
import type { Outcome } from '../../domain/stages.ts';
import type { RunViolation } from '../../plan/check-run.ts';
import type { LookupReport } from '../../report/tally/describe-lookup.ts';

/** An outcome, told apart from its entry. */
export type Settlement = Omit<Outcome, 'entry'>;

/** A plan on disk, or as much of one as could be made. */
export interface Planned {
  /** Run rules that fired: where there is one, nothing is sent. */
  readonly violations: readonly RunViolation[];
  /** What a person agrees to who says yes to the question whether to send, beside the sending; as sentences. */
  readonly toAgree?: readonly string[] | undefined;
  readonly strategies: readonly Strategy[];
  /** How the listings were found, where it came to that. */
  readonly lookup?: LookupReport | undefined;
  /** How many reads it takes to look at listings again before they are updated; `undefined` where nobody knows. */
  readonly rereadsExpected?: number | undefined;
  /** What is to be told of the planning. */
  readonly notices?: readonly string[] | undefined;
  /** Not every row has an entry: planning broke off, and the rows could not be gone through to their end. */
  readonly isPartial?: boolean | undefined;
  /** The plan holds all that there is to do, and is on disk. */
  readonly whole: boolean;
  /** The checksum that seals the plan on disk; `undefined` where it could not be written. */
  readonly seal?: string | undefined;
  /** What ended the planning before its time: then the plan is not whole, and nothing of it is sent. */
  readonly stop?: unknown;
}

/** A plan and what came of sending it, or of not sending it. */
export interface Sent extends Planned {
  /** What became of updates that were settled, by their position in the plan; every other one was never sent. */
  readonly settled: ReadonlyMap<number, Settlement>;
  /** Somebody was asked whether to send, and said no. */
  readonly declined: boolean;
}
