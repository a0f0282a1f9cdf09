import type { RampReport } from '../../report/tally/run-report.ts';
import type { RampPlan } from '../job/ramp-plan.ts';

/** A ramp of which nothing was sent yet. */
export function beginRampReport({ order, sizes }: RampPlan): RampReport {
  const none = { sent: 0, failed: 0, overwritten: 0, unread: 0, checkedAt: undefined };
  return { pauseMs: order.pauseMs, steps: sizes.map((updates) => ({ updates, ...none })) };
}
