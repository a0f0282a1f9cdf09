/**
 * Objects in creation order, most recent first, found by id without a search.
 *
 * Shape: `items` may be replaced in place (never moved); `positionOf` gives an index into it.
 */
export interface OrderedCollection<T> {
  readonly items: T[];
  positionOf(id: string): number | undefined;
}

/** Orders objects by creation. Equal times keep the order given, so that every listing of the same catalogue is the same list. */
export function createOrderedCollection<T extends { readonly id: string }>(
  objects: readonly T[],
  createdOf: (object: T) => number,
): OrderedCollection<T> {
  const items = [...objects].sort((left, right) => createdOf(right) - createdOf(left));
  const positions = new Map<string, number>();
  for (const [position, { id }] of items.entries()) positions.set(id, position);
  return { items, positionOf: (id) => positions.get(id) };
}
