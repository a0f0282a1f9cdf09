import { explainReason, type Reason, type ReasonText } from '../../domain/reasons.ts';

/** Row rules that are checked again on the listing as the update has left it. */
const CHECKED_AGAIN: readonly Reason[] = [
  'min_above_max',
  'below_cost',
  'manual_out_of_bounds',
  'zero_price',
  'zero_cost',
];

const BROKEN_SINCE: ReasonText = {
  means:
    'The update was sent, and another field has changed beside it, so that the listing breaks a guard rule now.',
  todo: 'Look at these listings first, and correct what is wrong there. Undo takes back what the run has set.',
};

/** What to say of rows that have this reason. `wasSent`: they were updated. */
export function adviceOn(reason: Reason, { wasSent = false } = {}): ReasonText {
  return wasSent && CHECKED_AGAIN.includes(reason) ? BROKEN_SINCE : explainReason(reason);
}
