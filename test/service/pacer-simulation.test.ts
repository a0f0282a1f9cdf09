import { describe, expect, it } from 'vitest';
import type { RateLimit } from '../../src/sandbox/faults.ts';
import { type PlayOptions, playPacer, type ServerKind } from './pacer-simulation.ts';

/** Ten minutes, which go by in a moment. */
const SECONDS = 600;

type Limits = ServerKind['limits'];
type Kind = Omit<RateLimit, 'perSecond'>;

const quiet = { retryAfter: false } as const;
const minute = { windowSeconds: 60 } as const;

function limit(perSecond: number, kind: Kind = quiet): Limits {
  return [{ perSecond, ...kind }];
}

/** From 200 s on. */
function later(perSecond: number): Limits {
  return [{ perSecond, from: 200, ...quiet }];
}

/** Enough workers for the rate and the round trip, as many as a run has at least. */
function play(limits: Limits, roundTripMs: number, options: Partial<PlayOptions> = {}) {
  const most = Math.max(0, ...limits.map(({ perSecond }) => perSecond));
  const concurrency = Math.max(8, Math.ceil((1.3 * most * roundTripMs) / 1000) + 2);
  return playPacer({ limits, roundTripMs }, { rate: 'auto', seconds: SECONDS, concurrency, ...options });
}

describe('createPacer on auto, for ten minutes', () => {
  /** Of what the limit allows at least so much is used; of what is sent at most so much is refused. */
  it.each<readonly [string, Limits, number, number, number]>([
    ['a bucket of a second', limit(20), 50, 0.99, 0.005],
    ['a bucket of a second, far away', limit(20), 400, 0.99, 0.005],

    ['a bucket of five seconds', limit(20, { ...quiet, burst: 100 }), 50, 0.99, 0.0055],
    ['a bucket of one request', limit(20, { ...quiet, burst: 1 }), 50, 0.85, 0.005],
    ['windows of a second', limit(20, { ...quiet, kind: 'fixed-window' }), 50, 0.9, 0.005],
    ['windows of a minute', limit(10, { ...quiet, ...minute, kind: 'fixed-window' }), 50, 0.97, 0.015],

    ['a log of a minute', limit(10, { ...quiet, ...minute, kind: 'sliding-log' }), 50, 0.95, 0.01],
    ['a limit that falls to a quarter', [...limit(40), ...later(10)], 50, 0.98, 0.006],
    // It takes two quiet minutes until anybody thinks of that.
    ['a limit that rises to four times', [...limit(10), ...later(40)], 50, 0.75, 0.005],
  ])('uses %s, and is seldom refused', async (_name, limits, roundTripMs, used, refused) => {
    const played = await play(limits, roundTripMs);
    expect(played.shareUsed).toBeGreaterThanOrEqual(used);
    expect(played.shareRefused).toBeLessThanOrEqual(refused);
  });

  it('goes as fast as the answers come where there is no limit', async () => {
    const played = await play([], 50, { seconds: 60 });
    const answersPerSecond = 8 / 0.055;
    expect(played.shareRefused).toBe(0);
    expect(played.perSecond.slice(20).every((count) => count > 0.95 * answersPerSecond)).toBe(true);
  });

  it('with what an earlier run has learned wastes no time', async () => {
    const played = await play(limit(80), 50, { startPerSecond: 80, seconds: 120 });
    expect(played.shareUsed).toBeGreaterThanOrEqual(0.99);
    expect(played.shareRefused).toBeLessThanOrEqual(0.005);
    expect(played.pace.ratePerSecond).toBeGreaterThan(72);
  });
});

describe('createPacer at a given rate', () => {
  it.each([
    [20, 5],
    [200, 5],
    [1000, 5],
    [20, 400],
    [2.5, 50],
    [0.5, 50],
  ])('never sends more than --rate in a second: %d a second, %d ms away', async (rate, roundTripMs) => {
    const seconds = Math.max(10, 20 / rate);
    const concurrency = Math.ceil((1.3 * rate * roundTripMs) / 1000) + 2;
    const played = await play([], roundTripMs, { rate, seconds, concurrency, jitterMs: 1 });
    expect(played.fullestSecond.left).toBeLessThanOrEqual(Math.ceil(rate));
    expect(played.fullestSecond.came).toBeLessThanOrEqual(Math.ceil(rate));
  });

  it.each<readonly [number, Kind]>([
    [20, {}],
    [200, {}],
    [20, { kind: 'fixed-window' }],
    [20, { kind: 'sliding-log' }],
    [200, { kind: 'sliding-log' }],
  ])('is never refused by a service that takes just that: %d a second, %o', async (rate, kind) => {
    const played = await play(limit(rate, kind), 5, { rate, seconds: 60, jitterMs: 0.2 });
    expect(played.shareRefused).toBe(0);
    expect(played.shareUsed).toBeGreaterThanOrEqual(0.99);
  });

  it('that the service takes half of at times is kept in every second all the same', async () => {
    const limits = [
      { perSecond: 20, ...quiet },
      { perSecond: 10, from: 20, ...quiet },
      { perSecond: 100, from: 60, ...quiet },
    ];
    const played = await play(limits, 50, { rate: 20, seconds: 300 });
    expect(played.fullestSecond.left).toBeLessThanOrEqual(20);
    expect(played.perSecond.slice(-60).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(
      0.98 * 20 * 60,
    );
  });
});
