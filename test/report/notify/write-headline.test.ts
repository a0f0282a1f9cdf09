import { describe, expect, it } from 'vitest';
import { describeFailed, writeHeadline } from '../../../src/report/notify/write-headline.ts';
import { anEnding } from '../support-ending.ts';

const NOON = (day: string): number => Date.parse(`${day}T12:00:00`);
const ending = (fields: object = {}) => anEnding({ exitCode: 4, finishedAt: NOON('2026-11-17'), ...fields });

describe('describeFailed', () => {
  it.each([
    ['costs: failed', 1, 1, undefined],
    ['costs: failed, last success 16 November', 1, 1, '2026-11-16'],
    ['costs: failed 5 times, last success 17 November', 5, 1, '2026-11-17'],
    ['costs: failing for 3 nights, last success 14 November', 3, 3, '2026-11-14'],
    ['costs: failing for 3 nights, last success 31 December 2025', 40, 3, '2025-12-31'],
  ])('%s', (expected, runs, nights, day) => {
    const lastSuccessAt = day === undefined ? undefined : NOON(day);
    expect(describeFailed(ending(), { runs, nights, lastSuccessAt })).toBe(expected);
  });
});

describe('writeHeadline', () => {
  it.each([
    ['costs: failed 2 times', 'still_failing', {}],
    ['costs: apply failed 2 times', 'still_failing', { command: 'apply' }],
    ['costs: needs attention', 'still_failing', { exitCode: 3 }],
    ['costs: recovered after 2 runs', 'recovered', { exitCode: 0 }],
    ['costs: waits for approval', 'waiting', { exitCode: 0 }],
  ] as const)('without a history: %s', (expected, kind, fields) => {
    const failing = { since: 0, failures: 2, exitCode: 4 };
    expect(writeHeadline({ kind, failing }, ending(fields), undefined)).toBe(expected);
  });
});
