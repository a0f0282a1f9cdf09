import { describe, expect, it } from 'vitest';
import type { RunReport, Stop } from '../../../src/report/tally/run-report.ts';
import { summarizeFailure, summarizeStop } from '../../../src/report/tally/summarize-stop.ts';
import { aReport, EVERY_STATUS } from '../support.ts';

const UNSENT = { reads: 3, writes: 0, retries: 0, throttled: 0 };
const ERROR: Stop = { code: 'service', rules: [], message: 'Cannot go on: 9 attempts in a row failed' };
const GUARD: Stop = {
  code: 'guard',
  rules: ['rows_dropped', 'max_missing', 'max_updates'],
  message: 'the sheet sets 10 SKUs; 4 of 10 rows not listed; 9 listings would be updated',
  messages: ['the sheet sets 10 SKUs', '4 of 10 rows not listed', '9 listings would be updated'],
};

describe('summarizeStop', () => {
  it.each<readonly [string, Stop, Partial<RunReport>, string]>([
    [
      'a guard rule',
      { ...GUARD, rules: ['rows_dropped'] },
      { requests: UNSENT },
      'Nothing was sent: the sheet sets 10 SKUs (rows_dropped).',
    ],
    [
      'several, of a dry run',
      GUARD,
      { requests: UNSENT, dryRun: true },
      'Nothing would be sent: the sheet sets 10 SKUs (rows_dropped, and also max_missing, max_updates).',
    ],
    [
      'an error before the first update',
      ERROR,
      { requests: UNSENT },
      'Nothing was sent: 9 attempts in a row failed.',
    ],
    [
      'an error of a dry run',
      ERROR,
      { dryRun: true },
      'The dry run stopped early: 9 attempts in a row failed.',
    ],
    ['an error later', ERROR, {}, 'Stopped with 1 of 5 updates made: 9 attempts in a row failed.'],
    [
      'an error later, of a run whose outcomes are not all known',
      ERROR,
      { cut: { sent: 1 } },
      'Stopped with 1 update sent: 9 attempts in a row failed.',
    ],
    [
      'a file that is missing at the end',
      { code: 'disk', rules: [], message: 'Cannot write "results.csv": no space is left', isAfterAll: true },
      {},
      'The run is complete, but a file is missing: cannot write "results.csv": no space is left.',
    ],
  ])('says what was sent, and the figure: %s', (_name, stop, fields, sentence) => {
    expect(summarizeStop(stop, aReport({ outcomes: EVERY_STATUS, ...fields }))).toBe(sentence);
  });
});

describe('summarizeFailure', () => {
  it.each([
    ['sheet', 'Cannot read the sheet "A.csv": it is empty', 'cannot read the sheet "A.csv": it is empty'],
    ['usage', '--rate: "x" is not a number\n--only: …', '--rate: "x" is not a number'],
    ['usage', 'PRICESHEET_API_KEY is not set', 'PRICESHEET_API_KEY is not set'],
    ['locked', 'Cannot begin: another run holds the lock', 'another run holds the lock'],
    [
      'sheet',
      `Cannot find "a; b": ${'x'.repeat(200)}`,
      `cannot find "a; b": ${'x'.repeat(180)}… (20 more characters)`,
    ],
    ['sheet', `Cannot find "a; b"; ${'x'.repeat(200)}`, 'cannot find "a; b"'],
  ] as const)('says that nothing was sent, and why: %s, %s', (code, message, why) => {
    expect(summarizeFailure({ code, rules: [], message })).toBe(`Nothing was sent: ${why}.`);
  });

  it('claims nothing of a run that ended by a bug', () => {
    expect(summarizeFailure({ code: 'bug', rules: [], message: 'x is not a function' })).toBe(
      'The run ended without a report: x is not a function.',
    );
  });
});
