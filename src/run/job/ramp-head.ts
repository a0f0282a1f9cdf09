import type { RampHead } from '../folder/ramp-schema.ts';
import type { RampPlan } from './ramp-plan.ts';

/** What a plan says of its steps, for a run that goes on with it. */
export function toRampHead({ order, cut }: Pick<RampPlan, 'order' | 'cut'>): RampHead {
  const { steps, pauseMs, continued } = order;
  const begun = continued?.begun;
  return {
    steps,
    pause_ms: pauseMs,
    cut: { picked: cut.picked, up_to: cut.upTo },
    ...(begun && { begun: { step: begun.step, settled_at: new Date(begun.settledAt).toISOString() } }),
  };
}
