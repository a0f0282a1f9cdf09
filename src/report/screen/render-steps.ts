import { widthOf } from '../text/text-width.ts';
import type { NextStep } from '../view/list-next-steps.ts';

/** What a command is for, and the command. */
export type Step = Pick<NextStep, 'what' | 'command'>;

/** Commands that can come next, each whole, so that it can be copied: below what it does, where the line is too short for both. */
export function renderSteps(
  steps: readonly Step[],
  { width = Number.POSITIVE_INFINITY }: { readonly width?: number | undefined },
): readonly string[] {
  return steps.flatMap(({ what, command }, index) => {
    const label = (index === 0 ? 'Next' : '').padEnd(LABEL);
    const line = `${label}${what}: ${command}`;
    return widthOf(line) <= width ? [line] : [`${label}${what}:`, `${' '.repeat(LABEL)}  ${command}`];
  });
}

/** As wide as the labels of the other lines. */
const LABEL = 10;
