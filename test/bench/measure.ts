import { performance } from 'node:perf_hooks';

/** One line of the table: a figure beside the yardstick that was measured in turn with it. */
export interface Measurement {
  readonly name: string;
  readonly ours: number;
  readonly yardstick: number;
  readonly unit: string;
  readonly against: string;
  /** What else was seen, a line each; printed below the table. */
  readonly notes?: readonly string[];
}

/** Milliseconds that `work` takes. */
export async function time(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Medians of both, measured in turn so that a machine that gets slower slows both down. */
export async function compare(
  rounds: number,
  ours: () => Promise<number>,
  yardstick: () => Promise<number>,
): Promise<{ readonly ours: number; readonly yardstick: number }> {
  const pairs: (readonly [number, number])[] = [];
  await ours();
  await yardstick();
  for (let round = 0; round < rounds; round++) pairs.push([await ours(), await yardstick()]);
  return { ours: median(pairs.map(([a]) => a)), yardstick: median(pairs.map(([, b]) => b)) };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
