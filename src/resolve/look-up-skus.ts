import { RetriesSpentError, ServiceError, TooManyFailuresError } from '../domain/errors.ts';
import { forEachConcurrently } from '../domain/for-each-concurrently.ts';
import type { Listing, Sku } from '../domain/listing.ts';
import type { FindListings, OnProgress } from '../domain/ports.ts';

export type Lookup =
  | { readonly kind: 'found'; readonly listings: readonly Listing[] }
  | { readonly kind: 'failed'; readonly message: string };

export interface LookupOptions {
  readonly findListings: FindListings;
  /** Lookups under way at once. */
  readonly width: number;
  /** So many lookups that fail end it. */
  readonly maxFailures: number;
  /** The service is known to answer, so that a failure is one of its SKU. */
  readonly isAnswered?: boolean | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

export interface Lookups {
  /** What was found for each SKU that was reached. */
  readonly bySku: ReadonlyMap<Sku, Lookup>;
  /** What ended the looking up before its time. */
  readonly stop?: unknown;
}

/**
 * Asks the service for the listings of each distinct SKU, once each. Never throws: what was found until then counts.
 *
 * Where none of them got an answer it is not the SKUs that fail but the service, and that is what it stops with.
 */
export async function lookUpSkus(skus: ReadonlySet<Sku>, options: LookupOptions): Promise<Lookups> {
  const { findListings, maxFailures, onProgress } = options;
  const bySku = new Map<Sku, Lookup>();
  const failures: ServiceError[] = [];
  let answered = options.isAnswered === true;

  async function lookUp(sku: Sku, signal: AbortSignal): Promise<void> {
    const found = await tryLookup(sku, findListings, signal);
    const failed = found instanceof ServiceError;
    bySku.set(sku, failed ? { kind: 'failed', message: found.message } : { kind: 'found', listings: found });
    answered ||= !failed || isRefusal(found);
    onProgress({ phase: 'lookup', done: bySku.size, total: skus.size });
    if (failed && failures.push(found) >= maxFailures)
      throw answered ? tooManyFailures(failures.length, found) : found;
  }

  try {
    const rest = skus.values();
    const first = rest.next().value;
    // One goes ahead, so that a key that is refused is refused once and not as often as requests may be in flight.
    if (first !== undefined) await forEachConcurrently([first], options, lookUp);
    await forEachConcurrently(rest, options, lookUp);
    return answered ? { bySku } : { bySku, stop: failures.at(-1) };
  } catch (stop) {
    const isDown = stop instanceof RetriesSpentError && !answered;
    return { bySku, stop: isDown ? withHint(stop, failures.at(-1)?.hint) : stop };
  }
}

async function tryLookup(
  sku: Sku,
  findListings: FindListings,
  signal: AbortSignal,
): Promise<readonly Listing[] | ServiceError> {
  try {
    return await findListings(sku, { signal });
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

/** A service that finds fault with a request is there and makes sense; one that has no listings at all is another one. */
function isRefusal({ httpStatus = 0 }: ServiceError): boolean {
  return httpStatus >= 400 && httpStatus < 500 && httpStatus !== 404;
}

function tooManyFailures(failures: number, last: ServiceError): TooManyFailuresError {
  const hint = 'Run again once the service answers; --max-failures sets how many failures end a run';
  return new TooManyFailuresError(
    `Cannot go on: ${failures} SKUs could not be looked up; the last: ${last.message}`,
    { hint: last.hint === undefined ? hint : `${last.hint}. ${hint}` },
  );
}

/** What a single lookup knew to do about it, first: nobody has ever answered at this address. */
function withHint(stop: RetriesSpentError, hint: string | undefined): RetriesSpentError {
  if (hint === undefined || stop.hint?.includes(hint)) return stop;
  return new RetriesSpentError(stop.message, {
    hint: [hint, stop.hint].filter((text) => text !== undefined).join('. '),
    cause: stop,
  });
}
