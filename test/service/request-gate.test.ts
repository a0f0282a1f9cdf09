import { describe, expect, it } from 'vitest';
import {
  createRequestGate,
  inFlightAt,
  MAX_IN_FLIGHT,
  type RequestGate,
} from '../../src/service/request-gate.ts';
import { turn } from '../support/gate.ts';

/** Requests that stay in flight until the test lets them go. */
function hold(gate: RequestGate, count: number) {
  const ends: (() => void)[] = [];
  for (let n = 0; n < count; n++) void gate.pass(() => new Promise<void>((resolve) => ends.push(resolve)));
  return { end: () => ends.shift()?.(), inFlight: () => ends.length };
}

describe('inFlightAt', () => {
  it.each([
    ['what the rate sends in a round trip, and one more', 100, 120, 13],
    ['a part of a request as a whole one', 20, 60, 3],
    ['two where a round trip is shorter than the interval', 10, 60, 2],
  ])('is %s', (_name, perSecond, roundTripMs, expected) => {
    expect(inFlightAt({ perSecond, roundTripMs })).toBe(expected);
  });
});

describe('createRequestGate', () => {
  it('keeps to a number that was given, whatever the rate needs', async () => {
    const gate = createRequestGate(3);
    gate.adjust({ perSecond: 400, roundTripMs: 120 });
    const held = hold(gate, 10);
    await turn();
    expect([gate.width(), held.inFlight()]).toEqual([3, 3]);
  });

  it.each([
    ['wants no more than the rate needs', 8, 10, 60, 2],
    ['has eight in flight before the first answer', 'auto', 100, undefined, 8],
    ['has no more in flight than the bound', 'auto', 1000, 500, MAX_IN_FLIGHT],
  ] as const)('%s', (_name, given, perSecond, roundTripMs, width) => {
    const gate = createRequestGate(given);
    gate.adjust({ perSecond, roundTripMs });
    expect(gate.width()).toBe(width);
  });

  it('follows a round trip that changes, up and down', async () => {
    const gate = createRequestGate('auto');
    const seen = [60, 250, 20].map((roundTripMs) => {
      gate.adjust({ perSecond: 100, roundTripMs });
      return gate.width();
    });
    expect(seen).toEqual([7, 26, 3]);
  });

  it('lets waiting requests through as soon as there is room for more', async () => {
    const gate = createRequestGate('auto');
    gate.adjust({ perSecond: 10, roundTripMs: 60 });
    const held = hold(gate, 10);
    await turn();
    expect(held.inFlight()).toBe(2);
    gate.adjust({ perSecond: 100, roundTripMs: 60 });
    await turn();
    expect(held.inFlight()).toBe(7);
  });

  describe('where the service accepts few connections', () => {
    async function crowded() {
      const gate = createRequestGate('auto');
      gate.adjust({ perSecond: 100, roundTripMs: 120 });
      const held = hold(gate, 100);
      await turn();
      return { gate, held };
    }

    it('has fewer in flight than when a connection failed while others were answered', async () => {
      const { gate } = await crowded();
      gate.noteAnswer();
      gate.noteNoConnection();
      expect(gate.width()).toBe(12);
      gate.noteAnswer();
      expect(gate.accepted()).toBe(12);
      gate.noteNoConnection();
      expect(gate.width()).toBe(11);
      gate.noteAnswer();
      expect(gate.accepted()).toBe(11);
    });

    it('tries one more after a hundred answers', async () => {
      const { gate } = await crowded();
      gate.noteAnswer();
      gate.noteNoConnection();
      for (let n = 0; n < 100; n++) gate.noteAnswer();
      gate.adjust({ perSecond: 100, roundTripMs: 120 });
      expect([gate.width(), gate.accepted()]).toEqual([13, undefined]);
    });

    it('says nothing of a service that is down', async () => {
      const { gate } = await crowded();
      for (let n = 0; n < 13; n++) gate.noteNoConnection();
      expect([gate.width(), gate.accepted()]).toEqual([13, undefined]);
    });

    it('says nothing of a service that went down and was not seen since', async () => {
      const { gate } = await crowded();
      gate.noteAnswer();
      gate.noteNoConnection();
      expect(gate.accepted()).toBeUndefined();
    });

    it('has as many in flight as before once everything in flight has failed', async () => {
      const { gate } = await crowded();
      gate.noteAnswer();
      for (let n = 0; n < 13; n++) gate.noteNoConnection();
      gate.noteAnswer();
      expect([gate.width(), gate.accepted()]).toEqual([13, undefined]);
    });
  });
});

describe('createRequestGate: how many in flight would be enough', () => {
  interface Sent {
    readonly waited: boolean;
    readonly times: number;
  }

  /** A gate of eight after requests, each sent while that many were in flight. */
  async function gateAfter(sent: readonly Sent[], inFlight = 8): Promise<RequestGate> {
    const gate = createRequestGate(8);
    hold(gate, inFlight);
    await turn();
    for (const { times, waited } of sent) for (let n = 0; n < times; n++) gate.noteSent(waited);
    return gate;
  }

  it('is as many as the rate sends in a round trip, and one more', async () => {
    expect((await gateAfter([{ waited: false, times: 100 }])).wanted(100, 500)).toBe(51);
  });

  it('has no number where the rate to reach is unknown', async () => {
    expect((await gateAfter([{ waited: false, times: 100 }])).wanted(undefined, 500)).toBe(0);
  });

  it.each([
    ['requests waited for the pace', [{ waited: true, times: 100 }], 8, 500],
    ['fewer were in flight than may be', [{ waited: false, times: 100 }], 7, 500],
    [
      'few of many were held up',
      [
        { waited: false, times: 40 },
        { waited: true, times: 60 },
      ],
      8,
      500,
    ],
    ['too few were sent to say', [{ waited: false, times: 49 }], 8, 500],
    ['the bound is enough by the round trip', [{ waited: false, times: 100 }], 8, 60],
    ['no round trip was measured', [{ waited: false, times: 100 }], 8, undefined],
  ] as const)('is not said where %s', async (_name, sent, inFlight, roundTripMs) => {
    expect((await gateAfter(sent, inFlight)).wanted(100, roundTripMs)).toBeUndefined();
  });
});
