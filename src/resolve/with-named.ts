import { isSameId, type Listing, type ListingId } from '../domain/listing.ts';
import type { Target } from '../domain/row.ts';
import type { Lookup } from './look-up-skus.ts';

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
