interface Place {
  /** How many figures there are, figures that are in no bin and beyond them all included. */
  readonly total: number;
  readonly share: number;
}

/** The bin that this share of all figures does not go beyond; `undefined` if it is beyond the bins. `counts`: figures by bin. */
export function quantileOf(counts: ReadonlyMap<number, number>, { total, share }: Place): number | undefined {
  const place = Math.max(1, Math.ceil(total * share));
  let passed = 0;
  for (const [bin, count] of [...counts].sort(([one], [other]) => one - other)) {
    passed += count;
    if (passed >= place) return bin;
  }
  return undefined;
}
