/** `1/12 of`, `1.3 times`, `40 times`: to be followed by what it is a part or a multiple of. */
export function describeRatio(ratio: number): string {
  return `${formatRatio(ratio)} ${isPart(ratio) ? 'of' : 'times'}`;
}

/** `1/12`, `3 times`: of what was named before. */
export function describeLimit(ratio: number): string {
  return isPart(ratio) ? formatRatio(ratio) : describeRatio(ratio);
}

/** `1/12`, `1.3`. */
export function formatRatio(ratio: number): string {
  return isPart(ratio) ? `1/${round(1 / ratio)}` : round(ratio);
}

function isPart(ratio: number): boolean {
  return ratio <= 0.5;
}

function round(number: number): string {
  return number < 9.95 ? String(Number(number.toFixed(1))) : number.toFixed(0);
}
