import type { Clock } from '../domain/ports.ts';
import type { Permit } from './permit.ts';

interface RequestQueue {
  /** Resolves when the request may be sent. Rejects with the signal's reason as soon as it is aborted. */
  wait(signal: AbortSignal): Promise<Permit>;
  /** Releases every request that is due; to be called whenever requests may be due earlier than planned. */
  move(): void;
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
  let alarm: { readonly at: number } | undefined;
  let alarmStop = new AbortController();
  const watched = new Map<AbortSignal, { waiting: number; readonly forget: () => void }>();

  function wait(signal: AbortSignal): Promise<Permit> {
    if (signal.aborted) return Promise.reject(signal.reason);
    if (first === waiters.length) {
      const now = clock.monotonic();
      if (dueAt(now) <= now) return Promise.resolve(grant(now, false));
    }
    return new Promise((resolve, reject) => {
      waiters.push({ signal, resolve, reject, gone: false });
      watch(signal);
      if (!alarm) move();
    });
  }

  function move(): void {
    if (first === waiters.length && !alarm) return;
    for (let now = clock.monotonic(); first < waiters.length; ) {
      const waiter = waiters[first];
      if (waiter && !waiter.gone) {
        const at = dueAt(now);
        if (at > now) {
          ring(at, now);
          return;
        }
        unwatch(waiter.signal);
        waiter.resolve(grant(now, true));
      }
      first++;
      if (first > 1000 || first === waiters.length) drop();
    }
    silence();
  }

  function drop(): void {
    waiters = waiters.slice(first);
    first = 0;
  }

  /** An alarm that is too early is set again when it rings; only one that is too late is cancelled. */
  function ring(at: number, now: number): void {
    if (alarm && alarm.at <= at) return;
    silence();
    if (at === Number.POSITIVE_INFINITY) return;
    const mine = { at };
    alarm = mine;
    clock.sleep(at - now, alarmStop.signal).then(
      () => {
        if (alarm !== mine) return;
        alarm = undefined;
        move();
      },
      () => undefined,
    );
  }

  /** Otherwise a long pause would keep the process alive with nothing left to do. */
  function silence(): void {
    if (!alarm) return;
    alarm = undefined;
    alarmStop.abort();
    alarmStop = new AbortController();
  }

  /** One listener for all that wait with the same signal, and none that outlasts them. */
  function watch(signal: AbortSignal): void {
    const entry = watched.get(signal);
    if (entry) {
      entry.waiting++;
      return;
    }
    const leave = () => sendAway(signal);
    signal.addEventListener('abort', leave, { once: true });
    watched.set(signal, { waiting: 1, forget: () => signal.removeEventListener('abort', leave) });
  }

  function unwatch(signal: AbortSignal): void {
    const entry = watched.get(signal);
    if (!entry || --entry.waiting > 0) return;
    entry.forget();
    watched.delete(signal);
  }

  function sendAway(signal: AbortSignal): void {
    watched.delete(signal);
    for (const waiter of waiters.slice(first)) {
      if (waiter.signal !== signal) continue;
      waiter.gone = true;
      waiter.reject(signal.reason);
    }
    move();
  }

  return { wait, move };
}
