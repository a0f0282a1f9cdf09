import { setImmediate } from 'node:timers/promises';

/** Long work that yields after each part of it, which takes a few milliseconds at most. */
export type Steps<R = void> = Generator<unknown, R>;

let nextTurn: Promise<void> = Promise.resolve();

/**
 * Does long work and gives way to others of the process after each step. It does so by steps and not by a clock, so that a run that is played
 * again does the same. Errors: those of the work.
 */
export async function inSlices<R>(steps: Steps<R>): Promise<R> {
  let step = steps.next();
  for (; !step.done; step = steps.next()) await giveWay();
  return step.value;
}

/** Waits for a turn of the event loop, after the others that wait: however many runs there are, a turn has one step. */
export async function giveWay(): Promise<void> {
  nextTurn = nextTurn.then(() => setImmediate());
  await nextTurn;
}

/** Items that take a few milliseconds together. */
export const ITEMS_AT_ONCE = 250;

/** Likewise, with something to do for each of many items. */
export function eachInSlices<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  return inSlices(eachInSteps(items, work));
}

/** The same as a part of longer work. */
export function* eachInSteps<T>(items: Iterable<T>, work: (item: T) => void): Steps {
  let count = 0;
  for (const item of items) {
    work(item);
    if (++count % ITEMS_AT_ONCE === 0) yield;
  }
  yield;
}

/** Does the same work without giving way. */
export function atOnce<R>(steps: Steps<R>): R {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
