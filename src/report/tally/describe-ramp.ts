import { count } from '../../domain/count.ts';
import type { RampReport } from './run-report.ts';

/** The steps of a ramp, in a line: `120, 1080 and 10800 updates, with pauses of 10 min; 1199 listings read back, 1 no longer as sent`. */
export function describeRamp({ steps, pauseMs }: RampReport): string {
  const shown = steps.filter(({ updates }) => updates > 0);
  const sizes = shown.map(({ updates }) => String(updates));
  const last = sizes.pop() ?? '0';
  const sizesText = sizes.length === 0 ? last : `${sizes.join(', ')} and ${last}`;
  const pauses = sizes.length === 0 ? '' : describePauses(sizes.length, pauseMs);
  return `${sizesText} updates${pauses}${describeChecks(steps)}`;
}

function describePauses(pauses: number, ms: number): string {
  return ms === 0 ? ', without a pause' : `, with ${count(pauses, 'pause')} of ${formatSpan(ms)}`;
}

function describeChecks(steps: RampReport['steps']): string {
  const checked = steps.filter(({ checkedAt }) => checkedAt !== undefined);
  const sum = (of: (step: RampReport['steps'][number]) => number): number =>
    steps.reduce((total, step) => total + of(step), 0);
  const [overwritten, unread] = [sum((step) => step.overwritten), sum((step) => step.unread)];
  const found = [
    ...(overwritten > 0 ? [`${count(overwritten, 'listing')} no longer as sent`] : []),
    ...(unread > 0 ? [`${count(unread, 'listing')} could not be read back`] : []),
  ];
  if (checked.length === 0 && found.length === 0) return '';
  const which = checked.length === 1 ? '1 step' : `${checked.length} steps`;
  return `; ${which} read back: ${found.length === 0 ? 'all as sent' : found.join(', ')}`;
}

const UNITS = [
  [3_600_000, 'h'],
  [60_000, 'min'],
] as const;

/** In the largest unit that divides it. */
function formatSpan(ms: number): string {
  const [size, unit] = UNITS.find(([each]) => ms % each === 0) ?? [1000, 's'];
  return `${ms / size} ${unit}`;
}
