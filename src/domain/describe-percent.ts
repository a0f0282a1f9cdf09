import { tenthsOfPercent } from './change-buckets.ts';

/** The sign of a fall, if nothing is known of what can be shown. */
const TYPOGRAPHIC = { minus: '−' } as const;

/**
 * How far an amount moves, as `−15.0 %`; nothing where there is no percentage. A fall too small for it is `−0.0 %`. Screens, files and
 * the rules use this one function, since a move that reads differently in two places makes people doubt both.
 *
 * Units: cents.
 */
export function describePercent(
  before: number | null,
  after: number | null,
  { minus }: { readonly minus: string } = TYPOGRAPHIC,
): string {
  const tenths = tenthsOfPercent(before, after);
  if (tenths === undefined) return '';
  return `${Number(after) < Number(before) ? minus : '+'}${formatTenths(Math.abs(tenths))} %`;
}

/** `12.5`. Units: tenths, a whole number that is not negative. */
export function formatTenths(tenths: number): string {
  const digits = String(tenths).padStart(2, '0');
  return `${digits.slice(0, -1)}.${digits.slice(-1)}`;
}

/** How large a part is, as `12.5 %`. */
export function describeShare(part: number, whole: number): string {
  return `${((part / whole) * 100).toFixed(1)} %`;
}
