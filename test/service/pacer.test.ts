import { setMaxListeners } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Clock, RateSetting } from '../../src/domain/ports.ts';
import { createPacer, type PacedAnswer, type Pacer } from '../../src/service/pacer.ts';
import type { Permit } from '../../src/service/request-queue.ts';
import { createFakeClock, type FakeClock } from '../support/fake-clock.ts';

const { signal } = new AbortController();
setMaxListeners(0, signal);

/** Differences below this come from adding up fractions. Units: milliseconds. */
const DUST = 1e-6;

function pacerOf(rate: RateSetting, clock: Clock, startPerSecond?: number): Pacer {
  return createPacer({ rate, startPerSecond, clock, random: () => 0.5 });
}

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
      const pass = await pacer.wait(signal);
      passedAt.push(clock.monotonic());
      if (workMs) await clock.sleep(workMs());
      pacer.settle(pass, { kind: 'taken' });
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

describe('createPacer: the rate in every second', () => {
  const wholeRates = fc.integer({ min: 1, max: 40 });
  const demands = fc.record({
    workers: fc.integer({ min: 1, max: 12 }),
    requests: fc.integer({ min: 2, max: 60 }),
  });
  const overshoots = fc.array(fc.oneof(fc.nat(30), fc.nat(3000)), { minLength: 1, maxLength: 20 });

  it('holds where timers come late', async () => {
    await fc.assert(
      fc.asyncProperty(wholeRates, demands, overshoots, async (rate, demand, late) => {
        const clocks = createLateClock(cycle(late));
        const passedAt = await drive(pacerOf(rate, clocks.late), clocks.clock, demand);
        expect(passedAt).toHaveLength(demand.requests);
        expect(fullestWindow(passedAt)).toBeLessThanOrEqual(rate);
      }),
    );
  });
});

describe('createPacer: the schedule', () => {
  it('makes up for one late timer instead of shifting all that follow', async () => {
    const lateness = [0, 0, 90, 0];
    const { clock, late } = createLateClock(() => lateness.shift() ?? 0);
    const passedAt = await drive(pacerOf(10, late), clock, { workers: 1, requests: 8 });
    expect(passedAt.map(Math.round)).toEqual([0, 100, 200, 390, 400, 500, 600, 701]);
  });
});

describe('createPacer: pause', () => {
  /** What happens, step by step: some requests are queued, a pause is asked for, time passes. Units: milliseconds. */
  it.each([
    ['holds up those too that have a slot', 'queue 5, wait 150, pause 5000', '0 100 5150 5250 5350'],
    ['is not cut by a later one', 'pause 9000, queue 2, wait 1000, pause 10, queue 2', '9000 9100 9200 9300'],
    ['is lengthened by one that ends later', 'pause 2000, queue 2, wait 1500, pause 2000', '3500 3600'],
    ['begins again while others come back', 'queue 4, pause 1000, wait 1050, pause 1000', '0 1000 2050 2150'],
    ['of nothing holds nobody up', 'pause 0, queue 2', '0 100'],
  ])('%s', async (_name, steps, expected) => {
    const clock = createFakeClock();
    const pacer = pacerOf(10, clock);
    const passedAt: number[] = [];
    const queued: Promise<void>[] = [];
    for (const step of steps.split(', ')) {
      const [what, number] = [step.split(' ')[0], Number(step.split(' ')[1])];
      if (what === 'pause') pacer.pause(number);
      if (what === 'wait') await clock.advance(number);
      if (what === 'queue')
        for (let n = 0; n < number; n++)
          queued.push(pacer.wait(signal).then(() => void passedAt.push(clock.monotonic())));
    }
    await clock.runUntilDone(Promise.all(queued));
    expect(passedAt.map(Math.round).join(' ')).toBe(expected);
  });
});

