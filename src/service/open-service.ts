import type { z } from 'zod';
import { count } from '../domain/count.ts';
import { KeyRefusedError, RetriesSpentError, ServiceError } from '../domain/errors.ts';
import { isListingId, isSameId, type Listing } from '../domain/listing.ts';
import type {
  Clock,
  ConcurrencySetting,
  Freshness,
  LearnedPace,
  Log,
  Random,
  RateSetting,
  RequestCounts,
  Requests,
  ServiceReader,
  UpdateAnswer,
  UpdateListing,
} from '../domain/ports.ts';
import type { Redact } from '../domain/secret.ts';
import { createPacer, type PacedAnswer, type Pacer, type RefusalNews } from './pacer.ts';
import { readList } from './read-list.ts';
import { hintOf, type Refusal, type Reply, readReply } from './reply.ts';
import { createRequestGate, MAX_IN_FLIGHT, type RequestGate } from './request-gate.ts';
import type { Permit } from './request-queue.ts';
import { lookupTarget, pageQuery, type Query, type ServiceRequest, updateRequest } from './requests.ts';
import {
  createRetryBudget,
  decideRetry,
  exceedsMaxPause,
  type RetryBudget,
  retryDelayMs,
} from './retries.ts';
import {
  channelPageSchema,
  datedPageSchema,
  listingPageSchema,
  listingSchema,
  type Page,
  strategyPageSchema,
} from './schemas.ts';
import type { Attempt, OpenTransport, Send, TransportOptions } from './transport.ts';

/** Where the service is, and how it is reached. */
type ServiceAccess = Omit<TransportOptions, 'connections' | 'clock'>;

export interface ServiceOptions extends ServiceAccess {
  /** Over all requests; `auto` learns what the service takes. */
  readonly ratePerSecond: RateSetting;
  /** What an earlier run has learned, for `auto` to begin near it. */
  readonly startPerSecond?: number | undefined;
  readonly concurrency: ConcurrencySetting;
  /** How long a request took in an earlier run, until that is measured again. */
  readonly startRoundTripMs?: number | undefined;
  /** Further attempts after the first. */
  readonly retries: number;
  /** How a cleared field is written in the query string. */
  readonly nullAs: 'empty' | 'null';
}

interface ServicePorts {
  /** The client can send nothing but a GET. */
  readonly readOnly: boolean;
  readonly openTransport: OpenTransport;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Waits for a turn of the event loop. */
  readonly giveWay?: (() => Promise<void>) | undefined;
}

export interface Service extends ServiceReader, Requests {
  /** Fails if the service was opened to be read only. */
  readonly updateListing: UpdateListing;
  /** What is known so far of the rate that the service accepts. */
  learned(): LearnedPace;
  /** How many requests are worth having in flight at present. */
  readonly width: () => number;
  close(): Promise<void>;
}

/** A SKU has a few listings, an account perhaps thousands of strategies; a service that goes on and on is broken. */
const MAX_PAGES = { ofOneSku: 100, ofAll: 1000 } as const;

