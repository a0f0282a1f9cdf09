import type { Catalogue, Channel, Listing, ListingPatch, Strategy, StrategyBehaviour } from './catalogue.ts';
import type { Random } from './random.ts';

/** Which page. `cursor` is the id of a listing, strategy or channel. Units: `limit` in objects. */
export interface PageQuery {
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly backwards: boolean;
}

/** `hasMore` is about the direction of paging: older objects, or with `backwards` newer ones. */
export interface Page<T> {
  readonly data: readonly T[];
  readonly hasMore: boolean;
}

/** The filters of interface.md section 4.1, each optional. */
export type ListingFilters = Partial<Pick<Listing, 'platform' | 'channel' | 'status' | 'sku'>>;

/** Objects in creation order, most recent first. */
export interface Collection<T> {
  find(id: string): T | undefined;
  page(query: PageQuery): Page<T>;
}

/** Listings in memory, found by id and SKU without a search. Reading settles manual prices that are due. */
export interface Listings {
  find(id: string): Listing | undefined;
  /** Whether there was such a listing once. A page may still begin at it. */
  isRemoved(id: string): boolean;
  withSku(sku: string): readonly Listing[];
  page(query: PageQuery, filters: ListingFilters): Page<Listing>;
  /** Sets fields of a listing that exists and gives it back. */
  patch(id: string, patch: ListingPatch): Listing | undefined;
  /** Adds a listing, before the listings of the same creation time: it was imported later. */
  add(listing: Listing): void;
  /** Does nothing if there is no such listing. */
  remove(id: string): void;
}

/** All that a seller has in the service: a catalogue brought to life. */
export interface Account {
  readonly listings: Listings;
  readonly strategies: Collection<Strategy>;
  readonly channels: Collection<Channel>;
  behaviourOf(strategyId: string | null): StrategyBehaviour | undefined;
  /** The catalogue as it is now. Loaded again, it gives the same account; no time passes meanwhile. */
  snapshot(): Catalogue;
}

interface AccountOptions {
  /** The sandbox's own time. Units: milliseconds. */
  readonly now: () => number;
  readonly random: Random;
}

/**
 * Brings a catalogue to life. The private `sandbox` fields are taken off here, so that no answer can show them.
 *
 * Listings are unchangeable records that an update replaces, so that the catalogue passed in stays as it was.
 */
export function createAccount(catalogue: Catalogue, options: AccountOptions): Account {
  const behaviours = new Map(catalogue.strategies.map(({ id, sandbox }) => [id, sandbox]));
  const behaviourOf = (strategyId: string | null) => behaviours.get(strategyId ?? '');
  const manualPrices = createManualPrices({ ...options, behaviourOf });
  const take = (listing: Listing): Listing => {
    if (listing.sandbox === undefined) return listing;
    const { sandbox, ...shown } = listing;
    manualPrices.restore(listing.id, sandbox.manual_price_due_in_ms);
    return shown;
  };

  let items: Listing[] = [];
  let positions = new Map<string, number>();
  let bySku = new Map<string, number[]>();
  /** They keep their positions, which cursors may still name. */
  const removed = new Set<string>();
  const arrange = (listings: readonly Listing[]) => {
    items = sortByCreation(listings, ({ created }) => created);
    positions = new Map(items.map(({ id }, position) => [id, position]));
    bySku = new Map();
    for (const [position, { sku }] of items.entries()) {
      const known = bySku.get(sku);
      if (known === undefined) bySku.set(sku, [position]);
      else known.push(position);
    }
  };
  const read = (position: number): Listing | undefined => {
    const listing = items[position];
    if (listing === undefined || removed.has(listing.id)) return undefined;
    const settled = manualPrices.settle(listing);
    items[position] = settled;
    return settled;
  };
  const find = (id: string) => read(positions.get(id) ?? -1);
  arrange(catalogue.listings.map(take));

  return {
    listings: {
      find,
      isRemoved: (id) => removed.has(id),
      withSku: (sku) => (bySku.get(sku) ?? []).flatMap((position) => read(position) ?? []),
      page: ({ cursor, ...query }, filters) => {
        const start = cursor === undefined ? undefined : positions.get(cursor);
        const walked =
          filters.sku === undefined
            ? walk(items.length, start, query.backwards)
            : walkAmong(bySku.get(filters.sku) ?? [], start, query.backwards);
        return takePage(walked, query, (position) => {
          const listing = read(position);
          return listing !== undefined && fits(listing, filters) ? listing : undefined;
        });
      },
      patch: (id, patch) => {
        const before = find(id);
        if (before === undefined) return undefined;
        const after = { ...before, ...patch };
        manualPrices.follow(before, after, patch.manual_price !== undefined);
        items[positions.get(id) ?? -1] = after;
        return after;
      },
      add: (listing) => arrange([take(listing), ...items]),
      remove: (id) => {
        if (positions.has(id)) removed.add(id);
      },
    },
    strategies: createCollection(catalogue.strategies.map(({ sandbox: _, ...shown }) => shown)),
    channels: createCollection(catalogue.channels),
    behaviourOf,
    snapshot: () => ({
      ...catalogue,
      listings: items.flatMap((_, position) => {
        const listing = read(position);
        if (listing === undefined) return [];
        const dueInMs = manualPrices.dueInMs(listing.id);
        return dueInMs === undefined ? listing : { ...listing, sandbox: { manual_price_due_in_ms: dueInMs } };
      }),
    }),
  };
}

