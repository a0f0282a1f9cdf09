import { expect, it } from 'vitest';
import { isFailure } from '../../src/execute/is-failure.ts';

it.each([
  ['failed', 'http_400', true],
  ['failed', 'strategy_refused', false],
  ['unconfirmed', 'answer_lost', true],
  ['unconfirmed', 'answer_differs', true],
  ['unconfirmed', 'may_arrive', false],
  ['updated', '', false],
  ['conflict', 'changed_meanwhile', false],
  ['conflict', 'strategy_refused', false],
  ['skipped', 'clears_ignored', false],
] as const)('isFailure: %s for %s', (status, reason, expected) => {
  expect(isFailure({ status, reason })).toBe(expected);
});
