import { RetriesSpentError } from '../domain/errors.ts';

/** What all requests of a run share, so that a service that is down is not asked again and again for each of them. */
export interface RetryBudget {
  /**
   * Counts a request that is made only because an earlier one did not succeed.
   *
   * Errors: `RetriesSpentError` if there are none left; then nothing is tried again.
   */
  spend(): void;
  /** Something that was asked for in its own right succeeded: the service is there. */
  noteSuccess(): void;
  /** Keeps the last fault for the error. `hint`: what to do about it, where known. */
  noteFault(said: string, hint: string | undefined): void;
}

const FEWEST = 20;
const SHARE = 0.1;
/** How many requests at a time the limit is for; with more of them in flight, more fail at one moment. */
const AT_A_TIME = 8;

/**
 * Limits the retries in a row without success: 20, or as many as one request alone may take, and one more for every ten
 * successes, up to twice as many; and as many again for each eight requests in flight, so that an outage lasts as long until the run gives
 * up, however fast it is. A success gives all of them back.
 *
 * A service that goes down for good therefore gets at most 1.1 times the requests of a run that goes well, and 20. One that
 * refuses every third request at random is still worked through: such a series of faults doesn't happen by chance.
 */
export function createRetryBudget(
  retries: number,
  { inFlight }: { readonly inFlight: () => number },
): RetryBudget {
  const atFirst = Math.max(FEWEST, retries);
  let inARow = 0;
  let successes = 0;
  let last: { readonly said: string; readonly hint: string | undefined } | undefined;

  return {
    spend: () => {
      const times = Math.max(1, inFlight() / AT_A_TIME);
      const most = Math.floor(Math.min(atFirst * 2, atFirst + Math.floor(successes * SHARE)) * times);
      if (inARow >= most) throw spent(inARow, last);
      inARow++;
    },
    noteSuccess: () => {
      successes++;
      inARow = 0;
    },
    noteFault: (said, hint) => {
      last = { said, hint };
    },
  };
}

function spent(
  times: number,
  last: { readonly said: string; readonly hint: string | undefined } | undefined,
): RetriesSpentError {
  const said = last === undefined ? '' : `; the last: ${last.said}`;
  return new RetriesSpentError(`Cannot go on: ${times} attempts in a row failed${said}`, {
    hint: `${last?.hint === undefined ? '' : `${last.hint}. `}Run again later: only what is still missing is sent`,
  });
}
