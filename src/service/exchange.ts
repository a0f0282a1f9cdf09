import type { z } from 'zod';
import { KeyRefusedError, RetriesSpentError } from '../domain/errors.ts';
import type { Clock, Freshness, Log, Random, RequestCounts } from '../domain/ports.ts';
import type { Redact } from '../domain/secret.ts';
import type { PacedAnswer, Pacer, RefusalNews } from './pacer.ts';
import { readQuota } from './read-quota.ts';
import { hintOf, type Refusal, type Reply, readReply, serviceTime } from './reply.ts';
import type { RequestGate } from './request-gate.ts';
import type { Permit } from './request-queue.ts';
import { decideRetry, exceedsMaxPause, type RetryBudget, retryDelayMs } from './retries.ts';
import type { Attempt, Send, ServiceRequest } from './transport.ts';

/** Everything that requests share: one pace, one bound on requests in flight, one budget of retries over all of them. */
export interface ExchangeContext {
  readonly send: Send;
  readonly gate: RequestGate;
  readonly pacer: Pacer;
  readonly budget: RetryBudget;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Waits for a turn of the event loop. */
  readonly giveWay?: (() => Promise<void>) | undefined;
  readonly redact: Redact;
  readonly counts: RequestCounts;
}

type Fault = Exclude<Reply<unknown>, { readonly kind: 'ok' }>;

interface ExchangeOptions<T> {
  readonly schema: z.ZodType<T>;
  /** What is wrong with a value of the right shape, if something is. */
  readonly findFault?: ((value: T) => string | undefined) | undefined;
  readonly signal: AbortSignal;
  /** Attempts in all, including earlier ones. */
  readonly allowed: number;
  readonly attemptsMade: number;
  /** It is asked only because the answer to something else was lost, so the first attempt is a retry already. */
  readonly isReadBack?: boolean | undefined;
  /** Its success says nothing of the requests beside it. */
  readonly isReread?: boolean | undefined;
  /** Of the reading that the request rests on. */
  readonly freshness?: Freshness | undefined;
}

export interface Exchanged<T> {
  readonly reply: Reply<T>;
  /** In all, including earlier ones. */
  readonly attempts: number;
  /** How long to wait before anything is tried again. */
  readonly waitMs: number;
  /** Why it was not retried although `decideRetry` asked for it, or why no further request makes sense. */
  readonly stop?: unknown;
  /** The last attempt that the service put off, where there was one before this reply. */
  readonly throttled?: Refusal | undefined;
}

/**
 * Makes a request until `decideRetry` is content with the reply.
 *
 * Once an attempt was made, an error that ends the exchange is returned beside its reply instead of thrown.
 *
 * Errors: the signal's reason if it is aborted before an attempt; `RetriesSpentError` if no attempt is allowed for,
 * or the only ones found no connection.
 */
export async function exchange<T>(
  request: ServiceRequest,
  { schema, findFault, signal, allowed, attemptsMade, isReadBack, isReread, freshness }: ExchangeOptions<T>,
  context: ExchangeContext,
): Promise<Exchanged<T>> {
  let last: Exchanged<T> | undefined;
  let throttled: Refusal | undefined;
  try {
    if (attemptsMade > 0 || isReadBack) context.budget.spend();
    let probes = 0;
    for (let attempts = attemptsMade + 1; ; attempts++) {
      const { attempt, permit } = await sendFresh(request, { signal, attempts, freshness }, context);
      // Many may come at once, and each takes a few milliseconds to read: meanwhile the next requests have to go out.
      if (attempt.kind === 'answer' && attempt.body.length >= LARGE_ANSWER) await context.giveWay?.();
      const { clock, redact } = context;
      const reply = readReply(attempt, { schema, findFault, now: clock.now(), redact });
      const news = settle(permit, { attempt, reply }, context);
      if (reply.kind === 'ok') {
        // The service is up. Reading back proves nothing about the lost update.
        if (!isReadBack && !isReread) context.budget.noteSuccess();
        return { reply, attempts, waitMs: 0 };
      }
      // A probe is sent for all waiting requests, so it uses up no attempt of this one.
      if (news === 'probe') probes++;
      const waitMs = noteFault(request, { reply, attempts }, context);
      const attemptsLeft = allowed + probes - attempts;
      const decision = decideRetry({ method: request.method, reply, attemptsLeft });
      const exchanged = { reply, attempts, waitMs, throttled };
      if (decision === 'return') return exchanged;
      if (decision === 'end_run') return { ...exchanged, stop: keyRefused(reply) };
      // An attempt without a connection is not reported.
      if (reply.kind !== 'not_sent') last = exchanged;
      if (reply.kind === 'refused') throttled = reply;
      // Requests under way together meet the same refusal: it counts once.
      if (news !== 'known') context.budget.spend();
      await clock.sleep(waitMs, signal);
    }
  } catch (error) {
    const stop = error instanceof NotRenewed ? error.cause : error;
    const isKnown = error !== stop || stop === signal.reason || stop instanceof RetriesSpentError;
    if (!last || !isKnown) throw stop;
    return { ...last, stop };
  }
}

