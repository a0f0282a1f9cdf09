import { describe, expect, it } from 'vitest';
import { createConcurrencyMonitor } from '../../src/service/concurrency-monitor.ts';

interface Sent {
  readonly waited: boolean;
  readonly inFlight: number;
  readonly times: number;
}

function wantedAfter(
  sent: readonly Sent[],
  pace: { readonly roundTripMs?: number; readonly maxPerSecond?: number } = {},
): number | undefined {
  const monitor = createConcurrencyMonitor(8);
  for (const { times, ...request } of sent) for (let n = 0; n < times; n++) monitor.note(request);
  return monitor.wanted({ roundTripMs: 500, maxPerSecond: 100, ...pace });
}

const held = { waited: false, inFlight: 8 };

describe('createConcurrencyMonitor', () => {
  it('wants as many in flight as the rate sends in a round trip, and one more', () => {
    expect(wantedAfter([{ ...held, times: 100 }])).toBe(51);
  });

  it('wants more of a rate that nobody knows, without a number', () => {
    const monitor = createConcurrencyMonitor(8);
    for (let n = 0; n < 100; n++) monitor.note(held);
    expect(monitor.wanted({ roundTripMs: 500, maxPerSecond: undefined })).toBe(0);
  });

  it.each([
    ['requests that waited for the pace', [{ waited: true, inFlight: 8, times: 100 }]],
    ['fewer in flight than may be', [{ waited: false, inFlight: 7, times: 100 }]],
    [
      'few of many',
      [
        { ...held, times: 40 },
        { waited: true, inFlight: 8, times: 60 },
      ],
    ],
    ['too few to tell', [{ ...held, times: 49 }]],
  ] as const)('wants nothing of %s', (_name, sent) => {
    expect(wantedAfter(sent)).toBeUndefined();
  });

  it('wants nothing where the bound is enough by the round trip', () => {
    expect(wantedAfter([{ ...held, times: 100 }], { roundTripMs: 60 })).toBeUndefined();
  });
});
