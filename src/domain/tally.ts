/** Takes items one by one, in order, and keeps only what its result needs, so that a sheet is never held in memory as a whole. */
export interface Tally<T, R> {
  add(item: T): void;
  /** To be read once every item was added. */
  result(): R;
}
