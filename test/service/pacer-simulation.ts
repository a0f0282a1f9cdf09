import type { Clock, RateSetting } from '../../src/domain/ports.ts';
import { Refusal } from '../../src/sandbox/errors.ts';
import type { RateLimit } from '../../src/sandbox/faults.ts';
import { createRateLimiter } from '../../src/sandbox/meet-faults.ts';
import { createRandom } from '../../src/sandbox/random.ts';
import { createPacer, type PacedAnswer } from '../../src/service/pacer.ts';
import { createTimeline } from '../simulation/timeline.ts';

/** A service as the pacer meets it. */
export interface ServerKind {
  /** What it takes from a moment on, in seconds; without any it takes everything. */
  readonly limits: readonly (RateLimit & { readonly from?: number })[];
  /** A whole round trip. Units: milliseconds. */
  readonly roundTripMs: number;
}

export interface PlayOptions {
  readonly rate: RateSetting;
  readonly startPerSecond?: number | undefined;
  readonly seconds: number;
  readonly concurrency: number;
  /** How much longer a trip one way may take. Default: a tenth of the round trip. Units: milliseconds. */
  readonly jitterMs?: number;
}

/**
 * Lets workers send requests through a pacer for some minutes of a time that is only counted, against the rate limiter of the
 * sandbox. Timers come late by up to 1.2 ms, as those of Node do.
 */
export async function playPacer({ limits, roundTripMs }: ServerKind, options: PlayOptions) {
  const random = createRandom(1).next;
  const { now, after, runUntil } = createTimeline();
  const pass = (ms: number) => new Promise<void>((done) => after(ms, done));
  const clock: Clock = {
    now: () => 1_700_000_000_000 + now(),
    monotonic: now,
    // Called off, it rings all the same, and nobody listens.
    sleep: (ms) => pass(Math.max(0, ms + random() * 1.2)),
    every: () => () => undefined,
  };
  const pacer = createPacer({ ...options, clock, random });
  const decide = createServer(limits, clock.now);
  const jitterMs = options.jitterMs ?? roundTripMs / 10;
  const leftAt: number[] = [];
  const cameAt: number[] = [];
  const takenAt: number[] = [];
  const endMs = options.seconds * 1000;
  const { signal } = new AbortController();

  async function work(): Promise<void> {
    for (;;) {
      const permit = await pacer.wait(signal);
      leftAt.push(permit.leftAt);
      await pass(roundTripMs / 2 + random() * jitterMs);
      cameAt.push(now());
      const answer = decide();
      if (answer.kind === 'taken') takenAt.push(now());
      await pass(roundTripMs / 2 + random() * jitterMs);
      pacer.settle(permit, answer);
    }
  }

  let isOver = false;
  after(endMs, () => {
    isOver = true;
  });
  for (let n = 0; n < options.concurrency; n++) void work();
  await runUntil(() => isOver);
  const taken = takenAt.length;
  const perSecond = Array.from({ length: options.seconds }, () => 0);
  for (const at of takenAt) perSecond[Math.floor(at / 1000)] = (perSecond[Math.floor(at / 1000)] ?? 0) + 1;
  return {
    /** Taken requests per second of what the limits allow in that time. */
    shareUsed: taken / allowedIn(limits, options.seconds),
    shareRefused: 1 - taken / cameAt.length,
    /** By the clock of the client as they leave, and by that of the server. */
    fullestSecond: { left: fullestSecond(leftAt), came: fullestSecond(cameAt) },
    perSecond,
    pace: pacer.pace(),
  };
}

function createServer(limits: ServerKind['limits'], now: () => number): () => PacedAnswer {
  const start = now();
  const stages = limits.map(({ from = 0, ...limit }) => ({ from, admit: createRateLimiter(limit, now) }));
  return () => {
    const seconds = (now() - start) / 1000;
    const stage = stages.findLast(({ from }) => from <= seconds);
    try {
      stage?.admit();
      return { kind: 'taken' };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const retryAfter = error.headers['retry-after'];
      return {
        kind: 'refused',
        retryAfterMs: retryAfter === undefined ? undefined : Number(retryAfter) * 1000,
      };
    }
  };
}

/** By the rates alone: what a bucket holds at first is not counted. */
function allowedIn(limits: ServerKind['limits'], seconds: number): number {
  return limits
    .map(({ perSecond, from = 0 }, index) => perSecond * ((limits[index + 1]?.from ?? seconds) - from))
    .reduce((sum, count) => sum + count, 0);
}

/** How many of these moments the fullest stretch of a second holds, its end not counted. Units: milliseconds. */
function fullestSecond(moments: readonly number[]): number {
  const sorted = Float64Array.from(moments).sort();
  let most = 0;
  let from = 0;
  for (let to = 0; to < sorted.length; to++) {
    while ((sorted[to] ?? 0) - (sorted[from] ?? 0) >= 1000 - DUST) from++;
    most = Math.max(most, to - from + 1);
  }
  return most;
}

/** Differences below this come from adding up fractions. */
const DUST = 1e-6;