/** Opens the client of the service. Source: interface.md. */
export function openService(
  options: ServiceOptions,
  { readOnly, openTransport, ...ports }: ServicePorts,
): Service {
  const { clock, random } = ports;
  const { ratePerSecond: rate, startPerSecond, startRoundTripMs, concurrency } = options;
  const connections = concurrency === 'auto' ? MAX_IN_FLIGHT : concurrency;
  const transport = openTransport({ ...options, connections, clock });
  const pacer = createPacer({ rate, startPerSecond, clock, random });
  const gate = createRequestGate(concurrency);
  gate.adjust({ perSecond: pacer.pace().perSecond, roundTripMs: startRoundTripMs });
  const context: ExchangeContext = {
    send: readOnly ? readingOnly(transport.send) : transport.send,
    gate,
    pacer,
    budget: createRetryBudget(options.retries, {
      inFlight: gate.width,
      hasAnswered: startRoundTripMs !== undefined,
    }),
    ...ports,
    redact: options.apiKey.redact,
    counts: { reads: 0, writes: 0, retries: 0, throttled: 0 },
  };
  const attempts = options.retries + 1;
  /** Errors: `ServiceError`, `KeyRefusedError`, `RetriesSpentError`, the signal's reason. */
  const fetchPage = async <T>(
    { path, query, page: schema }: PageRequest<T>,
    { attempts: allowed = attempts, ...asked }: ReadOptions,
  ): Promise<Page<T>> => {
    const options = { ...asked, schema, allowed, attemptsMade: 0 };
    const exchanged = await exchange({ method: 'GET', path, query }, options, context);
    if (exchanged.stop !== undefined) throw exchanged.stop;
    if (exchanged.reply.kind === 'ok') return exchanged.reply.value;
    throw toServiceError(`GET ${path}`, exchanged, context.budget);
  };
  const fetchAll = <T extends { readonly id: string }>(
    { path, query, page }: PageRequest<T>,
    { maxPages, ...asked }: ReadOptions & { readonly maxPages: number },
  ): Promise<readonly T[]> =>
    readList(
      (startingAfter) => fetchPage({ path, page, query: [...query, ...pageQuery(startingAfter)] }, asked),
      { what: path, maxPages },
    );

  return {
    findListings: async (sku, asked) => {
      const request = { ...lookupTarget(sku), page: listingPageSchema };
      const found = await fetchAll(request, { ...asked, maxPages: MAX_PAGES.ofOneSku });
      // The service may return more than was asked for.
      return found.filter((listing) => listing.sku === sku);
    },
    listListings: async ({ startingAfter, platform, channel, signal }) => {
      const query: Query = [
        ...(platform === undefined ? [] : [['platform', platform] as const]),
        ...(channel === undefined ? [] : [['channel', channel] as const]),
        ...pageQuery(startingAfter),
      ];
      const { data, has_more: hasMore } = await fetchPage(
        { path: '/listings', page: datedPageSchema, query },
        { signal },
      );
      const created = { first: data[0]?.created, last: data.at(-1)?.created };
      return { listings: data.map(({ listing }) => listing), hasMore, created };
    },
    listStrategies: (asked) =>
      fetchAll(
        { path: '/strategies', query: [], page: strategyPageSchema },
        { ...asked, maxPages: MAX_PAGES.ofAll },
      ),
    listChannels: (asked) =>
      fetchAll(
        { path: '/channels', query: [], page: channelPageSchema },
        { ...asked, maxPages: MAX_PAGES.ofAll },
      ),
    updateListing: async (update, asked) => {
      if (!isListingId(update.id)) throw new TypeError(`Not a listing id: "${update.id}"`);
      const findFault = ({ id, sku }: Listing) => {
        if (!isSameId(id, update.id)) return `another listing (${id})`;
        return sku === update.sku ? undefined : `the listing under another SKU ("${sku}")`;
      };
      const exchanged = await exchange(
        updateRequest(update, options.nullAs),
        { ...asked, schema: listingSchema, findFault, allowed: attempts },
        context,
      );
      return toUpdateAnswer(exchanged, attempts);
    },
    counts: context.counts,
    traffic: pacer.pace,
    pacedMs: pacer.pacedMs,
    learned: () => {
      const { ratePerSecond, refused, roundTripMs } = pacer.pace();
      return {
        setting: rate,
        ratePerSecond,
        refused,
        roundTripMs,
        mostPerSecond: roundTripMs === undefined ? undefined : (connections * 1000) / roundTripMs,
        concurrencyWanted: gate.wanted(rate === 'auto' ? undefined : rate, roundTripMs),
        connectionsAccepted: gate.accepted(),
      };
    },
    width: gate.width,
    close: transport.close,
  };
}

/** Whatever asks for it, nothing but a GET leaves. */
function readingOnly(send: Send): Send {
  return async (request) => {
    if (request.method === 'GET') return send(request);
    throw new TypeError(`A read-only client may not ${request.method} ${request.path}`);
  };
}

interface PageRequest<T> {
  readonly path: string;
  readonly query: Query;
  readonly page: z.ZodType<Page<T>>;
}

interface ReadOptions {
  readonly signal: AbortSignal;
  readonly attempts?: number | undefined;
  readonly isReadBack?: boolean | undefined;
  readonly isReread?: boolean | undefined;
}

function toServiceError(
  what: string,
  { reply, attempts }: Exchanged<unknown>,
  { advise }: RetryBudget,
): ServiceError {
  if (reply.kind === 'ok') throw new TypeError('Not an error');
  const httpStatus = 'httpStatus' in reply ? reply.httpStatus : undefined;
  const hint = hintOf('GET', reply);
  const isAdvised = hint !== undefined || httpStatus === undefined || httpStatus >= 500;
  return new ServiceError(`${what}: ${reply.message}, after ${count(attempts, 'attempt')}`, {
    httpStatus,
    ...(isAdvised && { hint: advise(hint) }),
  });
}

/** What became of an update. `allowed`: its attempts in all, over every call for it. */
function toUpdateAnswer(
  { reply, attempts, waitMs, stop, throttled }: Exchanged<Listing>,
  allowed: number,
): UpdateAnswer {
  if (stop !== undefined && reply.kind !== 'ok') return { ...reply, kind: 'stopped', attempts, stop };
  switch (reply.kind) {
    case 'ok':
      return { kind: 'accepted', listing: reply.value, httpStatus: reply.httpStatus, attempts };
    case 'lost':
      return {
        ...reply,
        attempts,
        attemptsLeft: exceedsMaxPause(reply) ? 0 : allowed - attempts,
        waitMs,
      };
    case 'not_sent':
      if (throttled)
        return { ...throttled, ...PUT_OFF, message: `${throttled.message}, then ${reply.message}`, attempts };
      return { kind: 'refused', reason: 'unreachable', message: reply.message, attempts };
    case 'refused':
      if (reply.httpStatus === 429) return { ...reply, ...PUT_OFF, attempts };
      return { ...reply, reason: `http_${reply.httpStatus}`, attempts };
  }
}

