import { RetriesSpentError } from '../domain/errors.ts';
import type { Random } from '../domain/ports.ts';
import { CHECK_ADDRESS, type Loss, type Reply } from './reply.ts';

interface Situation {
  readonly method: 'GET' | 'POST';
  readonly reply: Reply<unknown>;
  /** Attempts that may still be made. */
  readonly attemptsLeft: number;
}

/** `return`: this reply is the result. `end_run`: no further request makes sense. */
export type RetryDecision = 'return' | 'retry' | 'end_run';

/** A service that asks for a longer pause than this is not waited for. */
export const MAX_PAUSE_MS = 10 * 60 * 1000;

/**
 * Whether to try again.
 *
 * A refused key ends the run. 429 is tried again, like a connection that never came about. A lost answer (408, 409, 499, 5xx,
 * no answer, nonsense) is tried again for a GET; for a POST it is returned, since the update may have been applied and only
 * reading the listing back can show it. A redirect is as unclear, and asking again leads to it again. Every other refusal is
 * final.
 */
export function decideRetry({ method, reply, attemptsLeft }: Situation): RetryDecision {
  if (reply.kind === 'ok') return 'return';
  if (reply.kind === 'refused' && (reply.httpStatus === 401 || reply.httpStatus === 403)) return 'end_run';
  if (attemptsLeft <= 0 || exceedsMaxPause(reply)) return 'return';
  if (reply.kind === 'not_sent') return 'retry';
  if (reply.kind === 'lost') return method === 'GET' && !isRedirect(reply) ? 'retry' : 'return';
  return reply.httpStatus === 429 ? 'retry' : 'return';
}

/** Whether the service asks for a longer pause than is waited for: then nothing is tried again, with or without it. */
export function exceedsMaxPause(reply: Reply<unknown>): boolean {
  const isAnswered = reply.kind === 'refused' || reply.kind === 'lost';
  return isAnswered && (reply.retryAfterMs ?? 0) > MAX_PAUSE_MS;
}

function isRedirect({ httpStatus }: Loss): boolean {
  return httpStatus !== undefined && httpStatus >= 300 && httpStatus < 400;
}

const FIRST_MS = 250;
const MAX_MS = 30_000;

/**
 * How long to wait before the next attempt: doubling from a quarter of a second, at most half a minute, each time a
 * random part of the upper half, so that clients that failed together don't come back together.
 *
 * `attempt` is the number of the attempt that failed, from 1. Units: milliseconds.
 */
export function retryDelayMs(attempt: number, random: Random): number {
  const ceiling = Math.min(MAX_MS, FIRST_MS * 2 ** (attempt - 1));
  return ceiling / 2 + (ceiling / 2) * random();
}

const FEWEST_IN_A_ROW = 20;
const SHARE = 0.1;
/** How many requests at a time the limit is for; with more of them in flight, more fail at one moment. */
const AT_A_TIME = 8;

const LATER = 'Run it again later';

interface BudgetOptions {
  readonly inFlight: () => number;
  /** The service has answered an earlier run at this address: if it does not now, its address is doubted last. */
  readonly hasAnswered: boolean;
}

/**
 * What all requests of a run share, so that a service that is down is not asked again and again for each of them.
 *
 * Limits the retries in a row without success: 20, or as many as one request alone may take, and one more for every ten
 * successes, up to twice as many; and as many again for each eight requests in flight, so that an outage lasts as long until the run gives
 * up, however fast it is. A success gives all of them back.
 *
 * A service that goes down for good therefore gets at most 1.1 times the requests of a run that goes well, and 20. One that
 * refuses every third request at random is still worked through: such a series of faults doesn't happen by chance.
 */
export function createRetryBudget(retries: number, { inFlight, hasAnswered }: BudgetOptions) {
  const atFirst = Math.max(FEWEST_IN_A_ROW, retries);
  let inARow = 0;
  let successes = 0;
  let last: LastFault | undefined;

  /** What to do about a fault that retries did not end. `hint`: where it shows the cause. */
  function advise(hint: string | undefined, later = LATER): string {
    if (hint === undefined) return later;
    const isKnown = hint === CHECK_ADDRESS && (hasAnswered || successes > 0);
    return (isKnown ? [later, hint] : [hint, later]).join('. ');
  }

  function spent(): RetriesSpentError {
    const said = last === undefined ? '' : `${last.said}; `;
    return new RetriesSpentError(`Cannot go on: ${said}${inARow} attempts in a row failed`, {
      hint: advise(last?.hint, `${LATER}: only what is still missing is sent`),
    });
  }

  return {
    advise,
    /**
     * Counts a request that is made only because an earlier one did not succeed.
     *
     * Errors: `RetriesSpentError` if there are none left; then nothing is tried again.
     */
    spend: (): void => {
      const times = Math.max(1, inFlight() / AT_A_TIME);
      const most = Math.floor(Math.min(atFirst * 2, atFirst + Math.floor(successes * SHARE)) * times);
      if (inARow >= most) throw spent();
      inARow++;
    },
    /** Something that was asked for in its own right succeeded: the service is there. */
    noteSuccess: (): void => {
      successes++;
      inARow = 0;
    },
    /** Keeps the last fault for the error. `hint`: what to do about it, where known. */
    noteFault: (said: string, hint: string | undefined): void => {
      last = { said, hint };
    },
  };
}

interface LastFault {
  readonly said: string;
  readonly hint: string | undefined;
}

export type RetryBudget = ReturnType<typeof createRetryBudget>;
