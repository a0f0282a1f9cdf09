import { setMaxListeners } from 'node:events';

interface Options {
  /** How many items are worked on at once; it is asked again whenever one is done. */
  readonly width: () => number;
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
  const workers = new Set<Promise<void>>();
  let hired = 0;
  let isEmpty = false;

  async function pull(): Promise<void> {
    try {
      while (!stop.aborted && !isEmpty && hired <= width()) {
        const next = iterator.next();
        isEmpty = next.done === true;
        if (next.done) return;
        const working = work(next.value, stop);
        hire();
        await working;
      }
    } catch (error) {
      failure.abort(error);
    }
  }

  /** One by one: each worker hires the next one once it has something to do. */
  function hire(): void {
    if (stop.aborted || isEmpty || hired >= width()) return;
    hired++;
    const worker: Promise<void> = pull().finally(() => {
      hired--;
      workers.delete(worker);
    });
    workers.add(worker);
  }

  // Where the width falls while several items are done at once, more workers leave than have to.
  for (hire(); workers.size > 0; hire()) await Promise.race(workers);
  failure.signal.throwIfAborted();
  signal.throwIfAborted();
}
