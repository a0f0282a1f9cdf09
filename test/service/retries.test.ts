import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { RetriesSpentError } from '../../src/domain/errors.ts';
import { CHECK_ADDRESS, type Reply, readReply } from '../../src/service/reply.ts';
import { createRetryBudget, decideRetry, MAX_PAUSE_MS, retryDelayMs } from '../../src/service/retries.ts';

function refused(httpStatus: number, retryAfterMs?: number): Reply<unknown> {
  return { kind: 'refused', httpStatus, message: 'no', retryAfterMs };
}

function lost(httpStatus: number, retryAfterMs?: number): Reply<unknown> {
  return { kind: 'lost', httpStatus, message: 'what', retryAfterMs };
}

describe('decideRetry', () => {
  it.each([
    ['none asked for', undefined, 'retry'],
    ['no pause at all', 0, 'retry'],
    ['a second', 1000, 'retry'],
    ['the longest pause', MAX_PAUSE_MS, 'retry'],
    ['a millisecond too long', MAX_PAUSE_MS + 1, 'return'],
    ['an hour', 3_600_000, 'return'],
    ['for ever', Number.POSITIVE_INFINITY, 'return'],
  ] as const)('Retry-After: %s', (_, retryAfterMs, decision) => {
    const get = (reply: Reply<unknown>) => decideRetry({ method: 'GET', reply, attemptsLeft: 1 });
    const post = (reply: Reply<unknown>) => decideRetry({ method: 'POST', reply, attemptsLeft: 1 });
    expect({
      busyRead: get(refused(429, retryAfterMs)),
      busyWrite: post(refused(429, retryAfterMs)),
      stumbledRead: get(lost(503, retryAfterMs)),
      stumbledWrite: post(lost(503, retryAfterMs)),
      refusedKey: get(refused(401, retryAfterMs)),
      badRequest: get(refused(400, retryAfterMs)),
    }).toEqual({
      busyRead: decision,
      busyWrite: decision,
      stumbledRead: decision,
      stumbledWrite: 'return',
      refusedKey: 'end_run',
      badRequest: 'return',
    });
  });

  it('sends an update again after no answer but 429', () => {
    const answers = fc.record({
      httpStatus: fc.integer({ min: 200, max: 599 }),
      headers: fc.record(
        { 'retry-after': fc.oneof(fc.string(), fc.nat().map(String)) },
        { requiredKeys: [] },
      ),
      body: fc.oneof(fc.string(), fc.json()),
    });
    fc.assert(
      fc.property(answers, fc.integer({ min: -1, max: 9 }), (answer, attemptsLeft) => {
        const reply = readReply(
          { kind: 'answer', ...answer },
          { schema: z.never(), now: 0, redact: (text) => text },
        );
        const decision = decideRetry({ method: 'POST', reply, attemptsLeft });
        if (decision === 'retry') {
          expect(answer.httpStatus).toBe(429);
          expect(attemptsLeft).toBeGreaterThan(0);
        }
        expect(decision === 'end_run').toBe([401, 403].includes(answer.httpStatus));
      }),
    );
  });
});

/** How many retries are let through in a row. */
function spendAll(budget: ReturnType<typeof createRetryBudget>): number {
  for (let spent = 0; spent < 1000; spent++) {
    try {
      budget.spend();
    } catch (error) {
      expect(error).toBeInstanceOf(RetriesSpentError);
      return spent;
    }
  }
  throw new Error('No end');
}

function open(retries: number, inFlight = 8): ReturnType<typeof createRetryBudget> {
  return createRetryBudget(retries, { inFlight: () => inFlight, hasAnswered: false });
}

function budgetAfter(successes: number, retries = 5): ReturnType<typeof createRetryBudget> {
  const budget = open(retries);
  for (let n = 0; n < successes; n++) budget.noteSuccess();
  return budget;
}

describe('createRetryBudget', () => {
  it.each([
    [20, 'before anything succeeded, with no retries', 0, 0],
    [20, 'with 5 retries', 5, 0],
    [20, 'with 20', 20, 0],
    [21, 'with 21', 21, 0],
    [100, 'with 100', 100, 0],
    [20, 'after 9 successes', 5, 9],
    [21, 'after 10', 5, 10],
    [32, 'after 125', 5, 125],
    [40, 'after 200', 5, 200],
    [40, 'after 100,000', 5, 100_000],
  ])('lets %i through %s', (most, _name, retries, successes) => {
    expect(spendAll(budgetAfter(successes, retries))).toBe(most);
  });

  it.each([
    [8, 20],
    [13, 32],
  ])('with %i requests in flight lets %i through', (inFlight, most) => {
    expect(spendAll(open(5, inFlight))).toBe(most);
  });

  it('says how many it were, what was said last, and what to do', () => {
    const budget = open(5);
    budget.noteFault('first (GET /listings)', 'First hint');
    budget.noteFault('the service answered 503 (GET /listings)', undefined);
    for (let n = 0; n < 20; n++) budget.spend();
    expect(() => budget.spend()).toThrow(
      expect.objectContaining({
        code: 'service',
        message: 'Cannot go on: the service answered 503 (GET /listings); 20 attempts in a row failed',
        hint: 'Run it again later: only what is still missing is sent',
      }),
    );
    budget.noteFault('no connection (GET /listings)', 'Check the clock');
    expect(() => budget.spend()).toThrow(
      expect.objectContaining({
        hint: 'Check the clock. Run it again later: only what is still missing is sent',
      }),
    );
  });

  it('doubts the address last once something has answered there, now or in an earlier run', () => {
    const doubted = `${CHECK_ADDRESS}. Run it again later`;
    const trusted = `Run it again later. ${CHECK_ADDRESS}`;
    expect(open(5).advise(CHECK_ADDRESS)).toBe(doubted);
    expect(budgetAfter(1).advise(CHECK_ADDRESS)).toBe(trusted);
    const known = createRetryBudget(5, { inFlight: () => 8, hasAnswered: true });
    expect(known.advise(CHECK_ADDRESS)).toBe(trusted);
    expect(known.advise(undefined)).toBe('Run it again later');
  });
});

const ALMOST_ONE = 1 - Number.EPSILON;

describe('retryDelayMs', () => {
  it.each([
    [1, 125, 250],
    [2, 250, 500],
    [7, 8000, 16_000],
    [8, 15_000, 30_000],
    [9, 15_000, 30_000],
    [5000, 15_000, 30_000],
  ])('after attempt %i: from %i ms to %i ms', (attempt, shortest, longest) => {
    expect(retryDelayMs(attempt, () => 0)).toBe(shortest);
    expect(retryDelayMs(attempt, () => 0.5)).toBe((shortest + longest) / 2);
    expect(retryDelayMs(attempt, () => ALMOST_ONE)).toBeCloseTo(longest, 6);
  });
});
