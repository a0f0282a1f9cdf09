import { type PricesheetError, ServiceError, TooManyFailuresError } from '../domain/errors.ts';
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
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

export interface Lookups {
  /** What was found for each SKU that was reached. */
  readonly bySku: ReadonlyMap<Sku, Lookup>;
  /** What ended the looking up before its time. */
  readonly stop?: unknown;
}

/** Asks the service for the listings of each distinct SKU, once each. Never throws: what was found until then counts. */
export async function lookUpSkus(skus: ReadonlySet<Sku>, options: LookupOptions): Promise<Lookups> {
  const { findListings, maxFailures, onProgress } = options;
  const bySku = new Map<Sku, Lookup>();
  let failures = 0;

  async function lookUp(sku: Sku, signal: AbortSignal): Promise<void> {
    const lookup = await tryLookup(sku, findListings, signal);
    bySku.set(sku, lookup);
    onProgress({ phase: 'lookup', done: bySku.size, total: skus.size });
    if (lookup.kind === 'failed' && ++failures >= maxFailures)
      throw tooManyFailures(failures, lookup.message);
  }

  try {
    await forEachConcurrently(skus, options, lookUp);
    return { bySku };
  } catch (stop) {
    return { bySku, stop };
  }
}

async function tryLookup(sku: Sku, findListings: FindListings, signal: AbortSignal): Promise<Lookup> {
  try {
    return { kind: 'found', listings: await findListings(sku, { signal }) };
  } catch (error) {
    if (error instanceof ServiceError) return { kind: 'failed', message: error.message };
    throw error;
  }
}

function tooManyFailures(failures: number, last: string): PricesheetError {
  return new TooManyFailuresError(
    `Cannot go on: ${failures} SKUs could not be looked up; the last: ${last}`,
    {
      hint: 'Run again once the service answers; --max-failures sets how many failures end a run',
    },
  );
}
