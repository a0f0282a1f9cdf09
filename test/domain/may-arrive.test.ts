import { expect, it } from 'vitest';
import { mayArriveUntil, remarkMayArrive } from '../../src/domain/may-arrive.ts';

const SENT = Date.UTC(2026, 10, 20, 19, 25, 30);
const UNTIL = SENT + 900_000;

it.each([
  ['at once', SENT, UNTIL],
  ['just before a quarter of an hour is over', UNTIL - 1, UNTIL],
  ['once it is over', UNTIL, undefined],
  ['later', UNTIL + 1, undefined],
])('an update may still arrive %s', (_name, now, expected) => {
  expect(mayArriveUntil(SENT, now)).toBe(expected);
});

it('the remark says when to undo once more, in whole minutes after that', () => {
  const { reason, message, until } = remarkMayArrive(UNTIL);
  expect(reason).toBe('may_arrive');
  expect(message).toContain('once more after 2026-11-20 19:41 UTC');
  expect(until).toBe('2026-11-20 19:41');
  expect(remarkMayArrive(Date.UTC(2026, 11, 31, 23, 59, 1)).until).toBe('2027-01-01 00:00');
});
