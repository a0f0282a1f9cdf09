/** How many of these moments the fullest stretch of a second, or of `lengthMs`, holds, its end not counted. Units: milliseconds. */
export function fullestSecond(moments: readonly number[], lengthMs = 1000): number {
  const sorted = Float64Array.from(moments).sort();
  let most = 0;
  let from = 0;
  for (let to = 0; to < sorted.length; to++) {
    while ((sorted[to] ?? 0) - (sorted[from] ?? 0) >= lengthMs - DUST) from++;
    most = Math.max(most, to - from + 1);
  }
  return most;
}

/** Differences below this come from adding up fractions. */
const DUST = 1e-6;