/**
 * "Not now" is no "never": it may come from a gateway, and nothing promises that the update was dropped. If no attempt
 * is left, the listing has the last word.
 */
const PUT_OFF = { kind: 'lost', attemptsLeft: 0, waitMs: 0 } as const;

/** Everything that requests share: one pace, one bound on requests in flight, one budget of retries over all of them. */
interface ExchangeContext extends Omit<ServicePorts, 'readOnly' | 'openTransport'> {
  readonly send: Send;
  readonly gate: RequestGate;
  readonly pacer: Pacer;
  readonly budget: RetryBudget;
  readonly redact: Redact;
  readonly counts: RequestCounts;
}

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

interface Exchanged<T> {
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
async function exchange<T>(
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

interface Sending extends Pick<ExchangeOptions<unknown>, 'signal' | 'freshness'> {
  readonly attempts: number;
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
    const { method, path, query } = request;
    log.debug('request', { method, path, query, attempt: attempts });
    try {
      return { attempt: await send(request), permit };
    } catch (bug) {
      pacer.settle(permit, { kind: 'unknown' });
      throw bug;
    }
  });
}

interface Answered {
  readonly attempt: Attempt;
  readonly reply: Reply<unknown>;
}

/** Reports a request's outcome to what holds the next ones back. */
function settle(
  permit: Permit,
  answered: Answered,
  { pacer, gate }: ExchangeContext,
): RefusalNews | undefined {
  const news = pacer.settle(permit, toPacedAnswer(answered));
  const { kind } = answered.attempt;
  if (kind === 'answer') gate.noteAnswer();
  // A connection that broke says nothing of how many the service accepts.
  if (kind === 'not_sent') gate.noteNoConnection();
  gate.adjust(pacer.pace());
  return news;
}

/** A service that stumbled, or is busy otherwise, says nothing of its pace. */
function toPacedAnswer({ attempt, reply }: Answered): PacedAnswer {
  if (attempt.kind !== 'answer' || attempt.httpStatus >= 500) return { kind: 'unknown' };
  const { tripMs } = attempt;
  if (attempt.httpStatus !== 429) return { kind: 'taken', tripMs };
  // A service that asks for longer than that is not waited for, see decideRetry.
  const retryAfterMs = 'retryAfterMs' in reply && !exceedsMaxPause(reply) ? reply.retryAfterMs : undefined;
  return { kind: 'refused', retryAfterMs, tripMs };
}

const NOTHING_KNOWN = { httpStatus: undefined, retryAfterMs: undefined };

/**
 * Counts and logs a fault, and says how long to wait before the next attempt. A service that is busy is left alone by
 * every request, not by this one only; then there is nothing left to wait for here.
 */
function noteFault(
  { method, path, query }: ServiceRequest,
  {
    reply,
    attempts,
  }: { readonly reply: Exclude<Reply<unknown>, { readonly kind: 'ok' }>; readonly attempts: number },
  { log, counts, pacer, budget, random }: ExchangeContext,
): number {
  const { httpStatus, retryAfterMs } = { ...NOTHING_KNOWN, ...reply };
  const { message } = reply;
  log.warn('request did not succeed', { method, path, query, attempt: attempts, httpStatus, message });
  budget.noteFault(`${message} (${method} ${path})`, hintOf(method, reply));
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
  return new KeyRefusedError(`The service refused the key${said}`, {
    hint: 'Check the API key, and that it belongs to this base URL',
  });
}

/** What one GET has shown. */
export interface Probed {
  readonly reply: Reply<unknown>;
  /** From the question to the whole answer, the connection's beginning included. */
  readonly ms: number;
}

/** Asks the service for a channel, once. Never throws for what the network does. */
export async function probeService(
  options: ServiceAccess,
  { openTransport, clock }: Pick<ServicePorts, 'openTransport' | 'clock'>,
): Promise<Probed> {
  const transport = openTransport({ ...options, connections: 1, clock });
  try {
    const began = clock.monotonic();
    const attempt = await transport.send({ method: 'GET', path: '/channels', query: [['limit', '1']] });
    const ms = clock.monotonic() - began;
    const { redact } = options.apiKey;
    return { reply: readReply(attempt, { schema: channelPageSchema, now: clock.now(), redact }), ms };
  } finally {
    await transport.close();
  }
}
