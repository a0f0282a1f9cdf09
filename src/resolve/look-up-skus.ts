import { forEachConcurrently } from '../domain/concurrency.ts';
import { ServiceError, TooManyFailuresError } from '../domain/errors.ts';
import { isSameId, type Listing, type ListingId, type Sku } from '../domain/listing.ts';
import type { FindListings, OnProgress } from '../domain/ports.ts';
import type { SheetRow, Target } from '../domain/row.ts';
import { namesListing } from './row-facts.ts';

export type Lookup =
  | {
      readonly kind: 'found';
      readonly listings: readonly Listing[];
      /** Only a part of the account was searched, so that the SKU may be listed elsewhere. */
      readonly isOfPart?: boolean | undefined;
    }
  | { readonly kind: 'failed'; readonly message: string };

export interface LookupOptions {
  readonly findListings: FindListings;
  /** How many SKUs there are to be looked up. */
  readonly total: number;
  /** How many lookups to have under way at once, at present. */
  readonly width: () => number;
  /** The number of failed lookups that ends it. */
  readonly maxFailures: number;
  /** The service is known to answer, so that a failure is one of its SKU. */
  readonly isAnswered?: boolean | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

/**
 * Asks the service for the listings of SKUs, some at a time. Never throws: what was found until then counts, and what ended
 * the looking up is `stop`.
 *
 * If none of them got an answer it is not the SKUs that fail but the service, and that is what it stops with.
 */
export class SkuLookups {
  readonly #options: LookupOptions;
  readonly #failures: ServiceError[] = [];
  readonly #damaged: DamagedSkus;
  #answered: boolean;
  #done = 0;
  #stop: unknown;

  constructor(options: LookupOptions) {
    this.#options = options;
    this.#answered = options.isAnswered === true;
    this.#damaged = new DamagedSkus(options.findListings);
  }

  /** The error that ended the lookups early, if any; known once the last SKU was yielded. */
  get stop(): unknown {
    return this.#stop ?? (this.#answered ? undefined : this.#failures.at(-1));
  }

  /** Returns what was found for each SKU that was reached; `skus` are none that were asked for before. */
  async lookUp(skus: ReadonlySet<Sku>): Promise<ReadonlyMap<Sku, Lookup>> {
    const found = new Map<Sku, Lookup>();
    if (this.#stop !== undefined) return found;
    const work = async (sku: Sku, signal: AbortSignal): Promise<void> => {
      // Of SKUs that are asked for at the same time.
      if (this.#stop !== undefined) throw this.#stop;
      const lookup = await tryLookup(sku, this.#options.findListings, signal);
      found.set(sku, toLookup(lookup));
      this.#note(lookup);
    };
    try {
      const rest = skus.values();
      // One goes ahead, so that a key that is refused is refused once and not as often as requests may be in flight.
      const first = this.#done === 0 ? rest.next().value : undefined;
      if (first !== undefined) await forEachConcurrently([first], this.#options, work);
      await forEachConcurrently(rest, this.#options, work);
    } catch (stop) {
      this.#stop ??= stop;
    }
    return found;
  }

  /**
   * Finds the listings that rows name by their ids and that were not found by their SKUs. `find`: what was. A lookup that fails leaves its row
   * without: the SKU as it is was looked up.
   */
  async findNamed(
    rows: Iterable<SheetRow>,
    find: (sku: Sku) => Lookup | undefined,
  ): Promise<ReadonlyMap<ListingId, Listing>> {
    const named = new Map<ListingId, Listing>();
    const work = async ({ target }: SheetRow, signal: AbortSignal): Promise<void> => {
      const listing = await this.#damaged.find(target, signal).catch(toNothing);
      if (listing && target.listingId) named.set(target.listingId, listing);
    };
    const missing = [...rows].filter((row) => namesListing(row) && isMissing(row, find(row.target.sku)));
    try {
      // The first one shows how many digits the others have.
      await forEachConcurrently(missing.slice(0, 1), this.#options, work);
      await forEachConcurrently(missing.slice(1), this.#options, work);
    } catch (stop) {
      this.#stop ??= stop;
    }
    return named;
  }

  #note(found: readonly Listing[] | ServiceError): void {
    const { total, maxFailures, onProgress } = this.#options;
    const failed = found instanceof ServiceError;
    this.#answered ||= !failed || isRefusal(found);
    onProgress({ phase: 'lookup', done: ++this.#done, total });
    if (failed && this.#failures.push(found) >= maxFailures)
      throw this.#answered ? tooManyFailures(this.#failures.length, found) : found;
  }
}

/** Whether a row's SKU was looked up, and the listing that it names was not found. */
function isMissing({ target: { listingId } }: SheetRow, lookup: Lookup | undefined): boolean {
  if (listingId === undefined || lookup?.kind !== 'found') return false;
  return !lookup.listings.some(({ id }) => isSameId(id, listingId));
}

function toNothing(error: unknown): undefined {
  if (!(error instanceof ServiceError)) throw error;
}

function toLookup(found: readonly Listing[] | ServiceError): Lookup {
  return found instanceof ServiceError
    ? { kind: 'failed', message: found.message }
    : { kind: 'found', listings: found };
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
  const hint = last.hint ?? 'Run it again once the service answers';
  return new TooManyFailuresError(
    `Cannot go on: ${failures} SKUs could not be looked up; the last: ${last.message}`,
    { hint: `${hint}; "max-failures" in pricesheet.json sets how many failures end a run` },
  );
}

/** A lookup of a row's SKU, and the listing that the row names by its id, if that was found by the id alone. */
export function withNamed<T extends Lookup | undefined>(
  lookup: T,
  { listingId }: Target,
  named: (id: ListingId) => Listing | undefined,
): T | Lookup {
  if (listingId === undefined || lookup?.kind !== 'found') return lookup;
  if (lookup.listings.some(({ id }) => isSameId(id, listingId))) return lookup;
  const listing = named(listingId);
  return listing ? { ...lookup, listings: [...lookup.listings, listing] } : lookup;
}

/** How many digits SKUs have; those of barcodes and of ERPs come first. Each is one request for a SKU that has lost its zeros. */
const WIDTHS = [8, 13, 12, 14, 18, 10, 6, 5, 4, 7, 9, 11, 15, 16, 17, 3, 2];
/** After that many SKUs in vain, only widths are tried that a SKU was found to have. */
const MAX_IN_VAIN = 3;

/**
 * Finds the listings that rows name by their ids, if a spreadsheet has taken the zeros of their SKUs: the service finds listings by their
 * SKUs only. SKUs of a sheet usually have the same number of digits, so that after the first one a request for each is enough.
 */
export class DamagedSkus {
  readonly #findListings: FindListings;
  #widths: readonly number[] = [];
  #inVain = 0;

  constructor(findListings: FindListings) {
    this.#findListings = findListings;
  }

  /** Errors: those of `findListings`. */
  async find({ sku, listingId }: Target, signal: AbortSignal): Promise<Listing | undefined> {
    if (listingId === undefined || !/^\d+$/.test(sku)) return undefined;
    const widths = this.#inVain < MAX_IN_VAIN ? [...this.#widths, ...WIDTHS] : this.#widths;
    const variants = new Set(widths.map((width) => sku.padStart(width, '0') as Sku));
    variants.delete(sku);
    for (const variant of variants) {
      const listings = await this.#findListings(variant, { signal });
      const found = listings.find(({ id }) => isSameId(id, listingId));
      if (!found) continue;
      this.#widths = [variant.length, ...this.#widths.filter((width) => width !== variant.length)];
      return found;
    }
    this.#inVain++;
    return undefined;
  }
}
