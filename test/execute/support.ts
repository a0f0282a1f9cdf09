import type { Listing, ListingId } from '../../src/domain/listing.ts';
import type { FindListings, ListingUpdate, UpdateAnswer, UpdateListing } from '../../src/domain/ports.ts';
import type { Outcome, Update } from '../../src/domain/stages.ts';
import type { SendPorts } from '../../src/execute/execute-updates.ts';
import { withChanges } from '../plan/support.ts';
import { aListing, anUpdate, listingId, sku } from '../support/builders.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { turn } from '../support/gate.ts';

type Desired = Parameters<typeof anUpdate>[0];

/** An update of the listing with this number, which is also its line and its SKU. */
export function updateOf(number: number, desired: Desired): Update {
  const listing = aListing({ id: listingId(number), sku: sku(`SKU-${number}`) });
  const update = anUpdate(desired, listing);
  const row = { ...update.resolved.row, line: number };
  return { ...update, resolved: { ...update.resolved, row } };
}

/** What a listing holds once an update of it was taken over. */
export function updated({ resolved, changes }: Update): Listing {
  return withChanges(resolved.listing, changes);
}

export function accepted(listing: Listing, attempts = 1): UpdateAnswer {
  return { kind: 'accepted', listing, attempts, httpStatus: 200 };
}

export function refused(httpStatus = 400, attempts = 1): UpdateAnswer {
  return {
    kind: 'refused',
    reason: `http_${httpStatus}`,
    message: `the service answered ${httpStatus}`,
    httpStatus,
    attempts,
  };
}

/** Nobody answered. */
export function lost(attempts = 1, attemptsLeft = 2, waitMs = 250): UpdateAnswer {
  const message = 'the connection broke off';
  return { kind: 'lost', message, attempts, attemptsLeft, waitMs };
}

/** The service answered that it stumbled over the update. */
export function stumbled(attempts = 1, attemptsLeft = 2, httpStatus = 500): UpdateAnswer {
  const message = `the service answered ${httpStatus}`;
  return { kind: 'lost', message, httpStatus, attempts, attemptsLeft, waitMs: 250 };
}

/** Turned down so far, and something ended the run before it could be sent again. */
export function stopped(stop: unknown, attempts = 1, httpStatus = 429): UpdateAnswer {
  return { kind: 'stopped', message: `the service answered ${httpStatus}`, httpStatus, attempts, stop };
}

type Read = readonly Listing[] | Error;

/** Ports that answer from a script, in order, and remember what they were asked. */
export function scriptedPorts(answers: readonly (UpdateAnswer | Error)[], reads: readonly Read[] = []) {
  const clock = createFakeClock();
  const sent: { readonly update: ListingUpdate; readonly attemptsMade: number }[] = [];
  const read: string[] = [];
  const updateListing: UpdateListing = async (update, { attemptsMade }) => {
    const answer = answers[sent.length];
    sent.push({ update, attemptsMade });
    if (!answer) throw new Error('Sent more often than the script has answers');
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const findListings: FindListings = async (name) => {
    const found = reads[read.length];
    read.push(name);
    if (!found) throw new Error('Read more often than the script has answers');
    if (found instanceof Error) throw found;
    return found;
  };
  const ports: SendPorts = { updateListing, findListings, clock, signal: new AbortController().signal };
  return { ports, clock, sent, read };
}

export interface Script {
  readonly update?: Update;
  readonly answers: readonly (UpdateAnswer | Error)[];
  readonly reads?: readonly Read[];
}

/** Sends an update by a script: what became of it, and what the ports were asked. */
export async function sendByScript<Settled>(
  send: (update: Update, ports: SendPorts) => Promise<Settled>,
  { update, answers, reads }: Script & { readonly update: Update },
) {
  const script = scriptedPorts(answers, reads);
  const settled = await script.clock.runUntilDone(send(update, script.ports));
  return { ...script, ...settled };
}

/** `status reason attempts` of an outcome. */
export function withAttempts({ status, reason, attempts }: Outcome): string {
  return [status, reason, attempts].filter((part) => part !== '').join(' ');
}

interface Call {
  readonly update: ListingUpdate;
  readonly signal: AbortSignal;
  readonly answer: (answer: UpdateAnswer) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * A service whose every answer is given by the test, by the number of the listing. Like the real client it looks at the
 * signal when it is a request's turn, not when it is asked.
 */
export function manualService() {
  const calls: Call[] = [];
  const updateListing: UpdateListing = async (update, { signal }) => {
    await turns(1);
    signal.throwIfAborted();
    return new Promise((answer, fail) => calls.push({ update, signal, answer, fail }));
  };
  const findListings: FindListings = async () => [];

  return {
    updateListing,
    findListings,
    /** Numbers of the listings in the order in which their updates were sent. */
    sent: () => calls.map(({ update }) => numberOf(update.id)),
    /** The same by size: updates that are sent at one time have no order. */
    sentInAll: () => calls.map(({ update }) => numberOf(update.id)).sort((a, b) => a - b),
    /** Answers the latest request about a listing. */
    answer: async (number: number, answer: UpdateAnswer) => {
      call(number).answer(answer);
      await turns();
    },
    fail: async (number: number, error: unknown) => {
      call(number).fail(error);
      await turns();
    },
    isAborted: (number: number) => call(number).signal.aborted,
  };

  function call(number: number): Call {
    const found = calls.findLast(({ update }) => update.id === listingId(number));
    if (!found) throw new Error(`Nothing was sent for listing ${number}`);
    return found;
  }
}

/** Lets everything run that is waiting for nothing but its turn. */
export async function turns(count = 3): Promise<void> {
  for (let at = 0; at < count; at++) await turn();
}

export function numberOf(id: ListingId): number {
  return Number(id.slice(-12));
}

/** Outcomes by the number of their listing, in short. */
export function inShort(outcomes: readonly Outcome[]): Readonly<Record<number, string>> {
  return Object.fromEntries(
    outcomes.map(({ entry, status, reason }) => [
      entry.kind === 'update' ? numberOf(entry.resolved.listing.id) : 0,
      [status, reason].filter((word) => word !== '').join(' '),
    ]),
  );
}
