import { describe, expect, it } from 'vitest';
import {
  decideNotification,
  type MessageKind,
  type Remembered,
} from '../../../src/report/notify/decide-notification.ts';
import { anEnding } from '../support-ending.ts';

const HOUR = 3_600_000;
const START = 1_800_000_000_000;

interface Night {
  readonly exitCode: number;
  /** Whether what there is to tell arrives. */
  readonly arrives?: boolean;
  readonly afterMs?: number;
  /** Rows that wait for a person. */
  readonly rows?: number;
}

/** What is told, night after night: `turn failures`, with `!` where it does not arrive. */
function play(nights: readonly Night[]): readonly string[] {
  let remembered: Remembered = {};
  let now = START;
  return nights.map(({ exitCode, arrives = true, afterMs = 24 * HOUR, rows }) => {
    now += afterMs;
    const { kind, failing, ifDelivered, ifUndelivered } = decideNotification(
      remembered,
      anEnding({ exitCode, finishedAt: now, held: rows === undefined ? undefined : { rows, command: '' } }),
    );
    remembered = kind && arrives ? ifDelivered : ifUndelivered;
    return kind ? `${kind} ${failing.failures}${arrives ? '' : '!'}` : '-';
  });
}

const ok = { exitCode: 0 };
const bad = { exitCode: 1 };
const lost = { arrives: false };

describe('decideNotification', () => {
  it.each<readonly [string, readonly Night[], readonly string[]]>([
    ['all is well', [ok, ok, ok], ['-', '-', '-']],
    [
      'a job fails for some nights',
      [ok, bad, bad, bad, ok, ok],
      ['-', 'first_failure 1', 'still_failing 2', 'still_failing 3', 'recovered 3', '-'],
    ],
    [
      'rows need attention',
      [{ exitCode: 3 }, { exitCode: 3 }, ok],
      ['first_failure 1', 'still_failing 2', 'recovered 2'],
    ],
    [
      'it fails anew',
      [bad, ok, bad, bad],
      ['first_failure 1', 'recovered 1', 'first_failure 1', 'still_failing 2'],
    ],
    [
      'the first message is lost',
      [{ ...bad, ...lost }, { ...bad, ...lost }, bad, bad],
      ['first_failure 1!', 'first_failure 2!', 'first_failure 3', 'still_failing 4'],
    ],
    [
      'nobody could be told until it was over',
      [{ ...bad, ...lost }, ok, ok],
      ['first_failure 1!', 'recovered 1', '-'],
    ],
    [
      'that all is well is lost',
      [bad, { ...ok, ...lost }, { ...ok, ...lost }, ok, ok],
      ['first_failure 1', 'recovered 1!', 'recovered 1!', 'recovered 1', '-'],
    ],
    [
      'that all is well is lost, and it fails again',
      [bad, bad, { ...ok, ...lost }, bad, bad],
      ['first_failure 1', 'still_failing 2', 'recovered 2!', 'first_failure 1', 'still_failing 2'],
    ],
    [
      'a job runs every five minutes',
      Array.from({ length: 9 }, () => ({ exitCode: 7, afterMs: HOUR / 12 })),
      ['first_failure 1', '-', '-', '-', '-', '-', 'still_failing 7', '-', '-'],
    ],
    [
      'it fails in another way within minutes',
      [
        { exitCode: 3, afterMs: 60_000 },
        { exitCode: 5, afterMs: 60_000 },
      ],
      ['first_failure 1', 'still_failing 2'],
    ],
    [
      'rows wait',
      [{ ...ok, rows: 12 }, { ...ok, rows: 12 }, ok, { ...ok, rows: 12, afterMs: HOUR }],
      ['waiting 0', 'waiting 0', '-', 'waiting 0'],
    ],
    [
      'rows wait in a job that runs every hour',
      [12, 12, 13, 13].map((rows) => ({ ...ok, rows, afterMs: HOUR })),
      ['waiting 0', '-', 'waiting 0', '-'],
    ],
    [
      'that rows wait is lost',
      [
        { ...ok, ...lost, rows: 1 },
        { ...ok, rows: 1, afterMs: HOUR },
      ],
      ['waiting 0!', 'waiting 0'],
    ],
    [
      'the message of a failure says that rows wait',
      [
        { exitCode: 3, rows: 1 },
        { ...ok, rows: 1 },
        { ...ok, rows: 1, afterMs: HOUR },
      ],
      ['first_failure 1', 'recovered 1', '-'],
    ],
    [
      'the clock is set back while rows wait',
      [
        { ...ok, rows: 1 },
        { ...ok, rows: 1, afterMs: -HOUR },
      ],
      ['waiting 0', 'waiting 0'],
    ],
    ['the clock is set back', [bad, { ...bad, afterMs: -HOUR }], ['first_failure 1', 'still_failing 2']],
  ])('%s', (_, nights, told) => {
    expect(play(nights)).toEqual(told);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 129, 130, 143, 99])('reports exit code %i', (exitCode) => {
    expect(decideNotification({}, anEnding({ exitCode })).kind).toBe<MessageKind>('first_failure');
  });

  it('says since when', () => {
    const first = decideNotification({}, anEnding({ exitCode: 1, finishedAt: START }));
    const second = decideNotification(
      first.ifDelivered,
      anEnding({ exitCode: 1, finishedAt: START + 24 * HOUR }),
    );
    expect([first, second].map(({ failing }) => failing.since)).toEqual([START, START]);
    expect(second.ifUndelivered.failing?.deliveredAt).toBe(START);
    expect(second.ifDelivered.failing?.deliveredAt).toBe(START + 24 * HOUR);
  });
});
