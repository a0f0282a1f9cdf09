import { measured, median, type Series } from './measure.ts';

/** What a figure may be at most, has to be at least, or has to be. */
export type Bound = { readonly most: number } | { readonly least: number } | { readonly exactly: number };

/** A line of the table. */
export interface Line {
  /** `G1` to `G14`, or `report`. */
  readonly id: string;
  readonly name: string;
  readonly ours: string;
  readonly yardstick: string;
  /** Ours ÷ yardstick, of the medians; none where either is missing. */
  readonly ratio?: number | undefined;
  /** The lowest and the highest ratio of any round. */
  readonly spread?: readonly [number, number] | undefined;
  readonly must?: Bound | undefined;
  readonly aim?: Bound | undefined;
  /** Why there is no ratio. */
  readonly failed?: string | undefined;
  readonly leftOut?: string | undefined;
  /** Printed below the table. */
  readonly notes?: readonly string[];
}

export interface BenchContext {
  /** Everything at the size that the goals are about; else as much as fits into a few minutes. */
  readonly full: boolean;
  /** For sheets and run folders; gone at the end. */
  readonly folder: string;
  /** Of what was named on the command line. */
  wants(id: string): boolean;
  /** Tells a person who waits what is being done. */
  say(text: string): void;
}

/** Figures that are measured together. */
export interface Group {
  readonly ids: readonly string[];
  /** Lines of figures that were not asked for may be among them. */
  measure(context: BenchContext): Promise<readonly Line[]>;
}

interface Comparison extends Pick<Line, 'id' | 'name' | 'must' | 'aim' | 'notes'> {
  readonly ours: Series;
  readonly yardstick: Series;
  readonly against: string;
  readonly unit: string;
  readonly digits?: number;
}

/** A line out of what was measured, ours and the yardstick in the same rounds. */
export function compare(comparison: Comparison): Line {
  const { id, name, must, aim, notes = [], ours, yardstick, against, unit, digits = 0 } = comparison;
  const show = (series: Series) =>
    series.kind === 'measured' ? `${group(median(series.values), digits)} ${unit}`.trim() : 'none';
  const line = {
    id,
    name,
    must,
    aim,
    notes,
    ours: show(ours),
    yardstick: against === '' ? show(yardstick) : `${show(yardstick)} (${against})`,
  };
  if (ours.kind === 'failed') return { ...line, failed: ours.why };
  if (ours.kind === 'missing') return { ...line, leftOut: ours.why };
  if (yardstick.kind !== 'measured')
    return { ...line, leftOut: yardstick.kind === 'failed' ? `${against}: ${yardstick.why}` : yardstick.why };
  const ratios = ours.values.map((value, round) => value / (yardstick.values[round] ?? Number.NaN));
  return {
    ...line,
    ratio: median(ours.values) / median(yardstick.values),
    spread: ratios.length > 1 ? [Math.min(...ratios), Math.max(...ratios)] : undefined,
  };
}

/** A line with what is wanted itself, in milliseconds, as a yardstick that is always the same. */
export function wanted(id: string, name: string, ours: Series, withinMs: number): Line {
  const count = ours.kind === 'measured' ? ours.values.length : 1;
  const yardstick = measured(...Array.from({ length: count }, () => withinMs));
  return compare({ id, name, ours, yardstick, against: 'wanted', unit: 'ms', must: { most: 1 } });
}

/** Whether a ratio keeps to a bound, as it is printed: three places behind the point. */
export function holds(ratio: number, bound: Bound): boolean {
  const rounded = Math.round(ratio * 1000) / 1000;
  if ('exactly' in bound) return rounded === bound.exactly;
  return 'most' in bound ? rounded <= bound.most : rounded >= bound.least;
}

function group(value: number, digits: number): string {
  return value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
