import { isSameId, type Listing, type ListingId } from './listing.ts';

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
