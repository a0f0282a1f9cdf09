import type { Clock, Random, RateSetting, Traffic } from '../domain/ports.ts';
import { createLearnedRate } from './learned-rate.ts';
import { createRequestQueue, type Permit } from './request-queue.ts';

/** What came of a request, as far as the pace goes. */
export interface PacedAnswer {
  /** `refused`: with 429. `unknown`: no answer, or one that says nothing of the pace. */
  readonly kind: 'taken' | 'refused' | 'unknown';
  readonly retryAfterMs?: number | undefined;
  readonly tripMs?: number | undefined;
}

/**
 * What a refusal was: `news`; `known`, since the request was under way when an earlier one was refused; or that of a
 * `probe`, which was sent on behalf of all that wait.
 */
export type RefusalNews = 'news' | 'known' | 'probe';

/** Units: requests per second. */
export interface Pace extends Traffic {
  /** What the service was found to take; nothing if a given rate was never refused, or nothing was sent. */
  readonly ratePerSecond: number | undefined;
  readonly refused: number;
  /** From sending a request to its answer, without connecting, on average, the latest ones counting most; nothing before the first answer. */
  readonly roundTripMs: number | undefined;
}

interface PacerOptions {
  readonly rate: RateSetting;
  /** What an earlier run has learned, for `auto`. */
  readonly startPerSecond?: number | undefined;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * The schedule of a given rate is slower by this factor: timers come late by half a millisecond, and each request begins a new
 * second, so that without it a delay would never be made up.
 */
const STRETCH = 1.0008;
/** How far behind its schedule a pace may be and catch up. What it learned it learned at even distances. */
const CATCH_UP_MS = { given: 100, learned: 5 } as const;
const SLOW_START = 4;
const OF_LEARNED = 0.9;
const MAX_PER_SECOND = 100_000;
/** A pace that is that close to the rate is not worth a word. */
const HARDLY_HELD = 0.97;
const FIRST_PROBE_MS = 250;
const LAST_PROBE_MS = 20_000;

/**
 * Spaces all requests to the service, on an absolute schedule: each slot is one interval after the last slot, not after the last request, so that late
 * timers don't add up. One timer serves all waiting requests, in their order.
 *
 * A given rate is kept within every second, see `createSlidingWindow`. Given or learned, it drops for everybody when the
 * service refuses, see `createLearnedRate`.
 */
export function createPacer({ rate: setting, startPerSecond, clock, random }: PacerOptions) {
  const isAuto = setting === 'auto';
  const seconds = isAuto ? undefined : createSlidingWindow(setting);
  const catchUpMs = isAuto ? CATCH_UP_MS.learned : CATCH_UP_MS.given;
  const rate = createLearnedRate({
    maxPerSecond: isAuto ? MAX_PER_SECOND : setting / STRETCH,
    startPerSecond: isAuto ? firstPace(startPerSecond) : setting,
    phase: isAuto && startPerSecond !== undefined ? 'search' : 'start',
  });
  const line = createRequestQueue({ clock, dueAt, grant });
  let left = 0;
  let lastSlot = Number.NEGATIVE_INFINITY;
  let lastLeftAt = Number.NEGATIVE_INFINITY;
  let closedUntil = Number.NEGATIVE_INFINITY;
  let refused = 0;
  let taken = 0;
  let roundTripMs: number | undefined;
  /** When the service began to refuse everything; until something is let through again. */
  let shutAt: number | undefined;
  /** Whether but one request goes first, and which. */
  let probing: { readonly times: number; readonly index: number | undefined } | undefined;

  function dueAt(): number {
    const allowedAt = Math.max(closedUntil, seconds?.opensAt() ?? closedUntil);
    if (probing) return probing.index === undefined ? allowedAt : Number.POSITIVE_INFINITY;
    return Math.max(allowedAt, lastSlot + 1000 / rate.perSecond());
  }

  function grant(now: number, waited: boolean): Permit {
    if (shutAt !== undefined && !probing) reopen(now);
    const ratePerSecond = rate.perSecond();
    const due = lastSlot + 1000 / ratePerSecond;
    const isBehind = due < now - catchUpMs;
    // Lateness of the timer may be made up for, a time without demand may not.
    lastSlot = Math.max(closedUntil, !isBehind ? due : waited ? now - catchUpMs : now);
    lastLeftAt = now;
    const index = left++;
    if (probing) probing = { ...probing, index };
    seconds?.leave(now);
    const given = { index, leftAt: now, ratePerSecond, waited };
    rate.leave(given);
    return given;
  }

  function reopen(now: number): void {
    rate.reopen(now, now - (shutAt ?? now));
    shutAt = undefined;
    probing = undefined;
  }

  /** Lets nobody through for `ms` from now. */
  function close(ms: number): void {
    closedUntil = Math.max(closedUntil, clock.monotonic() + ms);
  }

  /** What the service asks for is waited for, and no more than that. */
  function probeAfter(times: number, retryAfterMs?: number): void {
    probing = { times, index: undefined };
    close(retryAfterMs ?? Math.min(LAST_PROBE_MS, FIRST_PROBE_MS * 2 ** times) * (0.75 + random() / 2));
  }

  /** Has to be called once for each permit, whatever the answer. */
  function settle(given: Permit, { kind, retryAfterMs, tripMs }: PacedAnswer): RefusalNews | undefined {
    const now = clock.monotonic();
    const news = kind === 'refused' ? refuse(given, now, retryAfterMs) : undefined;
    if (kind === 'taken') take(given, now);
    if (kind !== 'unknown') {
      seconds?.answer(given.index, now);
      const ms = tripMs ?? now - given.leftAt;
      roundTripMs = roundTripMs === undefined ? ms : roundTripMs + (ms - roundTripMs) / 20;
    } else if (probing?.index === given.index) probeAfter(probing.times);
    line.move();
    return news;
  }

  function take(given: Permit, now: number): void {
    taken++;
    if (probing?.index === given.index) reopen(now);
    rate.take(given, now);
  }

  function refuse(given: Permit, now: number, retryAfterMs: number | undefined): RefusalNews {
    refused++;
    const isProbe = probing?.index === given.index;
    const cut = isProbe ? 'known' : rate.refuse(given, now);
    // Too fast is too fast: nothing is left to catch up with.
    if (cut !== 'known') lastSlot = Math.max(lastSlot, lastLeftAt);
    if (isProbe) {
      probeAfter((probing?.times ?? 0) + 1, retryAfterMs);
    } else if (cut === 'shut' && !probing) {
      shutAt ??= now;
      probeAfter(0, retryAfterMs);
    } else if (retryAfterMs !== undefined && retryAfterMs > 0) {
      shutAt ??= now;
      close(retryAfterMs);
    }
    if (isProbe) return 'probe';
    return cut === 'known' ? 'known' : 'news';
  }

  function pace(): Pace {
    const now = clock.monotonic();
    const current = rate.perSecond();
    return {
      perSecond: current,
      isHeld: !isAuto && current < (setting / STRETCH) * HARDLY_HELD,
      pauseMs: Math.max(0, closedUntil - now),
      ratePerSecond: refused > 0 || (isAuto && taken > 0) ? rate.perSecond() : undefined,
      refused,
      roundTripMs,
    };
  }

  /** `pacedMs`: for how long only the pace held requests up, in all. */
  return { wait: line.wait, settle, pause: close, pace, pacedMs: line.waitedMs };
}

export type Pacer = ReturnType<typeof createPacer>;

function firstPace(learnedPerSecond: number | undefined): number {
  return learnedPerSecond === undefined ? SLOW_START : learnedPerSecond * OF_LEARNED;
}

/**
 * How much later than at its leaving a request is taken for counted, where its answer doesn't say that it was sooner. More
 * would cost too much of the rate: with 4 ms it is .996 of it at worst.
 */
const LATEST_MS = 4;
/** How many answers it takes to know the shortest round trip; until then each one is taken for late. */
const ENOUGH_TO_KNOW = 100;
/** In the first second connections are made, on which requests wait much longer; it comes once only. */
const LATEST_AT_FIRST_MS = 1000;

/**
 * Keeps a rate within every second. Units: milliseconds of one clock that never jumps.
 *
 * Lets at most `ratePerSecond` requests (a fraction: the next whole number, in as much more than a second) be counted within
 * any second: each waits until the request that many before it is a second old. What counts is when the service sees it: when
 * it leaves here, and later by as much as its round trip took longer than the shortest one, up to a few milliseconds;
 * otherwise a delayed request would meet those of the second after it.
 */
function createSlidingWindow(ratePerSecond: number) {
  const perWindow = Math.ceil(ratePerSecond);
  const windowMs = (1000 * perWindow) / ratePerSecond;
  /** When each of the last `perWindow` requests left, and when the next in its place may: two rings. */
  const leftAt: number[] = [];
  const freeAt: number[] = [];
  let left = 0;
  let answers = 0;
  let shortestMs = 0;

  return {
    /** The earliest moment at which one more request may leave. */
    opensAt: () => freeAt[left % perWindow] ?? Number.NEGATIVE_INFINITY,
    /** A request leaves now. Its index counts from 0. */
    leave: (now: number): void => {
      leftAt[left % perWindow] = now;
      freeAt[left % perWindow] = now + windowMs + LATEST_MS;
      left++;
    },
    /** A request was answered now, so it was counted by now at the latest. */
    answer: (index: number, now: number): void => {
      const place = index % perWindow;
      const from = leftAt[place];
      if (from === undefined || index < left - perWindow) return;
      const tripMs = now - from;
      const lateMs = Math.min(tripMs - shortestMs, index < perWindow ? LATEST_AT_FIRST_MS : LATEST_MS);
      shortestMs = answers === 0 ? tripMs : Math.min(shortestMs, tripMs);
      answers++;
      freeAt[place] = from + windowMs + Math.max(answers < ENOUGH_TO_KNOW ? LATEST_MS : 0, lateMs);
    },
  };
}
