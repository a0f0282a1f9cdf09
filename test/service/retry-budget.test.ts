import { describe, expect, it } from 'vitest';
import { RetriesSpentError } from '../../src/domain/errors.ts';
import { CHECK_ADDRESS } from '../../src/service/reply.ts';
import { createRetryBudget } from '../../src/service/retries.ts';

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
    [0, 20],
    [5, 20],
    [20, 20],
    [21, 21],
    [100, 100],
  ])('with %i retries lets %i through before anything succeeded', (retries, most) => {
    expect(spendAll(open(retries))).toBe(most);
  });

  it.each([
    [9, 20],
    [10, 21],
    [125, 32],
    [200, 40],
    [100_000, 40],
  ])('after %i successes lets %i through', (successes, most) => {
    expect(spendAll(budgetAfter(successes))).toBe(most);
  });

  it.each([
    [1, 20],
    [8, 20],
    [13, 32],
    [64, 160],
  ])('with %i requests in flight lets %i through', (inFlight, most) => {
    expect(spendAll(open(5, inFlight))).toBe(most);
  });

  it('says how many it were, what was said last, and what to do', () => {
    const budget = open(5);
    budget.noteFault('GET /listings: first', 'First hint');
    budget.noteFault('GET /listings: the service answered 503', undefined);
    for (let n = 0; n < 20; n++) budget.spend();
    expect(() => budget.spend()).toThrow(
      expect.objectContaining({
        code: 'service',
        message:
          'Cannot go on: 20 attempts in a row failed; the last: GET /listings: the service answered 503',
        hint: 'Run it again later: only what is still missing is sent',
      }),
    );
    budget.noteFault('GET /listings: no connection', 'Check the clock');
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
