import type { Clock } from '../domain/ports.ts';

/** Spaces all requests to the service, whoever makes them. */
export interface Pacer {
  /** Resolves when the next request may be sent. Rejects when the signal is aborted. */
  wait(signal: AbortSignal): Promise<void>;
  /** Lets nobody through for `ms` from now. */
  pause(ms: number): void;
  /** The service finds the pace too fast: from now on half of it, but never less than one a second because of that. */
  slow(): void;
  /** The service took a request: a little faster again, up to the rate. */
  ease(): void;
}

/** Found on what 429 without `Retry-After` comes to: a limit is met again after some two dozen requests. */
const EASE = 1.03;
const SLOWEST_MS = 1000;

/**
 * A pacer on an absolute schedule: each slot is one interval after the last slot, not after the last request, so that
 * late timers don't add up. Timers that come late could still bunch requests, so a request also waits until the one
 * `rate` before it is a full second old: the rate, or the next whole number, holds within every second.
 */
export function createPacer(ratePerSecond: number, clock: Clock): Pacer {
  const fastestMs = 1000 / ratePerSecond;
  const perWindow = Math.ceil(ratePerSecond);
  const windowMs = Math.max(1000, fastestMs);
  /** When each of the last `perWindow` requests was let through, as a ring. */
  const sentAt: number[] = [];
  let intervalMs = fastestMs;
  let sent = 0;
  let nextSlot = Number.NEGATIVE_INFINITY;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let pauses = 0;

  function takeSlot(): number {
    const slot = Math.max(clock.monotonic(), nextSlot);
    nextSlot = slot + intervalMs;
    return slot;
  }

  function windowOpensAt(): number {
    return (sentAt[sent % perWindow] ?? Number.NEGATIVE_INFINITY) + windowMs;
  }

  async function wait(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    let pausesSeen = pauses;
    let slot = takeSlot();
    for (;;) {
      const ms = Math.max(slot, windowOpensAt()) - clock.monotonic();
      if (ms <= 0) break;
      await clock.sleep(ms, signal);
      if (pauses === pausesSeen) continue;
      pausesSeen = pauses;
      slot = takeSlot();
    }
    sentAt[sent % perWindow] = clock.monotonic();
    sent++;
  }

  /** Takes back every slot given out so far: those who hold one will ask again. */
  function pause(ms: number): void {
    pausedUntil = Math.max(pausedUntil, clock.monotonic() + ms);
    nextSlot = pausedUntil;
    pauses++;
  }

  /** Those that were on their way together find the same fault with the same pace: it counts once. */
  function slow(): void {
    if (clock.monotonic() < pausedUntil) return;
    intervalMs = Math.max(fastestMs, Math.min(SLOWEST_MS, intervalMs * 2));
  }

  function ease(): void {
    intervalMs = Math.max(fastestMs, intervalMs / EASE);
  }

  return { wait, pause, slow, ease };
}
