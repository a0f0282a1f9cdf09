import type { Clock } from '../domain/ports.ts';

interface Alarm {
  readonly isSet: () => boolean;
  /** Rings at the given time or earlier; with an infinite one, never. */
  set(at: number, now: number): void;
  clear(): void;
}

/**
 * One timer that is set again and again. An alarm that is too early is set again when it rings; only one that is too late is
 * cancelled.
 */
export function createAlarm(clock: Clock, onRing: () => void): Alarm {
  let current: { readonly at: number } | undefined;
  let stop = new AbortController();

  function clear(): void {
    if (!current) return;
    current = undefined;
    stop.abort();
    stop = new AbortController();
  }

  return {
    isSet: () => current !== undefined,
    set: (at, now) => {
      if (current && current.at <= at) return;
      clear();
      if (at === Number.POSITIVE_INFINITY) return;
      const mine = { at };
      current = mine;
      clock.sleep(at - now, stop.signal).then(
        () => {
          if (current !== mine) return;
          current = undefined;
          onRing();
        },
        () => undefined,
      );
    },
    clear,
  };
}
