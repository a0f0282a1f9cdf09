import { runTasks } from './run-tasks.ts';

interface Options {
  /** How many items are worked on at once; it is asked again whenever one is done. */
  readonly width: () => number;
  readonly signal: AbortSignal;
}

/**
 * Works through `items`, `width` of them at once. They are taken from the iterator as they are begun, so that a million items never
 * become a million waiting promises.
 *
 * `work` gets a signal that is aborted with the given one, and also once any item has failed. Errors: the first one, thrown when every
 * item already begun is done.
 */
export async function forEachConcurrently<T>(
  items: Iterable<T>,
  { width, signal }: Options,
  work: (item: T, signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  let isEmpty = false;
  await runTasks(
    (underWay) => {
      if (isEmpty || underWay >= width()) return undefined;
      const next = iterator.next();
      isEmpty = next.done === true;
      return next.done ? undefined : (stop) => work(next.value, stop);
    },
    { signal },
  );
}
