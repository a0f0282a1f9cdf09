import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { count } from '../domain/count.ts';
import { ServiceError } from '../domain/errors.ts';
import { isListingId, isSameId, type Listing } from '../domain/listing.ts';
import type {
  Clock,
  ConcurrencySetting,
  LearnedPace,
  Log,
  Random,
  RateSetting,
  Requests,
  ServiceReader,
  UpdateAnswer,
  UpdateListing,
} from '../domain/ports.ts';
import type { Secret } from '../domain/secret.ts';
import { type ExchangeContext, type Exchanged, exchange } from './exchange.ts';
import { createPacer } from './pacer.ts';
import { hintOf, type Reply, readReply } from './reply.ts';
import { createRequestGate, MAX_IN_FLIGHT } from './request-gate.ts';
import { pageQuery, updateRequest } from './requests.ts';
import { createRetryBudget, exceedsMaxPause, type RetryBudget } from './retries.ts';
import {
  channelPageSchema,
  datedPageSchema,
  listingPageSchema,
  listingSchema,
  type Page,
  strategyPageSchema,
} from './schemas.ts';
import type { OpenTransport, ProxyAddress, Query, Send, TransportOptions } from './transport.ts';

export interface ServiceOptions {
  readonly baseUrl: string;
  readonly apiKey: Secret;
  readonly proxy?: ProxyAddress | undefined;
  /** Over all requests; `auto` learns what the service takes. */
  readonly ratePerSecond: RateSetting;
  /** What an earlier run has learned, for `auto` to begin near it. */
  readonly startPerSecond?: number | undefined;
  readonly concurrency: ConcurrencySetting;
  /** How long a request took in an earlier run, until that is measured again. */
  readonly startRoundTripMs?: number | undefined;
  /** Per attempt. */
  readonly timeoutMs: number;
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
  { readOnly, openTransport, clock, random, log, giveWay }: ServicePorts,
): Service {
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
    clock,
    random,
    log,
    giveWay,
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
      const request = { path: '/listings', query: [['sku', sku]], page: listingPageSchema } as const;
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
      const findFault = ({ id }: Listing) =>
        isSameId(id, update.id) ? undefined : `another listing (${id})`;
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

/**
 * Reads a list to its end, page by page, each object once. `fetchPage`: the page after the object with an id, or the first one.
 *
 * The list may change meanwhile: earlier objects may come again, unchanged, on a page that has something new too. An empty
 * page after one that promised more may be the end, or the answer to a cursor whose object is gone; the page before it is
 * fetched again to find out which.
 *
 * Errors: `ServiceError` if the list can't be walked to its end: a page that promises more and holds nothing, one that holds
 * nothing new, or more than `maxPages` of them. Never a loop, and never an end that only looks like one.
 */
export async function readList<T extends { readonly id: string }>(
  fetchPage: (startingAfter: string | undefined) => Promise<Page<T>>,
  { what, maxPages }: { readonly what: string; readonly maxPages: number },
): Promise<readonly T[]> {
  const seen = new Map<string, T>();
  const cursors: (string | undefined)[] = [undefined];
  for (let page = 1; page <= maxPages; page++) {
    const cursor = cursors.at(-1);
    const given = await fetchPage(cursor);
    const isDoubtful = cursor !== undefined && given.data.length === 0 && !given.has_more;
    const { data, has_more } = isDoubtful ? await fetchPage(cursors.at(-2)) : given;
    const [first] = data;
    if (takeNew(data, seen, what) === 0 && first && !isDoubtful) throw cameTwice(first.id, what);
    const next = data.at(-1)?.id;
    // What the empty page came after is still there: then nothing comes after it.
    if (!has_more || (isDoubtful && next === cursor)) return [...seen.values()];
    if (next === undefined)
      throw new ServiceError(`Cannot list ${what}: a page announces more pages but is empty`);
    if (cursors.includes(next)) throw cameTwice(next, what);
    cursors.push(next);
  }
  throw new ServiceError(`Cannot list ${what}: the list has not ended after ${maxPages} pages`);
}

/** Returns how many were not there before. */
function takeNew<T extends { readonly id: string }>(
  data: readonly T[],
  seen: Map<string, T>,
  what: string,
): number {
  const before = seen.size;
  const onPage = new Set<string>();
  for (const item of data) {
    if (onPage.has(item.id)) throw cameTwice(item.id, what);
    onPage.add(item.id);
    const known = seen.get(item.id);
    if (known && !isDeepStrictEqual(known, item)) throw cameTwice(item.id, what, ', with other values');
    seen.set(item.id, item);
  }
  return seen.size - before;
}

function cameTwice(id: string, what: string, how = ''): ServiceError {
  return new ServiceError(`Cannot list ${what}: "${id}" was listed twice${how}`);
}

/** What one GET has shown. */
export interface Probed {
  readonly reply: Reply<unknown>;
  /** From the question to the whole answer, the connection's beginning included. */
  readonly ms: number;
}

type ProbeOptions = Omit<TransportOptions, 'connections' | 'clock'>;

/** Asks the service for a channel, once. Never throws for what the network does. */
export async function probeService(
  options: ProbeOptions,
  { openTransport, clock }: { readonly openTransport: OpenTransport; readonly clock: Clock },
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
