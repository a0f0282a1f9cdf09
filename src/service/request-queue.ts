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
  readonly dueAt: () => number;
  readonly grant: (now: number, waited: boolean) => Permit;
}

/** A queue in the order of arrival, on one timer for all: a timer for each would cost more than the request. */
export function createRequestQueue({ clock, dueAt, grant }: RequestQueueOptions) {
  const waiters: ((permit: Permit) => void)[] = [];
  let waitedMs = 0;
  let waitingSince: number | undefined;
  const alarm = createAlarm(clock, move);

  /** Resolves when the request may be sent. Rejects with the signal's reason as soon as it is aborted. */
  function wait(signal: AbortSignal): Promise<Permit> {
    if (signal.aborted) return Promise.reject(signal.reason);
    const now = clock.monotonic();
    if (waiters.length === 0 && dueAt() <= now) return Promise.resolve(grant(now, false));
    waitingSince ??= now;
    return new Promise((resolve, reject) => {
      const pass = (permit: Permit): void => {
        signal.removeEventListener('abort', leave);
        resolve(permit);
      };
      const leave = (): void => {
        waiters.splice(waiters.indexOf(pass), 1);
        reject(signal.reason);
        move();
      };
      signal.addEventListener('abort', leave, { once: true });
      waiters.push(pass);
      if (!alarm.isSet()) move();
    });
  }

  /** Releases every request that is due; to be called whenever requests may be due earlier than planned. */
  function move(): void {
    const now = clock.monotonic();
    for (let pass = waiters[0]; pass; pass = waiters[0]) {
      const at = dueAt();
      if (at > now) {
        alarm.set(at, now);
        return;
      }
      waiters.shift();
      pass(grant(now, true));
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