describe('createPacer: abort', () => {
  it('of one who waits rejects with the reason at once, and leaves the others alone', async () => {
    const clock = createFakeClock();
    const pacer = pacerOf(1, clock);
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

  it('of all that wait leaves no timer behind that would keep a program from ending', async () => {
    const clock = createFakeClock();
    let asleep = 0;
    const counted: Clock = {
      ...clock,
      sleep: async (ms, given) => {
        asleep++;
        await clock.sleep(ms, given).finally(() => asleep--);
      },
    };
    const pacer = pacerOf(10, counted);
    const stop = new AbortController();
    pacer.pause(600_000);
    const all = Array.from({ length: 5 }, () => pacer.wait(stop.signal).catch(() => 'gone'));
    expect(asleep).toBe(1);
    stop.abort();
    expect(await Promise.all(all)).toEqual(new Array(5).fill('gone'));
    await clock.advance(0);
    expect(asleep).toBe(0);
  });
});

/** A pacer and its clock, asked one request at a time. */
function alone(rate: RateSetting, startPerSecond?: number) {
  const clock = createFakeClock();
  const pacer = pacerOf(rate, clock, startPerSecond);
  /** Passes one request, and gives how long it had to wait. */
  async function next(): Promise<{ readonly pass: Permit; readonly ms: number }> {
    const from = clock.monotonic();
    const pass = await clock.runUntilDone(pacer.wait(signal));
    return { pass, ms: Math.round(clock.monotonic() - from) };
  }
  async function ask(answer: PacedAnswer): Promise<number> {
    const { pass, ms } = await next();
    pacer.settle(pass, answer);
    return ms;
  }
  async function askAll(...answers: readonly PacedAnswer[]): Promise<readonly number[]> {
    const all: number[] = [];
    for (const answer of answers) all.push(await ask(answer));
    return all;
  }
  return { clock, pacer, next, ask, askAll };
}

const taken: PacedAnswer = { kind: 'taken' };
const refused: PacedAnswer = { kind: 'refused' };
const many = (count: number, answer: PacedAnswer) => Array.from({ length: count }, () => answer);

describe('createPacer: what it says of itself', () => {
  it('what the service holds it to, and for how long it asked to wait', async () => {
    const { ask, askAll, pacer } = alone(10);
    await askAll(...many(5, taken));
    expect(pacer.pace()).toMatchObject({ isHeld: false, pauseMs: 0 });
    await ask(refused);
    expect(pacer.pace()).toMatchObject({ isHeld: true, perSecond: expect.closeTo(6, 0) });
    pacer.pause(20_000);
    expect(pacer.pace().pauseMs).toBe(20_000);
  });
});

describe('createPacer: a service that refuses', () => {
  it('is asked at three fifths of the pace, and never faster than the rate again', async () => {
    const { askAll, pacer } = alone(10);
    await askAll(...many(5, taken));
    expect(await askAll(refused, taken)).toEqual([100, 167]);
    const later = await askAll(...many(600, taken));
    expect(later.at(-1)).toBe(100);
    expect(Math.min(...later)).toBe(100);
    expect(pacer.pace()).toMatchObject({ refused: 1 });
  });

  it('says it once for the requests that were on their way together', async () => {
    const { pacer, next, askAll } = alone(10);
    await askAll(...many(40, taken));
    const passes = [await next(), await next(), await next(), await next()];
    const settled = passes.map(({ pass }) => pacer.settle(pass, refused));
    expect(settled.join(' ')).toBe('news known known known');
    expect(await askAll(taken, taken)).toEqual([104, 104]);
  });

  it('is left alone where it refuses again and again, but for one probe at a time that asks for all', async () => {
    const { pacer, clock, next, askAll } = alone(10);
    expect(await askAll(refused, refused, refused)).toHaveLength(3);
    const probe = await next();
    expect(probe.ms).toBe(250);
    let others = 0;
    const waiting = Array.from({ length: 3 }, () => pacer.wait(signal).then(() => others++));
    await clock.advance(60_000);
    expect(others).toBe(0);
    expect(pacer.settle(probe.pass, taken)).toBeUndefined();
    await clock.runUntilDone(Promise.all(waiting));
    expect(others).toBe(3);
  });

  it('is probed less and less often, every 20 s at last', async () => {
    const { askAll } = alone(10);
    await askAll(refused, refused, refused);
    expect(await askAll(...many(9, refused))).toEqual([
      250, 500, 1000, 2000, 4000, 8000, 16_000, 20_000, 20_000,
    ]);
  });

  it('and says until when is obeyed by everybody', async () => {
    const { pacer, clock, next } = alone(10);
    const { pass } = await next();
    const waiting = Array.from({ length: 3 }, () => pacer.wait(signal).then(() => clock.monotonic()));
    pacer.settle(pass, { kind: 'refused', retryAfterMs: 7000 });
    const passedAt = await clock.runUntilDone(Promise.all(waiting));
    expect(Math.min(...passedAt)).toBeGreaterThanOrEqual(7000);
  });
});

describe('createPacer: auto', () => {
  it('begins with 4 a second, and doubles in two seconds', async () => {
    const { clock, pacer } = alone('auto');
    const passedAt = await drive(pacer, clock, { workers: 50, requests: 200 });
    const inSecond = (from: number) => passedAt.filter((at) => at >= from && at < from + 1000).length;
    expect(passedAt.slice(0, 3).map(Math.round)).toEqual([0, 250, expect.closeTo(490, -2)]);
    expect([0, 2000, 4000, 6000].map(inSecond)).toEqual([5, 9, 19, 38].map((n) => expect.closeTo(n, -1)));
  });

  it('does not take a pace for found good that nobody made use of', async () => {
    const { clock, askAll, pacer } = alone('auto');
    for (let n = 0; n < 100; n++) {
      await askAll(taken);
      await clock.advance(500);
    }
    expect(pacer.pace().ratePerSecond).toBe(4);
  });
});
