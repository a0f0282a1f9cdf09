import { setMaxListeners } from 'node:events';

interface Options {
  /** How many items are worked on at once. */
  readonly width: number;
  readonly signal: AbortSignal;
}

/**
 * Works through `items` with `width` workers that pull from one iterator, so that a million items never become a
 * million waiting promises.
 *
 * `work` gets a signal that is aborted with the given one, and also once any item has failed, so that nobody goes on
 * waiting for what will not be used. Errors: the first one, thrown when every item already begun is done.
 */
export async function forEachConcurrently<T>(
  items: Iterable<T>,
  { width, signal }: Options,
  work: (item: T, signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  const failure = new AbortController();
  const stop = AbortSignal.any([signal, failure.signal]);
  setMaxListeners(0, stop);

  async function pull(): Promise<void> {
    try {
      while (!stop.aborted) {
        const next = iterator.next();
        if (next.done) return;
        await work(next.value, stop);
      }
    } catch (error) {
      failure.abort(error);
    }
  }

  await Promise.all(Array.from({ length: width }, pull));
  failure.signal.throwIfAborted();
  signal.throwIfAborted();
}
