import { describe, expect, it } from 'vitest';
import { type KeepRules, keepByRules } from '../../../src/run/history/keep-rules.ts';

const DAY = 86_400_000;

/** The kept times, with their reasons. */
function keep(times: readonly string[], rules: KeepRules): readonly string[] {
  const newestFirst = [...times].sort().reverse();
  return keepByRules(
    newestFirst.map((time) => Date.parse(`${time}:00Z`)),
    rules,
  ).flatMap((reasons, index) => (reasons.length === 0 ? [] : [`${newestFirst[index]} ${reasons.join('+')}`]));
}

const NIGHTS = [
  '2026-09-30T02:00',
  '2026-10-31T02:00',
  '2026-11-17T02:00',
  '2026-11-18T02:00',
  '2026-11-19T02:00',
];

describe('keepByRules', () => {
  it.each<[string, readonly string[], KeepRules, readonly string[]]>([
    ['nothing without a rule', NIGHTS, {}, []],
    ['nothing of nothing', [], { last: 3, daily: 3, monthly: 3, withinMs: DAY }, []],
    ['the last ones', NIGHTS, { last: 2 }, ['2026-11-19T02:00 last', '2026-11-18T02:00 last']],
    [
      'all where there are fewer',
      NIGHTS.slice(0, 2),
      { last: 9 },
      ['2026-10-31T02:00 last', '2026-09-30T02:00 last'],
    ],
    [
      'the last run of each day',
      ['2026-11-18T01:00', '2026-11-18T23:59', '2026-11-19T00:00', '2026-11-19T05:00', '2026-11-17T05:00'],
      { daily: 2 },
      ['2026-11-19T05:00 daily', '2026-11-18T23:59 daily'],
    ],
    [
      'days with runs, however far apart',
      ['2026-01-01T01:00', '2026-05-01T01:00', '2026-11-19T05:00'],
      { daily: 2 },
      ['2026-11-19T05:00 daily', '2026-05-01T01:00 daily'],
    ],
    [
      'the oldest as well, where a rule has some left',
      ['2026-11-18T01:00', '2026-11-18T02:00', '2026-11-19T00:00'],
      { daily: 7 },
      ['2026-11-19T00:00 daily', '2026-11-18T02:00 daily', '2026-11-18T01:00 daily'],
    ],
    [
      'the last run of each month',
      NIGHTS,
      { monthly: 2 },
      ['2026-11-19T02:00 monthly', '2026-10-31T02:00 monthly'],
    ],
    [
      'what is within a time before the last run, to the minute, whatever the day is now',
      ['2026-11-17T01:59', '2026-11-17T02:00', '2026-11-18T02:00', '2026-11-19T02:00'],
      { withinMs: 2 * DAY },
      ['2026-11-19T02:00 within', '2026-11-18T02:00 within', '2026-11-17T02:00 within'],
    ],
    [
      'what any rule keeps, and says which',
      NIGHTS,
      { last: 1, daily: 2, monthly: 2, withinMs: DAY },
      [
        '2026-11-19T02:00 last+daily+monthly+within',
        '2026-11-18T02:00 daily+within',
        '2026-10-31T02:00 monthly',
      ],
    ],
  ])('keeps %s', (_what, times, rules, kept) => {
    expect(keep(times, rules)).toEqual(kept);
  });
});
