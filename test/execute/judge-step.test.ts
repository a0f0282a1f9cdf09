import { describe, expect, it } from 'vitest';
import { judgeStep, type StepFacts } from '../../src/execute/judge-step.ts';

const facts = (fields: Partial<StepFacts>): StepFacts => ({
  step: 1,
  of: 3,
  holding: 0,
  failed: 0,
  overwritten: 0,
  unread: 0,
  ...fields,
});

describe('judgeStep', () => {
  it.each<readonly [string, Partial<StepFacts>, string | undefined]>([
    ['all hold', { holding: 120 }, undefined],
    ['nothing was seen', {}, undefined],
    ['one bad of three', { holding: 2, overwritten: 1 }, undefined],
    ['one bad of two', { holding: 1, failed: 1 }, undefined],
    ['fewer than the limit', { holding: 116, overwritten: 4 }, undefined],
    [
      'as many as the limit',
      { holding: 115, overwritten: 5 },
      '5 listings no longer hold what was sent, and --max-overwritten is 5',
    ],
    [
      'twenty of a hundred thousand',
      { holding: 99_980, overwritten: 20 },
      '20 listings no longer hold what was sent, and --max-overwritten is 5',
    ],
    [
      'some could not be read',
      { holding: 115, overwritten: 1, unread: 4 },
      '1 listing no longer holds what was sent and 4 listings could not be read back, and --max-overwritten is 5',
    ],
    [
      'none could be read',
      { holding: 9, unread: 5 },
      '5 listings could not be read back, and --max-overwritten is 5',
    ],
    [
      'two bad of three',
      { holding: 1, failed: 1, overwritten: 1 },
      '2 updates of it failed or no longer hold, and 1 holds',
    ],
    ['the only one', { failed: 1 }, '1 update of it failed or no longer holds, and 0 hold'],
  ])('%s', (_name, given, expected) => {
    const stop = judgeStep(facts(given), 5);
    expect(stop?.message).toBe(expected && `Cannot go on after step 1 of 3: ${expected}`);
    expect(stop?.code).toBe(expected && 'too_many_failures');
  });

  it('names the first of them', () => {
    const stop = judgeStep(facts({ overwritten: 7, first: 'line 4 (sku "MUG-03"): cost is 6.00' }), 5);
    expect(stop?.message).toMatch(/is 5; the first: line 4 \(sku "MUG-03"\): cost is 6\.00$/);
  });
});
