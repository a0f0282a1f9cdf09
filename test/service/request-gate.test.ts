import { describe, expect, it } from 'vitest';
import { createRequestGate, MAX_IN_FLIGHT, type RequestGate } from '../../src/service/request-gate.ts';
import { turn } from '../support/gate.ts';

/** Requests that stay in flight until the test lets them go. */
function hold(gate: RequestGate, count: number) {
  const ends: (() => void)[] = [];
  for (let n = 0; n < count; n++) void gate.pass(() => new Promise<void>((resolve) => ends.push(resolve)));
  return { end: () => ends.shift()?.(), inFlight: () => ends.length };
}

describe('createRequestGate', () => {
  it('keeps to a number that was given, whatever the rate needs', async () => {
    const gate = createRequestGate(3);
    gate.adjust({ perSecond: 400, roundTripMs: 120 });
    const held = hold(gate, 10);
    await turn();
    expect([gate.width(), held.inFlight()]).toEqual([3, 3]);
  });

  it.each([
    ['wants no more than the rate needs: a part of a request is a whole one, and one more', 8, 20, 60, 3],
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
  /** A gate of eight after so many requests that the pace held up and that it did not, each sent while that many were in flight. */
  async function gateAfter({ paced = 0, unpaced = 0, inFlight = 8 }): Promise<RequestGate> {
    const gate = createRequestGate(8);
    hold(gate, inFlight);
    await turn();
    for (let n = 0; n < unpaced; n++) gate.noteSent(false);
    for (let n = 0; n < paced; n++) gate.noteSent(true);
    return gate;
  }

  it.each([
    ['as many as the rate sends in a round trip, and one more', 100, 51],
    ['no number where the rate to reach is unknown', undefined, 0],
  ])('is %s', async (_name, perSecond, expected) => {
    expect((await gateAfter({ unpaced: 100 })).wanted(perSecond, 500)).toBe(expected);
  });

  it.each([
    ['requests waited for the pace', { paced: 100 }, 500],
    ['fewer were in flight than may be', { unpaced: 100, inFlight: 7 }, 500],
    ['too few were sent to say', { unpaced: 49 }, 500],
    ['the bound is enough by the round trip', { unpaced: 100 }, 60],
  ])('is not said where %s', async (_name, sent, roundTripMs) => {
    expect((await gateAfter(sent)).wanted(100, roundTripMs)).toBeUndefined();
  });
});
