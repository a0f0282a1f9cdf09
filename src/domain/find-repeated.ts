/** The numbers that are there more than once, among numbers in ascending order. */
export function findRepeated(sorted: Float64Array): ReadonlySet<number> {
  const repeated = new Set<number>();
  for (let index = 1; index < sorted.length; index++) {
    const number = sorted[index] ?? 0;
    if (number === sorted[index - 1]) repeated.add(number);
  }
  return repeated;
}
