import { describe, expect, it } from 'vitest';
import { repeatsStop } from '../../../src/report/tally/repeats-stop.ts';

const DOWN = 'no connection to the service: connect ECONNREFUSED 127.0.0.1:4010';
const STOP = {
  code: 'service',
  message: `Cannot go on: 20 attempts in a row failed; the last: GET /listings: ${DOWN}`,
};

describe('repeatsStop', () => {
  it.each([
    ['a lookup', `GET /listings: ${DOWN}, after 6 attempts`],
    ['an update', DOWN],
    [
      'a notice',
      `The account could not be paged, so SKUs are looked up one by one: GET /listings: ${DOWN}, after 1 attempt`,
    ],
  ])('knows the fault again that stopped the run, as %s has it', (_name, text) => {
    expect(repeatsStop(text, STOP)).toBe(true);
  });

  it.each([
    ['a refusal', 'the service answered 402: "Nobody knows why"'],
    ['another address', `GET /listings: ${DOWN.replace('4010', '4011')}, after 6 attempts`],
    ['a notice of something else', 'Unknown columns are ignored: "title"'],
    ['nothing', ''],
  ])('does not take another fault for it: %s', (_name, text) => {
    expect(repeatsStop(text, STOP)).toBe(false);
  });

  it('says so of no run that went on, or that something else has stopped', () => {
    expect(repeatsStop(DOWN, undefined)).toBe(false);
    expect(repeatsStop(DOWN, { code: 'too_many_failures', message: `the last: ${DOWN}` })).toBe(false);
  });
});
