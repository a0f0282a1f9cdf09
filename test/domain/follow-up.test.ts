import { describe, expect, it } from 'vitest';
import { describeFollowUp, explainFollowUp } from '../../src/domain/follow-up.ts';

describe('describeFollowUp and explainFollowUp', () => {
  it.each([
    ['nothing followed up', undefined, '', ''],
    ['reflected', { kind: 'reflected' }, 'reflected', 'Manual price reflected'],
    [
      'pending',
      { kind: 'pending' },
      'pending',
      'Manual price pending: the current price does not show it yet',
    ],
    [
      'no effect',
      { kind: 'no_effect', why: 'repricing is off and no minimum price is set' },
      'no_effect: repricing is off and no minimum price is set',
      'Manual price without effect: repricing is off and no minimum price is set',
    ],
    [
      'a reason with a colon',
      { kind: 'no_effect', why: 'now: 1' },
      'no_effect: now: 1',
      'Manual price without effect: now: 1',
    ],
  ] as const)('%s', (_name, followUp, cell, sentence) => {
    expect(describeFollowUp(followUp)).toBe(cell);
    expect(explainFollowUp(cell)).toBe(sentence);
  });
});
