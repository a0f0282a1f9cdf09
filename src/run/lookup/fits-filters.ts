import type { Listing } from '../../domain/listing.ts';
import type { ListingFilters } from '../../resolve/match-row.ts';

/** Whether a listing fits filters: a service may return more than they ask for. */
export function fitsFilters(listing: Listing, { platform, channel, status }: ListingFilters): boolean {
  return (
    (platform === undefined || listing.platform === platform) &&
    (channel === undefined || listing.channel === channel) &&
    (status === undefined || listing.status === status)
  );
}
