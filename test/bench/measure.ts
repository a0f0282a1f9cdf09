/** What was measured in all rounds, or why there is nothing to show. */
export type Series =
  | { readonly kind: 'measured'; readonly values: readonly number[] }
  /** It was run, and did not do what it should. */
  | { readonly kind: 'failed'; readonly why: string }
  /** Something it needs isn't installed here. */
  | { readonly kind: 'missing'; readonly why: string };

/** One thing to measure, round by round; a sentence instead of a function says what it lacks. */
export type Work = (() => Promise<number>) | { readonly missing: string };

/**
 * Measures things in turn, so that a machine that gets slower slows all of them down; every other round goes backwards.
 * What fails once is not tried again, and the others go on.
 *
 * Shape: a warm-up round that counts for nothing comes first, unless `warmUp` is false.
 */
export async function alternate<K extends string>(
  rounds: number,
  works: Readonly<Record<K, Work>>,
  { warmUp = true }: { readonly warmUp?: boolean } = {},
): Promise<Readonly<Record<K, Series>>> {
  const names = Object.keys(works) as K[];
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<K, number[]>;
  const ended: Partial<Record<K, Series>> = {};
  for (let round = warmUp ? -1 : 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const work = works[name];
      if (ended[name]) continue;
      if (typeof work !== 'function') {
        ended[name] = { kind: 'missing', why: work.missing };
        continue;
      }
      try {
        const value = await work();
        if (round >= 0) measured[name].push(value);
      } catch (error) {
        ended[name] = { kind: 'failed', why: error instanceof Error ? error.message : String(error) };
      }
    }
  }
  return Object.fromEntries(
    names.map((name) => [name, ended[name] ?? { kind: 'measured', values: measured[name] }]),
  ) as Record<K, Series>;
}

export function measured(...values: readonly number[]): Series {
  return { kind: 'measured', values };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = Number.NaN] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}
