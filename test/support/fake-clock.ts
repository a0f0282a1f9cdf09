import { performance } from 'node:perf_hooks';
import type { Clock } from '../../src/domain/ports.ts';
import { turn } from './gate.ts';

interface Sleeper {
  readonly wakeAt: number;
  readonly wake: () => void;
}

/** A clock that stands still until a test moves it; nothing ever waits for real. */
export interface FakeClock extends Clock {
  /** Moves time on, waking sleepers in order. */
  advance(ms: number): Promise<void>;
  /** Moves time on to the next sleeper again and again, until `work` is done. */
  runUntilDone<T>(work: Promise<T>): Promise<T>;
  /** Every sleep that was requested, in milliseconds. */
  readonly sleeps: readonly number[];
}

export function createFakeClock(start = 1_700_000_000_000): FakeClock {
  let elapsed = 0;
  const sleepers = new Set<Sleeper>();
  const sleeps: number[] = [];

  function sleep(ms: number, signal?: AbortSignal): Promise<void> {
    sleeps.push(ms);
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const sleeper = { wakeAt: elapsed + Math.max(0, ms), wake: finish };
      function finish(): void {
        sleepers.delete(sleeper);
        signal?.removeEventListener('abort', stop);
        resolve();
      }
      function stop(): void {
        sleepers.delete(sleeper);
        reject(signal?.reason);
      }
      sleepers.add(sleeper);
      signal?.addEventListener('abort', stop, { once: true });
    });
  }

  async function advance(ms: number): Promise<void> {
    const target = elapsed + ms;
    for (;;) {
      await turn();
      const next = earliest(sleepers);
      if (!next || next.wakeAt > target) break;
      elapsed = next.wakeAt;
      next.wake();
    }
    elapsed = target;
    await turn();
  }

  async function runUntilDone<T>(work: Promise<T>): Promise<T> {
    let done = false;
    const end = (): void => {
      done = true;
    };
    work.then(end, end);
    for (await turn(); !done; await turn()) {
      const next = earliest(sleepers);
      if (next) {
        elapsed = Math.max(elapsed, next.wakeAt);
        next.wake();
      }
    }
    return work;
  }

  function every(ms: number, act: () => void): () => void {
    let sleeper: Sleeper;
    function wait(): void {
      sleeper = { wakeAt: elapsed + ms, wake: wakeUp };
      sleepers.add(sleeper);
    }
    function wakeUp(): void {
      sleepers.delete(sleeper);
      wait();
      act();
    }
    wait();
    return () => sleepers.delete(sleeper);
  }

  return {
    now: () => start + elapsed,
    monotonic: () => elapsed,
    sleep,
    every,
    advance,
    runUntilDone,
    sleeps,
  };
}

function earliest(sleepers: ReadonlySet<Sleeper>): Sleeper | undefined {
  return [...sleepers].sort((a, b) => a.wakeAt - b.wakeAt)[0];
}

/** A clock for the real network: time goes on by itself, and whoever sleeps wakes at once, that much later. Units: milliseconds. */
export function createHastyClock(startMs = 0): Clock {
  let slept = startMs;
  return {
    now: () => Date.now() + slept,
    monotonic: () => performance.now() + slept,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      slept += Math.max(0, ms);
      await turn();
      signal?.throwIfAborted();
    },
    every: () => () => {},
  };
}
