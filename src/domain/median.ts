/** The figure in the middle, of an even number of them the lower one; `undefined` if there are none. */
export function medianOf(figures: readonly number[]): number | undefined {
  const sorted = [...figures].sort((one, other) => one - other);
  return sorted[(sorted.length - 1) >> 1];
}
