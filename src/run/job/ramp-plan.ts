import type { RampCut } from '../../domain/ramp-cut.ts';
import type { RampOrder } from './ramp-order.ts';

/** How a plan is sent in steps. */
export interface RampPlan {
  readonly order: RampOrder;
  readonly cut: RampCut;
  /** The step of each update, from 0, in the order of the plan. */
  readonly steps: Uint8Array;
  /** How many updates each step has in this run. */
  readonly sizes: readonly number[];
  readonly earlier: EarlierSteps;
}

/** What an earlier run of the same plan sent, as it is found now. */
export interface EarlierSteps {
  /** Positions in the plan of updates that their listings were just seen to hold. */
  readonly holding: Float64Array;
  /** Likewise, of updates that hold as far as the earlier run knew: their listings were not read. */
  readonly unread: Float64Array;
  /** How many listings no longer hold what was sent, and the first of them. */
  readonly overwritten: number;
  readonly first: string | undefined;
}
