import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';

/** Long work that yields after each small part of it. */
export type Steps<R = void> = Generator<unknown, R>;

/** Units: milliseconds. */
const SLICE_MS = 20;

/** All runs of a process share the slice: however many run, a turn of the event loop has one. Units: milliseconds, of `performance.now`. */
let sliceEnd = 0;
let nextTurn: Promise<void> = Promise.resolve();

/** Does long work and gives way to others of the process now and then: they wait for a slice, or for one step. Errors: those of the work. */
export async function inSlices<R>(steps: Steps<R>): Promise<R> {
  let step = steps.next();
  for (; !step.done; step = steps.next()) if (performance.now() >= sliceEnd) await giveWay();
  return step.value;
}

/** Waits for a turn of the event loop, after the others that wait. */
export async function giveWay(): Promise<void> {
  nextTurn = nextTurn.then(() => setImmediate());
  await nextTurn;
  sliceEnd = performance.now() + SLICE_MS;
}

/** Likewise, with something to do for each of many items. */
export function eachInSlices<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  return inSlices(each(items, work));
}

function* each<T>(items: Iterable<T>, work: (item: T) => void): Steps {
  for (const item of items) yield void work(item);
}

/** Does the same work without giving way. */
export function atOnce<R>(steps: Steps<R>): R {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
