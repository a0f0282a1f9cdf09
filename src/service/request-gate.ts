import pLimit from 'p-limit';
import type { ConcurrencySetting } from '../domain/ports.ts';

/** The most that `auto` has in flight at once. */
export const MAX_IN_FLIGHT = 256;
/** Until the first answer it is not known how long one takes. */
const FIRST_IN_FLIGHT = 8;
/** Answers without a connection that failed, after which one more is tried. */
const ANSWERS_PER_TRIAL = 100;

/** Of fewer requests it is not known what held them up: the first ones are never paced. */
const FEWEST_SENT = 50;
const MAX_HELD = 0.5;

/** What a rate has in flight. Units: requests per second; milliseconds from sending a request to its answer. */
export interface Demand {
  readonly perSecond: number;
  readonly roundTripMs: number | undefined;
}

/**
 * Lets requests through as long as few enough are in flight.
 *
 * With `auto` as many are in flight as the rate needs: what it sends in a round trip, and one more. A service that answers some requests
 * while it refuses connections to others accepts few of them at once: then as many are in flight as it accepts.
 */
export function createRequestGate(setting: ConcurrencySetting) {
  const isAuto = setting === 'auto';
  const most = isAuto ? MAX_IN_FLIGHT : setting;
  let wanted = isAuto ? FIRST_IN_FLIGHT : most;
  const limit = pLimit(wanted);
  let accepted = most;
  let answersSince = 0;
  /** A request that the pace doesn't hold up, though as many are in flight as may be, was held up by that bound. */
  let [sent, held] = [0, 0];
  /** What was accepted before a connection failed, until an answer shows that the service is there; and how many have failed since. */
  let doubt: { readonly before: number; readonly inFlight: number; failed: number } | undefined;

  /** How many are worth having in flight at present: no more than the rate needs, and no more than may be. */
  function width(): number {
    return Math.max(1, Math.min(wanted, accepted));
  }

  function apply(): void {
    const bound = isAuto ? width() : Math.max(1, accepted);
    // Setting it makes p-limit look for requests to let through.
    if (bound !== limit.concurrency) limit.concurrency = bound;
  }

  return {
    pass: <T>(request: () => Promise<T>): Promise<T> => limit(request),
    width,
    /** A request that passed goes out. `waited`: the pace held it up. */
    noteSent: (waited: boolean): void => {
      sent++;
      if (!waited && limit.activeCount >= most) held++;
    },
    /** Brings the width in line with what the rate has in flight now. */
    adjust: ({ perSecond, roundTripMs }: Demand): void => {
      if (roundTripMs !== undefined) wanted = Math.min(most, inFlightAt({ perSecond, roundTripMs }));
      apply();
    },
    noteAnswer: (): void => {
      answersSince++;
      doubt = undefined;
      if (accepted < most && answersSince >= ANSWERS_PER_TRIAL) {
        answersSince = 0;
        accepted++;
      }
    },
    /** A request found no connection. */
    noteNoConnection: (): void => {
      // A service that answers nobody is down, which says nothing of how many it would accept.
      if (doubt && ++doubt.failed >= doubt.inFlight) {
        accepted = doubt.before;
        doubt = undefined;
        apply();
      }
      if (answersSince === 0) return;
      answersSince = 0;
      doubt = { before: accepted, inFlight: limit.activeCount, failed: 1 };
      accepted = Math.max(1, Math.min(accepted, limit.activeCount) - 1);
      apply();
    },
    /** How many connections the service accepts at once; `undefined` if it refused none. */
    accepted: () => (accepted < wanted && !doubt ? accepted : undefined),
    /** How many in flight would be enough, if the bound held most requests up; 0 if the rate to reach is unknown. */
    wanted: (perSecond: number | undefined, roundTripMs: number | undefined): number | undefined => {
      if (sent < FEWEST_SENT || held < sent * MAX_HELD || roundTripMs === undefined) return undefined;
      if (perSecond === undefined) return 0;
      const enough = inFlightAt({ perSecond, roundTripMs });
      return enough > most ? enough : undefined;
    },
  };
}

export type RequestGate = ReturnType<typeof createRequestGate>;

/** As many as the rate sends in a round trip, and one more. */
function inFlightAt({ perSecond, roundTripMs }: Record<keyof Demand, number>): number {
  return Math.ceil((perSecond * roundTripMs) / 1000) + 1;
}
