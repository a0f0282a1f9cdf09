import { forEachConcurrently } from '../domain/concurrency.ts';
import { orServiceError, ServiceError, TooManyFailuresError } from '../domain/errors.ts';
import { isSameId, type Listing, type Sku } from '../domain/listing.ts';
import type { FindListings, OnProgress } from '../domain/ports.ts';
import { skuGroup } from '../domain/rewritten-sku.ts';
import type { Row, RowsBySku, Target } from '../domain/row.ts';
import type { CarriedOver } from '../domain/stages.ts';
import type { FindLookup, LookupResult } from './match-row.ts';
import { namesListing, setsAnyField } from './row-facts.ts';

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

  /**
   * Returns what was found for each SKU that was reached; none of them was asked for before. A listing that a target names by its id and that is
   * not found by the SKU as it is may be found by the zeros that the SKU has lost; if that fails, it is left out.
   */
  async lookUp(targets: Iterable<Target>): Promise<ReadonlyMap<Sku, LookupResult>> {
    const found = new Map<Sku, LookupResult>();
    const all = [...targets];
    const ask = async (sku: Sku, signal: AbortSignal): Promise<void> => {
      const listings = await orServiceError(this.#options.findListings(sku, { signal }));
      found.set(sku, toLookup(listings));
      this.#note(listings);
    };
    const restore = async (target: Target, signal: AbortSignal): Promise<void> => {
      const listing = await orServiceError(this.#damaged.find(target, signal));
      const lookup = found.get(target.sku);
      if (listing && !(listing instanceof ServiceError) && lookup?.kind === 'found')
        found.set(target.sku, { kind: 'found', listings: [...lookup.listings, listing] });
    };
    // The first SKU goes ahead, so that a key that is refused is refused once and not as often as requests may be in flight.
    await this.#each(new Set(all.map(({ sku }) => sku)), this.#done === 0, ask);
    const missing = all.filter((target) => isMissing(target, found.get(target.sku)));
    const each = new Map(missing.map((target) => [`${target.sku} ${target.listingId}`, target]));
    // The first one shows how many digits the others have.
    await this.#each(each.values(), true, restore);
    return found;
  }

  async #each<T>(
    items: Iterable<T>,
    isFirstAlone: boolean,
    work: (item: T, signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const rest = items[Symbol.iterator]();
    const unlessStopped = (item: T, signal: AbortSignal): Promise<void> => {
      // Those of another call stop these too.
      if (this.#stop !== undefined) throw this.#stop;
      return work(item, signal);
    };
    try {
      const first = isFirstAlone ? rest.next() : undefined;
      if (first && !first.done) await forEachConcurrently([first.value], this.#options, unlessStopped);
      await forEachConcurrently({ [Symbol.iterator]: () => rest }, this.#options, unlessStopped);
    } catch (stop) {
      this.#stop ??= stop;
    }
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

/** Whether the SKU was looked up, and the listing that is named was not found. */
function isMissing({ listingId }: Target, lookup: LookupResult | undefined): boolean {
  if (listingId === undefined || lookup?.kind !== 'found') return false;
  return !lookup.listings.some(({ id }) => isSameId(id, listingId));
}

function toLookup(found: readonly Listing[] | ServiceError): LookupResult {
  return found instanceof ServiceError
    ? { kind: 'failed', message: found.message }
    : { kind: 'found', listings: found };
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

type Rows = readonly (Row | CarriedOver)[];

/** Rows, and what was found for their SKUs. */
export interface LookedUp {
  readonly rows: Rows;
  readonly find: FindLookup;
}

/** Few enough to hold, and enough to be worth a round. */
const ROWS_AT_ONCE = 1000;

interface RowLookupOptions {
  readonly lookups: SkuLookups;
  readonly rowsBySku: RowsBySku<Row | CarriedOver>;
}

/**
 * Looks up what rows need, some rows at a time, each SKU once. What was found is forgotten with the rows, but for the SKUs that
 * several rows share: those are looked up with the first of their rows.
 *
 * While some are worked on the next ones are looked up already, so that the lookups are never idle. What ended the looking up
 * is in the lookups.
 *
 * Errors: those of `batches`.
 */
export async function* lookUpRows(
  batches: AsyncIterable<Rows>,
  { lookups, rowsBySku }: RowLookupOptions,
): AsyncGenerator<LookedUp> {
  const kept = new Map<Sku, LookupResult>();
  /** Shared SKUs that were asked for, answered or not. */
  const asked = new Set<Sku>();

  /** Never throws. */
  async function load(rows: Rows): Promise<LookedUp> {
    const own = rows.flatMap(targetOf);
    const shared = own.flatMap(({ sku }) => rowsBySku.get(skuGroup(sku)) ?? []).flatMap(targetOf);
    const fresh = [...own, ...shared].filter(({ sku }) => !asked.has(sku));
    for (const { sku } of shared) asked.add(sku);
    const found = await lookups.lookUp(fresh);
    for (const { sku } of shared) {
      const lookup = found.get(sku);
      if (lookup) kept.set(sku, lookup);
    }
    return { rows, find: ({ sku }) => found.get(sku) ?? kept.get(sku) };
  }

  let ahead: Promise<LookedUp> | undefined;
  try {
    for await (const rows of toRounds(batches)) {
      const next = load(rows);
      if (ahead) yield await ahead;
      // Nothing goes beside the first ones, so that a key that is refused is refused once.
      else await next;
      ahead = next;
    }
    if (ahead) yield await ahead;
  } finally {
    await ahead;
  }
}

async function* toRounds(batches: AsyncIterable<Rows>): AsyncGenerator<Rows> {
  let gathered: Rows = [];
  for await (const batch of batches) {
    gathered = [...gathered, ...batch];
    for (; gathered.length > ROWS_AT_ONCE; gathered = gathered.slice(ROWS_AT_ONCE))
      yield gathered.slice(0, ROWS_AT_ONCE);
  }
  if (gathered.length > 0) yield gathered;
}

/** What is looked up for a row, as a list of one; a row that sets nothing needs no listing. */
function targetOf(row: Row | CarriedOver): readonly Target[] {
  if (row.kind !== 'row' || !setsAnyField(row)) return [];
  return [namesListing(row) ? row.target : { sku: row.target.sku }];
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
