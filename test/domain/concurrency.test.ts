import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { forEachConcurrently } from '../../src/domain/concurrency.ts';
import { turn } from '../support/gate.ts';

/** Work that ends when the test says so, and a record of what was begun. */
function handWork() {
  const begun: number[] = [];
  const signals: AbortSignal[] = [];
  const ends = new Map<number, { resolve: () => void; reject: (error: unknown) => void }>();
  return {
    begun,
    signals,
    finish: (item: number) => ends.get(item)?.resolve(),
    fail: (item: number, error: unknown) => ends.get(item)?.reject(error),
    work: (item: number, signal: AbortSignal) => {
      begun.push(item);
      signals.push(signal);
      return new Promise<void>((resolve, reject) => ends.set(item, { resolve, reject }));
    },
  };
}

function* naturals(): Generator<number> {
  for (let number = 0; ; number++) yield number;
}

/** Tells whether a promise is over without waiting for it. */
function watch(promise: Promise<unknown>) {
  const state = { over: false, error: undefined as unknown };
  promise.then(
    () => Object.assign(state, { over: true }),
    (error: unknown) => Object.assign(state, { over: true, error }),
  );
  return state;
}

const never = () => new AbortController().signal;

describe('forEachConcurrently', () => {
  it('leaves no item undone where the width falls while several are done at once', async () => {
    const { begun, finish, work } = handWork();
    let width = 5;
    const run = watch(
      forEachConcurrently([0, 1, 2, 3, 4, 5, 6, 7], { width: () => width, signal: never() }, work),
    );
    await turn();
    width = 2;
    for (const item of [0, 1, 2, 3, 4]) finish(item);
    await turn();
    expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6]);
    for (const item of [5, 6]) finish(item);
    await turn();
    finish(7);
    await turn();
    expect([begun.length, run.over]).toEqual([8, true]);
  });

  it.each(['a failure', 'a signal'])('after %s begins nothing, waits, and throws its reason', async (by) => {
    const { begun, signals, finish, fail, work } = handWork();
    const stop = new AbortController();
    const run = watch(forEachConcurrently(naturals(), { width: () => 3, signal: stop.signal }, work));
    await turn();
    const reason = new Error('enough');
    if (by === 'a failure') fail(1, reason);
    else stop.abort(reason);
    await turn();
    expect(signals.map((signal) => signal.reason)).toEqual([reason, reason, reason]);
    finish(0);
    finish(1);
    await turn();
    expect(run.over).toBe(false);
    finish(2);
    await turn();
    expect(run).toEqual({ over: true, error: reason });
    expect(begun).toEqual([0, 1, 2]);
  });

  it('lets very many listen to the signal without a warning', async () => {
    const warnings: unknown[] = [];
    const onWarning = (warning: unknown) => warnings.push(warning);
    process.on('warning', onWarning);
    onTestFinished(() => void process.off('warning', onWarning));
    const items = Array.from({ length: 200 }, (_, index) => index);
    await forEachConcurrently(items, { width: () => 200, signal: never() }, async (_item, signal) => {
      signal.addEventListener('abort', () => {});
      await turn();
    });
    await turn();
    expect(warnings).toEqual([]);
  });

  it('keeps its promises in whatever order work ends, and whatever of it fails', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.boolean(), { maxLength: 25 }),
        fc.integer({ min: 1, max: 6 }),
        async (scheduler, succeeds, width) => {
          const begun: number[] = [];
          const failed: number[] = [];
          let inFlight = 0;
          let most = 0;
          const run = forEachConcurrently(
            succeeds.keys(),
            { width: () => width, signal: never() },
            async (item) => {
              expect(failed).toEqual([]);
              begun.push(item);
              most = Math.max(most, ++inFlight);
              await scheduler.schedule(Promise.resolve());
              inFlight--;
              if (succeeds[item]) return;
              failed.push(item);
              throw item;
            },
          );
          const end = run.then(
            () => ({ error: undefined, inFlight }),
            (error: unknown) => ({ error, inFlight }),
          );
          await scheduler.waitFor(end);
          expect(await end).toEqual({ error: failed[0], inFlight: 0 });
          expect(most).toBe(Math.min(width, succeeds.length));
          expect(begun).toEqual([...begun.keys()]);
          if (failed.length === 0) expect(begun.length).toBe(succeeds.length);
        },
      ),
    );
  });
});
