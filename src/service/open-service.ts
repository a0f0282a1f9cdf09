import type { z } from 'zod';
import { count } from '../domain/count.ts';
import { ServiceError } from '../domain/errors.ts';
import { isListingId, isSameId, type Listing } from '../domain/listing.ts';
import type {
  Clock,
  ConcurrencySetting,
  Freshness,
  LearnedPace,
  ListingUpdate,
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
import { listPages } from './list-pages.ts';
import { createPacer } from './pacer.ts';
import { createRequestGate, MAX_IN_FLIGHT } from './request-gate.ts';
import { pageQuery, updateRequest } from './requests.ts';
import { createRetryBudget, exceedsMaxPause } from './retries.ts';
import {
  channelPageSchema,
  datedPageSchema,
  listingPageSchema,
  listingSchema,
  type Page,
  strategyPageSchema,
} from './schemas.ts';
import type { OpenTransport, ProxyAddress, Query, Send } from './transport.ts';

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
  { readOnly, openTransport, clock, random, log }: ServicePorts,
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
    budget: createRetryBudget(options.retries, { inFlight: gate.width }),
    clock,
    random,
    log,
    redact: options.apiKey.redact,
    counts: { reads: 0, writes: 0, retries: 0, throttled: 0 },
  };
  const attempts = options.retries + 1;

  return {
    findListings: async (sku, { signal, isReadBack, isReread }) => {
      const request = {
        path: '/listings',
        filter: [['sku', sku]],
        page: listingPageSchema,
        maxPages: MAX_PAGES.ofOneSku,
        isWanted: (listing: Listing) => listing.sku === sku,
      } as const;
      return listAll(request, { signal, attempts, isReadBack, isReread }, context);
    },
    listListings: async ({ startingAfter, endingBefore, platform, channel, signal }) => {
      const query: Query = [
        ...(platform === undefined ? [] : [['platform', platform] as const]),
        ...(channel === undefined ? [] : [['channel', channel] as const]),
        ...pageQuery({ startingAfter, endingBefore }),
      ];
      const request = { path: '/listings', page: datedPageSchema, query };
      const { data, has_more: hasMore } = await fetchPage(request, { signal, attempts }, context);
      const created = { first: data[0]?.created, last: data.at(-1)?.created };
      return { listings: data.map(({ listing }) => listing), hasMore, created };
    },
    listStrategies: ({ signal, attempts: most = attempts }) =>
      listAll(everyOne('/strategies', strategyPageSchema), { signal, attempts: most }, context),
    listChannels: ({ signal }) =>
      listAll(everyOne('/channels', channelPageSchema), { signal, attempts }, context),
    updateListing: (update, { signal, attemptsMade, freshness }) =>
      postUpdate(update, { nullAs: options.nullAs, signal, attempts, attemptsMade, freshness }, context),
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

interface ListRequest<T> {
  readonly path: string;
  readonly filter: Query;
  readonly page: z.ZodType<Page<T>>;
  readonly maxPages: number;
  /** The service may return more than was asked for; only what is wanted is kept. */
  readonly isWanted: (item: T) => boolean;
}

function everyOne<T>(path: string, page: z.ZodType<Page<T>>): ListRequest<T> {
  return { path, filter: [], page, maxPages: MAX_PAGES.ofAll, isWanted: () => true };
}

interface ListOptions {
  readonly signal: AbortSignal;
  readonly attempts: number;
  readonly isReadBack?: boolean | undefined;
  readonly isReread?: boolean | undefined;
}

/** Every wanted object of a list. Errors: `ServiceError`, `KeyRefusedError`, `RetriesSpentError`, the signal's reason. */
async function listAll<T extends { readonly id: string }>(
  { path, filter, page, maxPages, isWanted }: ListRequest<T>,
  options: ListOptions,
  context: ExchangeContext,
): Promise<readonly T[]> {
  const wanted: T[] = [];
  const pages = listPages(
    (startingAfter) =>
      fetchPage({ path, page, query: [...filter, ...pageQuery({ startingAfter })] }, options, context),
    { what: path, maxPages },
  );
  for await (const items of pages) wanted.push(...items.filter(isWanted));
  return wanted;
}

async function fetchPage<T>(
  { path, page, query }: Pick<ListRequest<T>, 'path' | 'page'> & { readonly query: Query },
  { signal, attempts, isReadBack, isReread }: ListOptions,
  context: ExchangeContext,
): Promise<Page<T>> {
  const request = { method: 'GET', path, query } as const;
  const exchanged = await exchange(
    request,
    { schema: page, signal, allowed: attempts, attemptsMade: 0, isReadBack, isReread },
    context,
  );
  if (exchanged.stop !== undefined) throw exchanged.stop;
  if (exchanged.reply.kind === 'ok') return exchanged.reply.value;
  throw toServiceError(`GET ${path}`, exchanged);
}

function toServiceError(what: string, { reply, attempts }: Exchanged<unknown>): ServiceError {
  if (reply.kind === 'ok') throw new TypeError('Not an error');
  const httpStatus = 'httpStatus' in reply ? reply.httpStatus : undefined;
  const elsewhere = httpStatus === undefined || httpStatus === 404;
  const hint = ('hint' in reply ? reply.hint : undefined) ?? (elsewhere ? ADDRESS_HINT : undefined);
  return new ServiceError(`${what}: ${reply.message}, after ${count(attempts, 'attempt')}`, {
    httpStatus,
    ...(hint !== undefined && { hint }),
  });
}

const ADDRESS_HINT = 'Check the base URL (--base-url or PRICESHEET_BASE_URL)';

interface UpdateOptions {
  readonly nullAs: 'empty' | 'null';
  readonly signal: AbortSignal;
  /** In all, over every call for the same update. */
  readonly attempts: number;
  readonly attemptsMade: number;
  readonly freshness: Freshness | undefined;
}

async function postUpdate(
  update: ListingUpdate,
  { nullAs, signal, attempts: allowed, attemptsMade, freshness }: UpdateOptions,
  context: ExchangeContext,
): Promise<UpdateAnswer> {
  if (!isListingId(update.id)) throw new TypeError(`Not a listing id: "${update.id}"`);
  const request = updateRequest(update, nullAs);
  const findFault = ({ id }: Listing) => (isSameId(id, update.id) ? undefined : `another listing (${id})`);
  const options = { schema: listingSchema, findFault, signal, allowed, attemptsMade, freshness };
  const { reply, attempts, waitMs, stop, throttled } = await exchange(request, options, context);
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
