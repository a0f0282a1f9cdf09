/** What a figure may be at most, has to be at least, or has to be. */
type Bound = { readonly most: number } | { readonly least: number } | { readonly exactly: number };

/** A line of the table. */
export interface Line {
  /** `G1` to `G14`. */
  readonly id: string;
  readonly name: string;
  readonly ours: string;
  readonly yardstick: string;
  /** Ours ÷ yardstick, of the medians; none if either could not be measured. */
  readonly ratio?: number;
  /** The lowest and the highest ratio of any round. */
  readonly spread?: readonly [number, number] | undefined;
  readonly must?: Bound | undefined;
  readonly aim?: Bound | undefined;
  readonly failed?: string;
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
  /** Says to a person who waits what is being done. */
  say(text: string): void;
}

/** Figures that are measured together. */
export interface Group {
  readonly ids: readonly string[];
  /** Lines of figures that were not asked for may be among them. */
  measure(context: BenchContext): Promise<readonly Line[]>;
}

/**
 * Measures in turn, so that a machine that gets slower slows all of it down; every other round goes backwards.
 *
 * Shape: a warm-up round that counts for nothing comes first, unless `warmUp` is false.
 */
export async function alternate<K extends string, T>(
  rounds: number,
  works: Readonly<Record<K, () => Promise<T>>>,
  { warmUp = true }: { readonly warmUp?: boolean } = {},
): Promise<Readonly<Record<K, readonly T[]>>> {
  const names = Object.keys(works) as K[];
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<K, T[]>;
  for (let round = warmUp ? -1 : 0; round < rounds; round++)
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const value = await works[name]();
      if (round >= 0) measured[name].push(value);
    }
  return measured;
}

interface Comparison extends Pick<Line, 'id' | 'name' | 'must' | 'aim' | 'notes'> {
  readonly ours: readonly number[];
  readonly yardstick: readonly number[];
  readonly against: string;
  readonly unit: string;
  readonly digits?: number;
}

/** A line out of what was measured, ours and the yardstick in the same rounds. */
export function compare(comparison: Comparison): Line {
  const { ours, yardstick, against, unit, digits = 0, ...line } = comparison;
  const show = (values: readonly number[]) => `${group(median(values), digits)} ${unit}`;
  const ratios = ours.map((value, round) => value / (yardstick[round] ?? Number.NaN));
  return {
    ...line,
    ours: show(ours),
    yardstick: `${show(yardstick)} (${against})`,
    ratio: median(ours) / median(yardstick),
    spread: ratios.length > 1 ? [Math.min(...ratios), Math.max(...ratios)] : undefined,
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = Number.NaN] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}

/** A number as people write it. */
export function group(value: number, digits = 0): string {
  return value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** The figures as a Markdown table; below it what failed, and `withNotes` what else was seen. */
export function renderTable(lines: readonly Line[], { withNotes }: { readonly withNotes: boolean }): string {
  const rows = [
    ['', 'figure', 'ours', 'yardstick', 'ratio', 'lowest–highest', 'must', 'aim', 'holds'],
    ['---', '---', '---:', '---:', '---:', '---:', '---:', '---:', '---'],
    ...lines.map(toCells),
  ];
  const table = rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const judged = lines.filter(({ must }) => must !== undefined);
  const held = judged.filter((line) => judge(line).startsWith('yes')).length;
  const notes = [
    ...lines.flatMap(({ id, name, failed }) => (failed ? [`${id}, ${name}: FAILED: ${failed}.`] : [])),
    ...(withNotes ? lines.flatMap(({ id, notes = [] }) => notes.map((note) => `${id}: ${note}`)) : []),
  ];
  const list = [...new Set(notes)].map((note) => `- ${note.replace(/\s+/g, ' ').replace(/\.+$/, '')}`);
  return [table, `${held} of ${judged.length} musts hold.`, list.join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');
}

function toCells(line: Line): readonly string[] {
  const { id, name, ours, yardstick, ratio, spread = [], must, aim } = line;
  const show = (value: number) => value.toFixed(value >= 10 ? 1 : 3);
  return [
    id,
    name,
    ours,
    yardstick,
    ratio === undefined ? '' : show(ratio),
    spread.map(show).join('–'),
    describe(must),
    describe(aim),
    judge(line),
  ];
}

function describe(bound: Bound | undefined): string {
  if (bound === undefined) return '';
  if ('exactly' in bound) return `= ${bound.exactly}`;
  return 'most' in bound ? `≤ ${bound.most}` : `≥ ${bound.least}`;
}

function judge({ ratio, must, aim, failed }: Line): string {
  if (failed !== undefined || ratio === undefined) return must === undefined ? 'failed' : '**no**: failed';
  if (must === undefined) return '';
  if (!holds(ratio, must)) return '**no**';
  return aim !== undefined && holds(ratio, aim) ? 'yes, and the aim' : 'yes';
}

/** Whether a ratio keeps to a bound, as it is printed: three places behind the point. */
function holds(ratio: number, bound: Bound): boolean {
  const rounded = Math.round(ratio * 1000) / 1000;
  if ('exactly' in bound) return rounded === bound.exactly;
  return 'most' in bound ? rounded <= bound.most : rounded >= bound.least;
}
