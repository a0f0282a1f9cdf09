import { performance } from 'node:perf_hooks';
import type { Clock } from '../../src/domain/ports.ts';
import { turn } from './turn.ts';

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
