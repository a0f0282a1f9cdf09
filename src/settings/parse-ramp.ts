import type { Limit } from '../plan/limits.ts';
import { countOrPercent } from './parse-setting.ts';
import { type Parsed, refused, understood } from './setting.ts';

/** More steps are a mistake. */
const MAX_STEPS = 20;

/** `1%,10%,100%`, or `50,10%,100%`: how many updates are sent by the end of each step; numbers and percentages rise, each among themselves. */
export function ramp(text: string): Parsed<readonly Limit[]> {
  const steps: Limit[] = [];
  for (const part of text.split(',').map((piece) => piece.trim())) {
    const step = countOrPercent(part);
    if (!step.ok || amountOf(step.value) === 0)
      return refused(`has "${part}", which is neither a number such as 50 nor a percentage such as 10%`);
    const before = steps.findLast(({ kind }) => kind === step.value.kind);
    if (before && amountOf(before) >= amountOf(step.value))
      return refused(
        `has ${part} after a step that is as large or larger: each one is counted from the first update on`,
      );
    steps.push(step.value);
  }
  const last = steps.at(-1);
  const isAll = last?.kind === 'percent' && last.percent === 100;
  if (!isAll) return refused(`does not end with 100%: in the end all updates are sent, as with ${text},100%`);
  if (steps.length > MAX_STEPS) return refused(`has ${steps.length} steps, and ${MAX_STEPS} are the most`);
  return understood(steps);
}

function amountOf(step: Limit): number {
  return step.kind === 'count' ? step.count : step.percent;
}
