import type { DriftCounts, RunRecord } from '../../domain/documents/ledger.ts';
import type { Lookup } from '../../domain/documents/summary.ts';
import type { Strategy } from '../../domain/listing.ts';
import type { Outcome } from '../../domain/stages.ts';
import type { RunViolation } from '../../plan/check-run-guards.ts';
import type { DriftLine } from '../ledger/ledger-schema.ts';

/** An outcome without its entry. */
export type Settlement = Omit<Outcome, 'entry'>;

/** What a comparison with earlier runs showed. */
export interface SeenPast {
  readonly moves: RunRecord['moves'];
  /** Absent where nothing was agreed on before. */
  readonly drift?: DriftCounts | undefined;
  readonly drifts: readonly DriftLine[];
}

/** A plan on disk, or as much of one as could be made. */
export interface Planned {
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
  /** What ended planning early: then the plan is not whole, and nothing of it is sent. */
  readonly stop?: unknown;
}

/** A plan and the result of sending it, or of not sending it. */
export interface Sent extends Planned {
  /** How updates were settled, by their position in the plan; an update without one was never sent. */
  readonly settled: ReadonlyMap<number, Settlement>;
  /** A person was asked whether to send, and said no. */
  readonly declined: boolean;
}
