import { FEW_ROWS } from '../domain/few-rows.ts';
import type { Limit } from './limits.ts';
import { shareOf } from './percent.ts';

/**
 * How many of `total` updates are sent by the end of each step of a ramp. A percentage makes at least ten, since fewer show
 * little; a number is taken as it is. A step that adds nothing is left out, and the last one has all updates.
 */
export function sizeSteps(steps: readonly Limit[], total: number): readonly number[] {
  const sizes: number[] = [];
  for (const step of steps) {
    const size = sizeOf(step, total);
    if (size > (sizes.at(-1) ?? 0) && size < total) sizes.push(size);
  }
  return total === 0 ? [] : [...sizes, total];
}

function sizeOf(step: Limit, total: number): number {
  return step.kind === 'count' ? step.count : Math.max(FEW_ROWS, shareOf(step.percent, total));
}
