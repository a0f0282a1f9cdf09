import type { Clock } from '../domain/ports.ts';

/** Permission to send one request. */
export interface Permit {
  /** Counts from 0. */
  readonly index: number;
  readonly leftAt: number;
  /** The pace at which it went out. */
  readonly ratePerSecond: number;
  /** The pace held it up. */
  readonly waited: boolean;
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
export function createRequestQueue({ clock, dueAt, grant }: RequestQueueOptions) {
  let waiters: Waiter[] = [];
  let first = 0;
  let waitedMs = 0;
  let waitingSince: number | undefined;
  const alarm = createAlarm(clock, move);
  const watch = createAbortWatch(sendAway);

  /** Resolves when the request may be sent. Rejects with the signal's reason as soon as it is aborted. */
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

  /** Releases every request that is due; to be called whenever requests may be due earlier than planned. */
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

  /** For how long there were requests that waited, in all. */
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

/**
 * One timer that is set again and again. An alarm that is too early is set again when it rings; only one that is too late is
 * cancelled.
 */
function createAlarm(clock: Clock, onRing: () => void) {
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
    /** Rings at the given time or earlier; with an infinite one, never. */
    set: (at: number, now: number) => {
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

/** One listener for all that wait with the same signal, and none that outlasts them. */
function createAbortWatch(onAbort: (signal: AbortSignal) => void) {
  const watched = new Map<AbortSignal, { waiting: number; readonly forget: () => void }>();
  return {
    /** One more waits with the signal. */
    add: (signal: AbortSignal) => {
      const entry = watched.get(signal);
      if (entry) {
        entry.waiting++;
        return;
      }
      const leave = () => {
        watched.delete(signal);
        onAbort(signal);
      };
      signal.addEventListener('abort', leave, { once: true });
      watched.set(signal, { waiting: 1, forget: () => signal.removeEventListener('abort', leave) });
    },
    /** One fewer does. */
    remove: (signal: AbortSignal) => {
      const entry = watched.get(signal);
      if (!entry || --entry.waiting > 0) return;
      entry.forget();
      watched.delete(signal);
    },
  };
}
