import type { Clock } from '../domain/ports.ts';
import { createAbortWatch } from './abort-watch.ts';
import { createAlarm } from './alarm.ts';
import type { Permit } from './permit.ts';

interface RequestQueue {
  /** Resolves when the request may be sent. Rejects with the signal's reason as soon as it is aborted. */
  wait(signal: AbortSignal): Promise<Permit>;
  /** Releases every request that is due; to be called whenever requests may be due earlier than planned. */
  move(): void;
  /** For how long there were requests that waited, in all. */
  waitedMs(): number;
}

interface RequestQueueOptions {
  readonly clock: Clock;
  /** When the next one may pass, on the clock that never jumps; infinite where unknown yet. */
  readonly dueAt: (now: number) => number;
  readonly grant: (now: number, waited: boolean) => Permit;
}

interface Waiter {
  readonly signal: AbortSignal;
  readonly resolve: (permit: Permit) => void;
  readonly reject: (reason: unknown) => void;
  gone: boolean;
}

/** A queue in the order of arrival, on one timer for all: a timer for each would cost more than the request. */
export function createRequestQueue({ clock, dueAt, grant }: RequestQueueOptions): RequestQueue {
  let waiters: Waiter[] = [];
  let first = 0;
  let waitedMs = 0;
  let waitingSince: number | undefined;
  const alarm = createAlarm(clock, move);
  const watch = createAbortWatch(sendAway);

  function wait(signal: AbortSignal): Promise<Permit> {
    if (signal.aborted) return Promise.reject(signal.reason);
    if (first === waiters.length) {
      const now = clock.monotonic();
      if (dueAt(now) <= now) return Promise.resolve(grant(now, false));
    }
    return new Promise((resolve, reject) => {
      waiters.push({ signal, resolve, reject, gone: false });
      waitingSince ??= clock.monotonic();
      watch.add(signal);
      if (!alarm.isSet()) move();
    });
  }

  function move(): void {
    if (first === waiters.length && !alarm.isSet()) return;
    for (let now = clock.monotonic(); first < waiters.length; ) {
      const waiter = waiters[first];
      if (waiter && !waiter.gone) {
        const at = dueAt(now);
        if (at > now) {
          alarm.set(at, now);
          return;
        }
        watch.remove(waiter.signal);
        waiter.resolve(grant(now, true));
      }
      first++;
      if (first > 1000 || first === waiters.length) drop();
    }
    waitedMs = totalWaitedMs();
    waitingSince = undefined;
    // Otherwise a long pause would keep the process alive with nothing left to do.
    alarm.clear();
  }

  function totalWaitedMs(): number {
    return waitedMs + (waitingSince === undefined ? 0 : clock.monotonic() - waitingSince);
  }

  function drop(): void {
    waiters = waiters.slice(first);
    first = 0;
  }

  function sendAway(signal: AbortSignal): void {
    for (const waiter of waiters.slice(first)) {
      if (waiter.signal !== signal) continue;
      waiter.gone = true;
      waiter.reject(signal.reason);
    }
    move();
  }

  return { wait, move, waitedMs: totalWaitedMs };
}
