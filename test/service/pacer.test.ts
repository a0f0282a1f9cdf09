import { setMaxListeners } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../src/domain/ports.ts';
import { createPacer, type Pacer } from '../../src/service/pacer.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';

const { signal } = new AbortController();
setMaxListeners(0, signal);

/** Differences below this come from adding up fractions. Units: milliseconds. */
const DUST = 1e-6;

/** A clock whose sleepers wake late, each by what `overshoot` says. */
function createLateClock(overshoot: () => number) {
  const clock = createFakeClock();
  const late: Clock = { ...clock, sleep: (ms, given) => clock.sleep(ms + overshoot(), given) };
  return { clock, late };
}

/** Gives out the values over and over. */
function cycle(values: readonly number[]): () => number {
  let next = 0;
  return () => values[next++ % values.length] ?? 0;
}

interface Demand {
  readonly workers: number;
  readonly requests: number;
  /** How long a worker is busy with a request. Units: milliseconds. */
  readonly workMs?: () => number;
}

/** So many workers, each asking again as soon as it is done. Gives the moments at which they were let through. */
async function drive(pacer: Pacer, clock: FakeClock, { workers, requests, workMs }: Demand) {
  const passedAt: number[] = [];
  let begun = 0;
  async function work(): Promise<void> {
    while (begun < requests) {
      begun++;
      await pacer.wait(signal);
      passedAt.push(clock.monotonic());
      if (workMs) await clock.sleep(workMs());
    }
  }
  await clock.runUntilDone(Promise.all(Array.from({ length: workers }, work)));
  return passedAt;
}

/** How many moments the fullest stretch of `windowMs` holds. */
function fullestWindow(moments: readonly number[], windowMs = 1000): number {
  const sorted = [...moments].sort((a, b) => a - b);
  const counts = sorted.map(
    (from) => sorted.filter((at) => at >= from && at < from + windowMs - DUST).length,
  );
  return Math.max(0, ...counts);
}

function gaps(moments: readonly number[]): readonly number[] {
  return moments.slice(1).map((at, index) => at - (moments[index] ?? 0));
}

describe('createPacer', () => {
  it.each([
    [1, 1000],
    [4, 250],
    [10, 100],
    [1000, 1],
    [2.5, 400],
    [0.5, 2000],
    [0.01, 100_000],
  ])('at %d a second lets one through every %d ms, the first at once', async (rate, intervalMs) => {
    const clock = createFakeClock();
    const passedAt = await drive(createPacer(rate, clock), clock, { workers: 3, requests: 7 });
    expect(passedAt).toHaveLength(7);
    for (const [index, at] of passedAt.entries()) expect(at).toBeCloseTo(index * intervalMs, 6);
  });

  it('holds nobody up who comes more slowly than the rate', async () => {
    const clock = createFakeClock();
    const workMs = () => 110;
    const passedAt = await drive(createPacer(10, clock), clock, { workers: 1, requests: 50, workMs });
    expect(passedAt).toEqual(Array.from({ length: 50 }, (_, index) => index * 110));
  });

  it('saves nothing up while nobody comes', async () => {
    const clock = createFakeClock();
    const pacer = createPacer(10, clock);
    await drive(pacer, clock, { workers: 1, requests: 1 });
    await clock.advance(60_000);
    const passedAt = await drive(pacer, clock, { workers: 8, requests: 20 });
    expect(gaps(passedAt)).toEqual(new Array(19).fill(100));
  });

  it('lets those who wait through in the order in which they came', async () => {
    const clock = createFakeClock();
    const pacer = createPacer(10, clock);
    const order: number[] = [];
    const all = Array.from({ length: 12 }, (_, index) => pacer.wait(signal).then(() => order.push(index)));
    await clock.runUntilDone(Promise.all(all));
    expect(order).toEqual([...order.keys()]);
  });
});

