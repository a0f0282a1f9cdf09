import { describe, expect, it } from 'vitest';
import { Refusal } from '../../src/sandbox/errors.ts';
import type { RateLimit } from '../../src/sandbox/faults.ts';
import { createRateLimiter } from '../../src/sandbox/meet-faults.ts';

/** Asks at these moments, in milliseconds; gives the headers of each refusal, and nothing where there was none. */
function askAt(limit: RateLimit, times: readonly number[]) {
  let now = 0;
  const admit = createRateLimiter(limit, () => now);
  return times.map((at) => {
    now = at;
    try {
      admit();
      return undefined;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return error.headers;
    }
  });
}

function admittedAt(limit: RateLimit, times: readonly number[]): readonly number[] {
  const answers = askAt(limit, times);
  return times.filter((_, index) => answers[index] === undefined);
}

describe('createRateLimiter', () => {
  it('lets a bucket fill evenly, up to its burst', () => {
    const limit = { perSecond: 10, burst: 2 };
    expect(admittedAt(limit, [0, 1, 2, 99, 100, 101, 900, 901, 902])).toEqual([0, 1, 100, 900, 901]);
  });

  it('lets a fixed window take so many between whole multiples of it', () => {
    const limit = { perSecond: 1, kind: 'fixed-window', windowSeconds: 3 } as const;
    const times = [2000, 2500, 2600, 2999, 3000, 3001, 3002, 3003, 6000];
    expect(admittedAt(limit, times)).toEqual([2000, 2500, 2600, 3000, 3001, 3002, 6000]);
  });

  it('lets a sliding log take so many in any stretch', () => {
    const limit = { perSecond: 1, kind: 'sliding-log', windowSeconds: 3 } as const;
    const times = [2000, 2500, 2600, 3000, 4999, 5000, 5001, 5500, 5550, 5600];
    expect(admittedAt(limit, times)).toEqual([2000, 2500, 2600, 5000, 5500, 5600]);
  });

  it.each([
    ['bucket', { perSecond: 0.25 }, '4'],
    ['fixed window', { perSecond: 0.1, kind: 'fixed-window', windowSeconds: 10 }, '6'],
    ['sliding log', { perSecond: 0.1, kind: 'sliding-log', windowSeconds: 10 }, '10'],
  ] as const)('says Retry-After of a %s until there is room', (_name, limit, seconds) => {
    const [, second] = askAt(limit, [4500, 4600]);
    expect(second).toEqual({ 'retry-after': seconds });
  });
});
