/** Only what there is. */
export function withoutZeros<T extends string>(
  counts: Readonly<Record<T, number>>,
): Readonly<Partial<Record<T, number>>> {
  return Object.fromEntries(Object.entries(counts).filter(([, number]) => number !== 0)) as Partial<
    Record<T, number>
  >;
}
