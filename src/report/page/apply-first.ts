import type { NextStep } from '../advice/list-next-steps.ts';

/** Of all commands, the one that sends this very plan is what the page is read for. */
export function applyFirst(steps: readonly NextStep[]): readonly NextStep[] {
  return steps.toSorted((one, other) => Number(other.kind === 'apply') - Number(one.kind === 'apply'));
}
