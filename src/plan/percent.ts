import { count } from '../domain/count.ts';
import { describeShare } from '../domain/moves.ts';

/** Percentages come with at most three decimals; thousandths of a percent are whole numbers. */
const THOUSANDTHS = 1000;

/** Whether `part` is more than `percent` of `whole`, in whole numbers: 7 of 100 is not more than 7 %. */
export function isMoreThan(part: number, percent: number, whole: number): boolean {
  return part * 100 * THOUSANDTHS > Math.round(percent * THOUSANDTHS) * whole;
}

/** How many of `whole` are `percent` of them, rounded up. */
export function shareOf(percent: number, whole: number): number {
  return Math.ceil((Math.round(percent * THOUSANDTHS) * whole) / (100 * THOUSANDTHS));
}

/** `3 of 12 rows are invalid (25.0 %)`. */
export function describePart(part: number, rows: number, what: string): string {
  return `${part} of ${count(rows, 'row')} ${part === 1 ? 'is' : 'are'} ${what} (${describeShare(part, rows)})`;
}
