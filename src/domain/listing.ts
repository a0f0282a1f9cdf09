import type { FieldValues } from './fields.ts';

/** A stock keeping unit: text, trimmed, compared exactly. */
export type Sku = string & { readonly brand: 'Sku' };

/** A listing's id, known to be a UUID: nothing else may become part of a URL. */
export type ListingId = string & { readonly brand: 'ListingId' };

/** One item offered under a SKU on a platform through a channel. Source: interface.md section 2.2. */
export interface Listing {
  readonly id: ListingId;
  readonly sku: Sku;
  /** `amazon`, `walmart`, or a platform that the service has gained since. */
  readonly platform: string;
  readonly channel: string;
  /** `active`, `inactive`, or a status that the service has gained since. */
  readonly status: string;
  /** Lower-case ISO 4217 code. */
  readonly currency: string;
  /** Cents, without shipping. */
  readonly currentPrice: number | null;
  /** Cents. `null` if no current shipping is available. */
  readonly currentShipping: number | null;
  readonly values: FieldValues;
}

/** Where a listing is offered, and in which currency: an update that was planned for one market is for no other. */
export const MARKET = ['platform', 'channel', 'currency'] as const;
export type Market = Pick<Listing, (typeof MARKET)[number]>;

/** Source: interface.md section 2.3. */
export interface Strategy {
  readonly id: string;
  readonly name: string;
  /** `null` if the service says none. */
  readonly type: string | null;
  readonly platform: string;
}

/** Source: interface.md section 2.4. */
export interface Channel {
  readonly id: string;
  /** `null` if the service says none. */
  readonly type: string | null;
  readonly platform: string;
}

/** The platforms that interface.md names; a sheet or a flag may only ask for these. */
export const PLATFORMS = ['amazon', 'walmart'] as const;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isListingId(text: string): text is ListingId {
  return UUID.test(text);
}

/**
 * Whether the service reprices the listing at all; a manual price has no effect on one that it doesn't.
 *
 * A minimum that a strategy calculates is not visible from outside, so a listing without a minimum price counts as
 * not repriceable. Source: interface.md section 3.
 */
export function isRepriceable(values: FieldValues, currentShipping: number | null): boolean {
  return obstaclesTo(values, currentShipping).length === 0;
}

/** What keeps a listing from being repriced. */
export const OBSTACLES = ['repricing_off', 'no_minimum', 'no_shipping'] as const;
export type Obstacle = (typeof OBSTACLES)[number];

/** All that keeps the listing from being repriced. Source: interface.md section 3. */
export function obstaclesTo(
  { repricing, minimum_price: minimum }: FieldValues,
  currentShipping: number | null,
): readonly Obstacle[] {
  return [
    ...(repricing ? [] : (['repricing_off'] as const)),
    ...(minimum === null ? (['no_minimum'] as const) : []),
    ...(currentShipping === null ? (['no_shipping'] as const) : []),
  ];
}

/** A UUID is the same one in either case. Source: RFC 9562 section 4. */
export function isSameId(one: ListingId, other: ListingId): boolean {
  return one === other || one.toLowerCase() === other.toLowerCase();
}

/** What listings are narrowed by; a part that is missing narrows nothing. */
export interface ListingFilters {
  readonly platform?: string | undefined;
  readonly channel?: string | undefined;
  readonly status?: string | undefined;
}

/** Whether a listing passes the filters, or a row's own target. The SKU is compared elsewhere. */
export function fits(
  listing: Listing,
  { listingId, platform, channel, status }: ListingFilters & { readonly listingId?: ListingId | undefined },
): boolean {
  return (
    (listingId === undefined || isSameId(listingId, listing.id)) &&
    (platform === undefined || platform === listing.platform) &&
    (channel === undefined || channel === listing.channel) &&
    (status === undefined || status === listing.status)
  );
}