/** As pages of listings are. Units: characters. */
const LARGE_ANSWER = 8192;

/** The reading that a request rests on was not renewed, so that it was not sent: `cause` says why. */
class NotRenewed extends Error {}

interface Sending {
  readonly signal: AbortSignal;
  readonly attempts: number;
  readonly freshness: Freshness | undefined;
}

interface SentOnce {
  readonly attempt: Attempt;
  readonly permit: Permit;
}

/** A pause of the service may take minutes: what the request rests on may have grown old by the time it is its turn. */
async function sendFresh(
  request: ServiceRequest,
  sending: Sending,
  context: ExchangeContext,
): Promise<SentOnce> {
  for (;;) {
    const sent = await sendPaced(request, sending, context);
    if (sent) return sent;
    try {
      await sending.freshness?.renew();
    } catch (cause) {
      throw new NotRenewed('Not sent', { cause });
    }
  }
}

/** `undefined`: it was not sent, since what it rests on has to be renewed first. */
function sendPaced(
  request: ServiceRequest,
  { signal, attempts, freshness }: Sending,
  { send, gate, pacer, counts, log }: ExchangeContext,
): Promise<SentOnce | undefined> {
  return gate.pass(async () => {
    const permit = await pacer.wait(signal);
    if (freshness?.isStale()) {
      pacer.settle(permit, { kind: 'unknown' });
      return undefined;
    }
    gate.noteSent(permit.waited);
    if (request.method === 'GET') counts.reads++;
    else counts.writes++;
    if (attempts > 1) counts.retries++;
    log.debug('request', {
      method: request.method,
      path: request.path,
      query: request.query,
      attempt: attempts,
    });
    try {
      return { attempt: await send(request), permit };
    } catch (bug) {
      pacer.settle(permit, { kind: 'unknown' });
      throw bug;
    }
  });
}

interface Seen {
  readonly attempt: Attempt;
  readonly reply: Reply<unknown>;
}

/** Reports a request's outcome to what holds the next ones back. */
function settle(
  permit: Permit,
  seen: Seen,
  { pacer, gate, clock }: ExchangeContext,
): RefusalNews | undefined {
  const news = pacer.settle(permit, toPacedAnswer(seen, clock.now()));
  if (seen.attempt.kind === 'answer') gate.noteAnswer();
  // A connection that broke says nothing of how many the service accepts.
  if (seen.attempt.kind === 'not_sent') gate.noteNoConnection();
  gate.adjust(pacer.pace());
  return news;
}

/** A service that stumbled, or is busy otherwise, says nothing of its pace. */
function toPacedAnswer({ attempt, reply }: Seen, now: number): PacedAnswer {
  if (attempt.kind !== 'answer' || attempt.httpStatus >= 500) return { kind: 'unknown' };
  const { headers, tripMs } = attempt;
  const quota = readQuota(headers, serviceTime(attempt, now));
  if (attempt.httpStatus !== 429) return { kind: 'taken', quota, tripMs };
  // A service that asks for longer than that is not waited for, see decideRetry.
  const retryAfterMs = 'retryAfterMs' in reply && !exceedsMaxPause(reply) ? reply.retryAfterMs : undefined;
  return { kind: 'refused', retryAfterMs, quota, tripMs };
}

const NOTHING_KNOWN = { httpStatus: undefined, retryAfterMs: undefined };

/**
 * Counts and logs a fault, and says how long to wait before the next attempt. A service that is busy is left alone by
 * every request, not by this one only; then there is nothing left to wait for here.
 */
function noteFault(
  { method, path, query }: ServiceRequest,
  { reply, attempts }: { readonly reply: Fault; readonly attempts: number },
  { log, counts, pacer, budget, random }: ExchangeContext,
): number {
  const { httpStatus, retryAfterMs } = { ...NOTHING_KNOWN, ...reply };
  log.warn('request did not succeed', {
    method,
    path,
    query,
    attempt: attempts,
    httpStatus,
    message: reply.message,
  });
  budget.noteFault(`${reply.message} (${method} ${path})`, hintOf(method, reply));
  if (httpStatus === 429) {
    // The pacer knows of it already, and makes everybody wait.
    counts.throttled++;
    return 0;
  }
  if (exceedsMaxPause(reply)) return 0;
  if (retryAfterMs === undefined) return retryDelayMs(attempts, random);
  pacer.pause(retryAfterMs);
  return 0;
}

function keyRefused(reply: Reply<unknown>): KeyRefusedError {
  const said = reply.kind === 'refused' ? `: ${reply.message}` : '';
  return new KeyRefusedError(`Cannot go on: the service refused the key${said}`, {
    hint: 'Check the API key, and that it belongs to this base URL',
  });
}
