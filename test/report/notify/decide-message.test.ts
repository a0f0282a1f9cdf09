import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../../src/domain/documents/ledger.ts';
import { verdictOf } from '../../../src/domain/exit-codes.ts';
import { decideMessage, describeFailed } from '../../../src/report/notify/decide-message.ts';
import { aKeptRecord } from '../../support/some-history.ts';
import { anEnding, aReport, EVERY_STATUS } from '../support.ts';

const HOUR = 3_600_000;
const START = 1_800_000_000_000;

interface Night {
  /** `null`: it was killed, and sends no message. */
  readonly exitCode: number | null;
  readonly afterMs?: number;
  /** Rows that wait for a person. */
  readonly rows?: number;
  /** Rows that need attention. */
  readonly attention?: number;
}

function recordOf({ exitCode, rows = 0, attention = 0 }: Night, finishedAt: number): RunRecord {
  return aKeptRecord({
    exit_code: exitCode,
    verdict: exitCode === null ? 'killed' : verdictOf(exitCode),
    finished_at: new Date(finishedAt).toISOString(),
    counts: { outcomes: 40, attention, by_status: { held: rows }, by_reason: {} },
  });
}

/** The messages, night after night: kind and failures. */
function play(nights: readonly Night[]): readonly string[] {
  const earlier: RunRecord[] = [];
  let now = START;
  return nights.map((night) => {
    now += night.afterMs ?? 24 * HOUR;
    const { exitCode, rows, attention = 0 } = night;
    const held = rows === undefined ? undefined : { rows, command: '' };
    const report = aReport({ outcomes: EVERY_STATUS.slice(4, 4 + attention) });
    const ending = { finishedAt: now, held, report };
    const due = exitCode === null ? undefined : decideMessage(anEnding({ exitCode, ...ending }), earlier);
    earlier.unshift(recordOf(night, now));
    return due ? `${due.kind} ${due.failures}` : '-';
  });
}

const ok = { exitCode: 0 };
const bad = { exitCode: 1 };
const needing = { exitCode: 3, attention: 1 };
/** With `"attention": "new"`. */
const known = { exitCode: 0, attention: 1 };
const wait = (rows: number, afterMs?: number): Night => ({ ...ok, rows, ...(afterMs && { afterMs }) });
const often = Array.from({ length: 9 }, () => ({ exitCode: 7, afterMs: HOUR / 12 }));
const [early, late] = [
  { ...needing, afterMs: 60_000 },
  { exitCode: 5, afterMs: 60_000 },
];

describe('decideMessage', () => {
  it.each<readonly [string, readonly Night[], string]>([
    ['a job fails for some nights', [ok, bad, bad, bad, ok], '-, first 1, still 2, still 3, recovered 3'],
    ['rows need attention', [needing, needing, ok], 'first 1, still 2, recovered 2'],
    ['a job runs every five minutes', often, 'first 1, -, -, -, -, -, still 7, -, -'],
    ['it fails in another way within minutes', [early, late], 'first 1, first 1'],
    ['it fails as rows need attention', [needing, bad, bad, needing], 'first 1, first 1, still 2, still 4'],
    ['rows wait', [wait(12), wait(12), ok, wait(12, HOUR)], 'waiting 0, waiting 0, -, waiting 0'],
    ['more rows wait', [12, 12, 13, 13].map((rows) => wait(rows, HOUR)), 'waiting 0, -, waiting 0, -'],
    ['a failure says so', [{ ...wait(1), ...needing }, wait(1), wait(1, HOUR)], 'first 1, recovered 1, -'],
    ['the clock is set back while rows wait', [wait(1), wait(1, -HOUR)], 'waiting 0, waiting 0'],
    ['a night was killed', [ok, { exitCode: null }, ok], '-, -, recovered 1'],
    ['known rows are no news', [needing, known, known, ok, ok], 'first 1, -, -, recovered 3, -'],
    ['it fails beside known rows', [needing, known, bad, known], 'first 1, -, first 1, recovered 1'],
    ['nothing was ever news', [known, known, ok], '-, -, -'],
    ['the clock is set back', [bad, { ...bad, afterMs: -HOUR }], 'first 1, still 2'],
  ])('%s', (_, nights, messages) => {
    expect(play(nights).join(', ').replaceAll(/_\w+/g, '')).toBe(messages);
  });

  it('says since when', () => {
    const ending = anEnding({ exitCode: 1, finishedAt: START + 24 * HOUR });
    const earlier = [recordOf(bad, START), recordOf(ok, START - 24 * HOUR)];
    expect(decideMessage(ending, earlier)?.since).toBe(START);
    expect(decideMessage({ ...ending, exitCode: 0 }, earlier)?.since).toBe(START);
  });
});

const NOON = (day: string): number => Date.parse(`${day}T12:00:00`);

describe('the first line', () => {
  const GONE = { code: 'usage', rules: [], message: 'The key file is gone' } as const;
  const lastNight = [recordOf({ exitCode: 4 }, NOON('2026-11-17') - HOUR)];

  it.each([
    ['costs: failed 2 times: The key file is gone', { exitCode: 2, failure: GONE }],
    ['costs: apply failed 2 times: The key file is gone', { exitCode: 2, failure: GONE, command: 'apply' }],
    ['costs: 8 rows need attention', { exitCode: 3, report: aReport({ outcomes: EVERY_STATUS }) }],
    ['costs: recovered after 1 run', { exitCode: 0 }],
    [
      'costs: recovered after 1 run, 2 rows wait for approval',
      { exitCode: 0, held: { rows: 2, command: '' } },
    ],
  ] as const)('%s', (expected, fields) => {
    const ending = anEnding({ finishedAt: NOON('2026-11-17'), ...fields });
    expect(decideMessage(ending, lastNight)?.headline).toBe(expected);
  });

  it('costs: 2 rows wait for approval', () => {
    const ending = anEnding({ held: { rows: 2, command: '' } });
    expect(decideMessage(ending, [])?.headline).toBe('costs: 2 rows wait for approval');
  });

  it.each([
    ['costs: failed', []],
    ['costs: failed, last success 16 November', ['0 on 2026-11-16']],
    [
      'costs: failed 3 times, last success 17 November',
      ['1 on 2026-11-17', 'killed on 2026-11-17', '3 on 2026-11-17'],
    ],
    [
      'costs: failing for 3 nights, last success 14 November',
      ['5 on 2026-11-16', '2 on 2026-11-15', '0 on 2026-11-14'],
    ],
    ['costs: failing for 2 nights, last success 31 December 2025', ['5 on 2026-01-01', '0 on 2025-12-31']],
  ])('%s', (expected, nights) => {
    const earlier = nights.map((night) => {
      const [end = '', day = ''] = night.split(' on ');
      return recordOf({ exitCode: end === 'killed' ? null : Number(end) }, NOON(day));
    });
    expect(describeFailed(anEnding({ exitCode: 4, finishedAt: NOON('2026-11-17') }), earlier)).toBe(expected);
  });
});
