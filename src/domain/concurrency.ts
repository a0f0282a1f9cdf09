import { setMaxListeners } from 'node:events';

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

export type Task = (signal: AbortSignal) => Promise<unknown>;

/**
 * Runs tasks side by side. `next` is asked for another one whenever one is done, until it has none; it gets the number of those under way,
 * so that it can hold one back until later.
 *
 * Tasks get a signal that is aborted with the given one, and also once any of them has failed, so that nobody goes on waiting for what will
 * not be used. Errors: the first one, thrown when every task already begun is done.
 */
export async function runTasks(
  next: (underWay: number) => Task | undefined,
  { signal }: { readonly signal: AbortSignal },
): Promise<void> {
  const failure = new AbortController();
  const stop = AbortSignal.any([signal, failure.signal]);
  setMaxListeners(0, stop);
  await new Promise<void>((resolve) => {
    let underWay = 0;
    const begin = (): void => {
      for (let task = nextUnless(stop); task; task = nextUnless(stop)) void run(task);
      if (underWay === 0) resolve();
    };
    const nextUnless = ({ aborted }: AbortSignal): Task | undefined => {
      if (aborted) return undefined;
      try {
        return next(underWay);
      } catch (error) {
        failure.abort(error);
        return undefined;
      }
    };
    const run = async (task: Task): Promise<void> => {
      underWay++;
      try {
        await task(stop);
      } catch (error) {
        failure.abort(error);
      }
      underWay--;
      begin();
    };
    begin();
  });
  failure.signal.throwIfAborted();
  signal.throwIfAborted();
}
