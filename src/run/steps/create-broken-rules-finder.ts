import { applyChanges } from '../../domain/stages.ts';
import type { FindBrokenRules } from '../../execute/hold-against-guards.ts';
import { findNewlyBroken } from '../../plan/check-row-guards.ts';
import type { PlanOptions } from '../../plan/plan-row.ts';

/**
 * Checks the row rules against a listing as its update has left it. An undo restores earlier values and is checked by no
 * rule; any field that changes beyond what it sent is an error there anyway.
 */
export function createBrokenRulesFinder({
  limits,
  restoring,
}: Pick<PlanOptions, 'limits' | 'restoring'>): FindBrokenRules | undefined {
  if (restoring) return undefined;
  const allow = limits?.allow ?? new Set();
  return ({ resolved: { listing, fees }, changes }, observed) => {
    const planned = applyChanges(listing.values, changes);
    const now = applyChanges(listing.values, observed);
    return findNewlyBroken({ listing, fees, planned, now }, allow);
  };
}
