/** `count` of them, with about as many others between them. */
export function pickEvenly<T>(items: readonly T[], count: number): readonly T[] {
  if (count >= items.length) return items;
  return Array.from(
    { length: Math.max(0, count) },
    (_, at) => items[Math.floor(((at + 1) * items.length) / (count + 1))] as T,
  );
}