function sortByCreation<T>(objects: readonly T[], createdOf: (object: T) => number): T[] {
  return [...objects].sort((left, right) => createdOf(right) - createdOf(left));
}

function createCollection<T extends Strategy | Channel>(objects: readonly T[]): Collection<T> {
  const items = sortByCreation(objects, (object) => object.created_at);
  return {
    find: (id) => items.find((item) => item.id === id),
    page: ({ cursor, ...query }) => {
      const start = cursor === undefined ? undefined : items.findIndex(({ id }) => id === cursor);
      return takePage(walk(items.length, start, query.backwards), query, (position) => items[position]);
    },
  };
}

/** The positions of a list of `count` objects beyond the start, in the direction of paging. */
function* walk(count: number, start: number | undefined, backwards: boolean): Generator<number> {
  const step = backwards ? -1 : 1;
  const first = start === undefined ? 0 : start + step;
  for (let position = first; position >= 0 && position < count; position += step) yield position;
}

/** The same of a few positions, among which the start need not be. */
function walkAmong(positions: readonly number[], start: number | undefined, backwards: boolean): number[] {
  const beyond = positions.filter(
    (position) => start === undefined || (backwards ? position < start : position > start),
  );
  return backwards ? beyond.reverse() : beyond;
}

/**
 * Takes one page, reading only as many candidates as it needs. `read` gives undefined for an object that is not for this list.
 *
 * Source: interface.md sections 2.1 and 4.1.
 */
function takePage<T>(
  candidates: Iterable<number>,
  { limit, backwards }: Pick<PageQuery, 'limit' | 'backwards'>,
  read: (position: number) => T | undefined,
): Page<T> {
  const found: T[] = [];
  for (const position of candidates) {
    const object = read(position);
    if (object !== undefined) found.push(object);
    if (found.length > limit) break;
  }
  const data = found.slice(0, limit);
  return { data: backwards ? data.reverse() : data, hasMore: found.length > limit };
}

function fits(listing: Listing, { platform, channel, status, sku }: ListingFilters): boolean {
  return (
    (platform === undefined || listing.platform === platform) &&
    (channel === undefined || listing.channel === channel) &&
    (status === undefined || listing.status === status) &&
    (sku === undefined || listing.sku === sku)
  );
}

const SHORTEST_DELAY_MS = 30_000;
const MAX_DELAY_MS = 180_000;

/**
 * Decides when a manual price shows in `current_price`. That is evaluated when a listing is read; there are no timers.
 *
 * Each update that sends a manual price draws a new delay and replaces an older wait. On a listing that is not repriceable a manual
 * price is stored and does nothing; when the listing becomes repriceable later, a delay is drawn then. A listing that stops being
 * repriceable, or whose manual price is cleared, before the time is up keeps its current price.
 *
 * Source: interface.md sections 3, 4.4 rule 3 and 8. The cases of "later" are not documented.
 */
function createManualPrices({ now, random, behaviourOf }: AccountOptions & Pick<Account, 'behaviourOf'>) {
  const dueAt = new Map<string, number>();
  const isEnforced = (listing: Listing) =>
    listing.manual_price !== null && isRepriceable(listing, behaviourOf(listing.strategy));
  return {
    /** The listing as of now: with the manual price reflected if it is due, else itself. */
    settle: (listing: Listing): Listing => {
      const due = dueAt.get(listing.id);
      if (due === undefined || due > now()) return listing;
      dueAt.delete(listing.id);
      return reflectManualPrice(listing);
    },
    /** Starts, keeps or drops the wait after a listing changed. */
    follow: (before: Listing, after: Listing, manualPriceSent: boolean): void => {
      if (!isEnforced(after)) dueAt.delete(after.id);
      else if (manualPriceSent || !isEnforced(before))
        dueAt.set(after.id, now() + random.integer(SHORTEST_DELAY_MS, MAX_DELAY_MS));
    },
    /** Takes up a wait from a saved state. */
    restore: (listingId: string, remainingMs: number) => void dueAt.set(listingId, now() + remainingMs),
    /** Time left until the manual price is reflected, undefined if none waits. */
    dueInMs: (listingId: string): number | undefined => {
      const due = dueAt.get(listingId);
      return due === undefined ? undefined : due - now();
    },
  };
}

/**
 * Whether the service may reprice a listing, and so whether a manual price has an effect.
 *
 * With a profit-based strategy the minimum comes from the cost: calculable when the cost is known, whatever `minimum_price` says.
 * Fees are always available in the sandbox.
 *
 * Source: interface.md section 3.
 */
function isRepriceable(listing: Listing, behaviour: StrategyBehaviour | undefined): boolean {
  const minimumBasis = behaviour?.profit_based === true ? listing.cost : listing.minimum_price;
  return listing.repricing && minimumBasis !== null && listing.current_shipping !== null;
}

/** Amazon manual prices include shipping, Walmart ones do not. A manual price below the shipping leaves a price of 0. */
function reflectManualPrice(listing: Listing): Listing {
  const { platform, manual_price: manualPrice, current_shipping: shipping } = listing;
  if (manualPrice === null || shipping === null) return listing;
  const currentPrice = platform === 'amazon' ? Math.max(0, manualPrice - shipping) : manualPrice;
  return { ...listing, current_price: currentPrice };
}
