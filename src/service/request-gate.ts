import pLimit from 'p-limit';
import type { ConcurrencySetting } from '../domain/ports.ts';

/** The most that `auto` has in flight at once. */
export const MAX_IN_FLIGHT = 64;
/** Until the first answer it is not known how long one takes. */
const FIRST_IN_FLIGHT = 8;
/** Answers without a connection that failed, after which one more is tried. */
const ANSWERS_PER_TRIAL = 100;

/** What a rate has in flight. Units: requests per second; milliseconds from sending a request to its answer. */
export interface Demand {
  readonly perSecond: number;
  readonly roundTripMs: number | undefined;
}

/** Lets requests through as long as few enough are in flight. */
export interface RequestGate {
  pass<T>(request: () => Promise<T>): Promise<T>;
  readonly inFlight: () => number;
  /** How many are worth having in flight at present: no more than the rate needs, and no more than may be. */
  readonly width: () => number;
  /** Brings the width in line with what the rate has in flight now. */
  adjust(demand: Demand): void;
  noteAnswer(): void;
  /** A request found no connection. */
  noteNoConnection(): void;
  /** How many connections the service accepts at once; `undefined` if it refused none. */
  readonly accepted: () => number | undefined;
}

/**
 * With `auto` as many are in flight as the rate needs: what it sends in a round trip, and one more. A service that answers some requests
 * while it refuses connections to others accepts few of them at once: then as many are in flight as it accepts.
 */
export function createRequestGate(setting: ConcurrencySetting): RequestGate {
  const isAuto = setting === 'auto';
  const most = isAuto ? MAX_IN_FLIGHT : setting;
  let wanted = isAuto ? FIRST_IN_FLIGHT : most;
  const limit = pLimit(wanted);
  let accepted = most;
  let answersSince = 0;
  /** What was accepted before a connection failed, until an answer shows that the service is there; and how many have failed since. */
  let doubt: { readonly before: number; readonly inFlight: number; failed: number } | undefined;

  function width(): number {
    return Math.max(1, Math.min(wanted, accepted));
  }

  function apply(): void {
    const bound = isAuto ? width() : Math.max(1, accepted);
    // Setting it makes p-limit look for requests to let through.
    if (bound !== limit.concurrency) limit.concurrency = bound;
  }

  return {
    pass: (request) => limit(request),
    inFlight: () => limit.activeCount,
    width,
    adjust: ({ perSecond, roundTripMs }) => {
      if (roundTripMs !== undefined) wanted = Math.min(most, inFlightAt({ perSecond, roundTripMs }));
      apply();
    },
    noteAnswer: () => {
      answersSince++;
      doubt = undefined;
      if (accepted < most && answersSince >= ANSWERS_PER_TRIAL) {
        answersSince = 0;
        accepted++;
      }
    },
    noteNoConnection: () => {
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
    accepted: () => (accepted < wanted && !doubt ? accepted : undefined),
  };
}

/** As many as the rate sends in a round trip, and one more. */
export function inFlightAt({ perSecond, roundTripMs }: Record<keyof Demand, number>): number {
  return Math.ceil((perSecond * roundTripMs) / 1000) + 1;
}
