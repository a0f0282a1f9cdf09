import type { Clock } from '../../src/domain/ports.ts';
import { turn } from '../support/gate.ts';

const START = 1_800_000_000_000;

/** A clock that only waits move on, and that calls `onWait` with each long one before it passes. Units: milliseconds. */
export function createWaitingClock(onWait: (nth: number) => void = () => {}) {
  let passed = 0;
  const waits: number[] = [];
  const listeners: (() => void)[] = [];
  const pass = (ms: number): void => {
    passed += ms;
    for (const listener of listeners) listener();
  };
  const clock: Clock = {
    now: () => START + passed,
    monotonic: () => passed,
    sleep: async (ms, signal) => {
      signal?.throwIfAborted();
      if (ms > 10_000) onWait(waits.push(Math.round(ms / 1000)));
      await turn();
      signal?.throwIfAborted();
      pass(ms);
    },
    every: () => () => {},
  };
  return { clock, waits, pass, onTime: (listener: () => void) => listeners.push(listener) };
}
