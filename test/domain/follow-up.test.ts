import { describe, expect, it } from 'vitest';
import { describeFollowUp, explainFollowUp } from '../../src/domain/follow-up.ts';

const PENDING = 'Manual price pending: the current price does not show it yet';
const OFF = 'repricing is off and no minimum price is set';

describe('describeFollowUp and explainFollowUp', () => {
  it.each([
    ['nothing followed up', undefined, '', ''],
    ['reflected', { kind: 'reflected' }, 'reflected', 'Manual price reflected'],
    ['pending', { kind: 'pending' }, 'pending', PENDING],
    ['in vain', { kind: 'no_effect', why: OFF }, `no_effect: ${OFF}`, `Manual price without effect: ${OFF}`],
    ['a colon', { kind: 'no_effect', why: 'a: 1' }, 'no_effect: a: 1', 'Manual price without effect: a: 1'],
  ] as const)('%s', (_name, followUp, cell, sentence) => {
    expect(describeFollowUp(followUp)).toBe(cell);
    expect(explainFollowUp(cell)).toBe(sentence);
  });
});