describe('createPacer: the rate in every second', () => {
  const wholeRates = fc.integer({ min: 1, max: 40 });
  const demands = fc.record({
    workers: fc.integer({ min: 1, max: 12 }),
    requests: fc.integer({ min: 2, max: 60 }),
  });
  const overshoots = fc.array(fc.oneof(fc.nat(30), fc.nat(3000)), { minLength: 1, maxLength: 20 });
  const busy = fc.array(fc.nat(700), { minLength: 1, maxLength: 7 });

  it('holds for any demand', async () => {
    await fc.assert(
      fc.asyncProperty(wholeRates, demands, busy, async (rate, demand, work) => {
        const clock = createFakeClock();
        const passedAt = await drive(createPacer(rate, clock), clock, { ...demand, workMs: cycle(work) });
        expect(passedAt).toHaveLength(demand.requests);
        expect(fullestWindow(passedAt)).toBeLessThanOrEqual(rate);
      }),
    );
  });

  it('holds where timers come late', async () => {
    await fc.assert(
      fc.asyncProperty(wholeRates, demands, overshoots, async (rate, demand, late) => {
        const clocks = createLateClock(cycle(late));
        const passedAt = await drive(createPacer(rate, clocks.late), clocks.clock, demand);
        expect(passedAt).toHaveLength(demand.requests);
        expect(fullestWindow(passedAt)).toBeLessThanOrEqual(rate);
      }),
    );
  });

  it('holds where all timers come late together', async () => {
    const { clock, late } = createLateClock(cycle([3000, 2900, 2800, 2700, 2600, 2500, 2400, 2300]));
    const passedAt = await drive(createPacer(10, late), clock, { workers: 8, requests: 100 });
    expect(fullestWindow(passedAt)).toBeLessThanOrEqual(10);
  });

  it('holds for fractions: never more than the next whole number', async () => {
    const fractions = fc.integer({ min: 1, max: 2000 }).map((hundredths) => hundredths / 100);
    await fc.assert(
      fc.asyncProperty(fractions, demands, overshoots, async (rate, demand, late) => {
        const clocks = createLateClock(cycle(late));
        const passedAt = await drive(createPacer(rate, clocks.late), clocks.clock, demand);
        expect(fullestWindow(passedAt)).toBeLessThanOrEqual(Math.ceil(rate));
      }),
    );
  });

  it('holds for 2.5 a second where every other timer comes late', async () => {
    const { clock, late } = createLateClock(cycle([399, 0]));
    const passedAt = await drive(createPacer(2.5, late), clock, { workers: 8, requests: 40 });
    expect(fullestWindow(passedAt)).toBeLessThanOrEqual(3);
  });

  it('holds for less than one a second', async () => {
    const { clock, late } = createLateClock(cycle([1999, 0, 700]));
    const passedAt = await drive(createPacer(0.5, late), clock, { workers: 4, requests: 20 });
    expect(Math.min(...gaps(passedAt))).toBeGreaterThanOrEqual(2000 - DUST);
  });

  it('holds through pauses, in which nobody passes', async () => {
    const pauses = fc.array(fc.record({ after: fc.nat(1500), ms: fc.nat(2500) }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(wholeRates, demands, overshoots, pauses, async (rate, demand, late, plan) => {
        const clocks = createLateClock(cycle(late));
        const pacer = createPacer(rate, clocks.late);
        const stretches: { from: number; to: number }[] = [];
        const pausing = (async () => {
          for (const { after, ms } of plan) {
            await clocks.clock.sleep(after);
            pacer.pause(ms);
            const from = clocks.clock.monotonic();
            stretches.push({ from, to: from + ms });
          }
        })();
        const passedAt = await drive(pacer, clocks.clock, demand);
        await clocks.clock.runUntilDone(pausing);
        expect(passedAt).toHaveLength(demand.requests);
        expect(fullestWindow(passedAt)).toBeLessThanOrEqual(rate);
        const within = passedAt.filter((at) => stretches.some(({ from, to }) => at > from && at < to - DUST));
        expect(within).toEqual([]);
      }),
    );
  });
});

describe('createPacer: the schedule', () => {
  it.each([1, 8])('of %i workers does not drift while timers come late', async (workers) => {
    const late = [3, 0, 41, 17, 8, 29, 1, 50, 12, 5, 33];
    const clocks = createLateClock(cycle(late));
    const passedAt = await drive(createPacer(10, clocks.late), clocks.clock, { workers, requests: 1000 });
    const onTime = 999 * 100;
    const last = passedAt.at(-1) ?? 0;
    expect(last).toBeGreaterThanOrEqual(onTime);
    // Lateness may cost something once a window, which the rate demands, but not once a request.
    expect(last - onTime).toBeLessThanOrEqual(100 * Math.max(...late));
    const addedUp = Array.from({ length: 1000 }, cycle(late)).reduce((sum, ms) => sum + ms, 0);
    expect(last - onTime).toBeLessThan(addedUp / 2);
  });

  it('does not drift at all below the limit', async () => {
    // 1,000 requests that want to go every 125 ms, at a rate of ten a second, with timers up to 20 ms late.
    const { clock, late } = createLateClock(cycle([20, 3, 0, 11]));
    const pacer = createPacer(10, late);
    const delays: number[] = [];
    async function come(): Promise<void> {
      const came = clock.monotonic();
      await pacer.wait(signal);
      delays.push(clock.monotonic() - came);
    }
    const all: Promise<void>[] = [];
    for (let index = 0; index < 1000; index++) {
      all.push(come());
      await clock.advance(125);
    }
    await Promise.all(all);
    expect(Math.max(...delays)).toBe(0);
  });

  it('makes up for one late timer instead of shifting all that follow', async () => {
    const lateness = [0, 0, 90, 0];
    const { clock, late } = createLateClock(() => lateness.shift() ?? 0);
    const passedAt = await drive(createPacer(10, late), clock, { workers: 1, requests: 8 });
    expect(passedAt).toEqual([0, 100, 200, 390, 400, 500, 600, 700]);
  });
});

describe('createPacer: pause', () => {
  /** Waiters that came at once, and when each of them passed. */
  function queue(pacer: Pacer, clock: FakeClock, length: number) {
    const passedAt: number[] = [];
    const all = Array.from({ length }, () =>
      pacer.wait(signal).then(() => void passedAt.push(clock.monotonic())),
    );
    return { passedAt, done: Promise.all(all) };
  }

  it('holds up everybody, those who hold a slot already too', async () => {
    const clock = createFakeClock();
    const pacer = createPacer(10, clock);
    const { passedAt, done } = queue(pacer, clock, 5);
    await clock.advance(150);
    pacer.pause(5000);
    await clock.advance(4999);
    expect(passedAt).toEqual([0, 100]);
    await clock.runUntilDone(done);
    expect(passedAt).toEqual([0, 100, 5150, 5250, 5350]);
  });

  it('takes slots back: who comes during it does not come behind them', async () => {
    const clock = createFakeClock();
    const pacer = createPacer(1, clock);
    const early = queue(pacer, clock, 10);
    await clock.advance(1);
    pacer.pause(500);
    const newcomer = queue(pacer, clock, 1);
    await clock.runUntilDone(Promise.all([early.done, newcomer.done]));
    expect(newcomer.passedAt).toEqual([1000]);
  });

  it('is not shortened by a shorter one that begins later', async () => {
    const clock = createFakeClock();
    const pacer = createPacer(10, clock);
    pacer.pause(9000);
    const early = queue(pacer, clock, 2);
    await clock.advance(1000);
    pacer.pause(10);
    pacer.pause(0);
    const late = queue(pacer, clock, 2);
    await clock.runUntilDone(Promise.all([early.done, late.done]));
    expect([...early.passedAt, ...late.passedAt].sort()).toEqual([9000, 9100, 9200, 9300]);
  });

  it('is lengthened by one that ends later', async () => {
    const clock = createFakeClock();
    const pacer = createPacer(10, clock);
    pacer.pause(2000);
    const { passedAt, done } = queue(pacer, clock, 2);
    await clock.advance(1500);
    pacer.pause(2000);
    await clock.runUntilDone(done);
    expect(passedAt).toEqual([3500, 3600]);
  });

  it('begins again where one begins while those of the last one come back', async () => {
    const clock = createFakeClock();
    const pacer = createPacer(10, clock);
    const { passedAt, done } = queue(pacer, clock, 4);
    pacer.pause(1000);
    await clock.advance(1050);
    pacer.pause(1000);
    await clock.runUntilDone(done);
    expect(passedAt).toEqual([0, 1000, 2050, 2150]);
  });

  it('of nothing holds nobody up', async () => {
    const clock = createFakeClock();
    const pacer = createPacer(10, clock);
    pacer.pause(0);
    const { passedAt, done } = queue(pacer, clock, 2);
    await clock.runUntilDone(done);
    expect(passedAt).toEqual([0, 100]);
  });
});

describe('createPacer: abort', () => {
  it('of one who waits rejects with the reason at once, and leaves the others alone', async () => {
    const clock = createFakeClock();
    const pacer = createPacer(1, clock);
    const stop = new AbortController();
    const reason = new Error('Interrupted');
    await pacer.wait(signal);
    const stopped = pacer.wait(stop.signal).catch((error: unknown) => error);
    const other = pacer.wait(signal).then(() => clock.monotonic());
    await clock.advance(100);
    stop.abort(reason);
    expect(await stopped).toBe(reason);
    expect(clock.monotonic()).toBe(100);
    expect(await clock.runUntilDone(other)).toBeLessThanOrEqual(2000);
  });

  it('of one who waits out a pause rejects with the reason at once', async () => {
    const clock = createFakeClock();
    const pacer = createPacer(10, clock);
    const stop = new AbortController();
    pacer.pause(600_000);
    const stopped = pacer.wait(stop.signal).catch((error: unknown) => error);
    await clock.advance(10);
    stop.abort('enough');
    expect(await stopped).toBe('enough');
  });

  it('beforehand lets nobody through, and takes no slot', async () => {
    const clock = createFakeClock();
    const pacer = createPacer(1, clock);
    await expect(pacer.wait(AbortSignal.abort('enough'))).rejects.toBe('enough');
    await pacer.wait(signal);
    expect(clock.sleeps).toEqual([]);
  });
});

describe('createPacer: a service that finds the pace too fast', () => {
  async function paceAfter(rate: number, tell: (pacer: Pacer) => void): Promise<number> {
    const clock = createFakeClock();
    const pacer = createPacer(rate, clock);
    tell(pacer);
    const passedAt = await drive(pacer, clock, { workers: 8, requests: 3 });
    return Math.round(gaps(passedAt)[1] ?? 0);
  }

  function slowed(times: number): (pacer: Pacer) => void {
    return (pacer) => {
      for (let n = 0; n < times; n++) pacer.slow();
    };
  }

  function slowedAndEased(times: number): (pacer: Pacer) => void {
    return (pacer) => {
      slowed(2)(pacer);
      for (let n = 0; n < times; n++) pacer.ease();
    };
  }

  it.each([
    ['is asked at half of it', 10, 1, 200],
    ['and at a quarter, where it says so again', 10, 2, 400],
    ['but once a second at least', 10, 9, 1000],
    ['unless the rate is lower than that', 0.5, 9, 2000],
  ])('%s', async (_name, rate, times, ms) => {
    expect(await paceAfter(rate, slowed(times))).toBe(ms);
  });

  it('is asked a little faster with each request that it takes, and never faster than the rate', async () => {
    expect(await paceAfter(10, slowedAndEased(1))).toBe(388);
    expect(await paceAfter(10, slowedAndEased(24))).toBe(197);
    expect(await paceAfter(10, slowedAndEased(500))).toBe(100);
  });

  it('counts once for the requests that were on their way together', async () => {
    const clock = createFakeClock();
    const pacer = createPacer(10, clock);
    for (let n = 0; n < 5; n++) {
      pacer.slow();
      pacer.pause(300);
    }
    const passedAt = await drive(pacer, clock, { workers: 1, requests: 3 });
    expect(passedAt).toEqual([300, 500, 700]);
  });
});
