import { setMaxListeners } from 'node:events';

export type Task = (signal: AbortSignal) => Promise<unknown>;

/**
 * Runs tasks side by side. `next` is asked for another one whenever one is done, until it has none; it gets the number of those under way,
 * so that it can hold one back until later.
 *
 * Tasks get a signal that is aborted with the given one, and also once any of them has failed. Errors: the first one, thrown when every
 * task already begun is done.
 */
export async function runTasks(
  next: (underWay: number) => Task | undefined,
  { signal }: { readonly signal: AbortSignal },
): Promise<void> {
  const failure = new AbortController();
  const stop = AbortSignal.any([signal, failure.signal]);
  setMaxListeners(0, stop);
  const underWay = new Set<Promise<void>>();

  function begin(task: Task): void {
    const working: Promise<void> = task(stop)
      .then(
        () => {},
        (error: unknown) => failure.abort(error),
      )
      .finally(() => underWay.delete(working));
    underWay.add(working);
  }

  for (;;) {
    for (let task = nextUnless(stop); task; task = nextUnless(stop)) begin(task);
    if (underWay.size === 0) break;
    await Promise.race(underWay);
  }
  failure.signal.throwIfAborted();
  signal.throwIfAborted();

  function nextUnless({ aborted }: AbortSignal): Task | undefined {
    return aborted ? undefined : next(underWay.size);
  }
}
