import { isMoneyField } from '../domain/fields.ts';
import type { Change } from '../domain/stages.ts';

/**
 * How far an amount moves, in percent of what it was: `undefined` for what is no amount, and where there was none, 0 or
 * none is left.
 */
export function percentOf({ field, before, after }: Change): number | undefined {
  if (!isMoneyField(field) || !before || after === null) return undefined;
  return ((Number(after) - Number(before)) / Number(before)) * 100;
}

/** The same for people: `+3.8 %`; nothing where there is nothing to tell. */
export function describeMove(change: Change): string {
  const percent = percentOf(change);
  return percent === undefined ? '' : formatPercent(percent);
}

export function formatPercent(percent: number): string {
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)} %`;
}
