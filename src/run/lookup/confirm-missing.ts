import { ServiceError } from '../../domain/errors.ts';
import { hashText } from '../../domain/hash-text.ts';
import type { Listing, Sku } from '../../domain/listing.ts';
import { fits } from '../../domain/listing.ts';
import { type Lookup, SkuLookups } from '../../resolve/look-up-skus.ts';
import { namePart } from '../../resolve/match-row.ts';
import type { Scanned } from '../../resolve/scan/scan-account.ts';
import type { ScanFilters } from '../../resolve/scan/walk-pages.ts';
import type { ListingSearch } from './listing-search.ts';
import { lostListings } from './shrunken-account.ts';
import type { OpenedLookup, WantedSkus } from './wanted-skus.ts';

/** At most this many SKUs that a scan did not find are looked up, or one for each hundred pages. */
const FEWEST_CONFIRMED = 100;
const PAGES_PER_CONFIRMED = 100;

type ClosedScan = Extract<Scanned, { readonly kind: 'closed' }>;

/** If more are missing, this many of them are looked up: only asking shows whether a service leaves pages out. */
const SAMPLE = 20;

/** If all listings that an account lost are still listed, about this many of them are among the sampled SKUs. */
const HITS = 8;

/**
 * Looks up SKUs that a closed scan did not find, although it saw every listing: all of them if they are few, since it
 * costs little and shows SKUs that the filters left out; otherwise a sample. If only a part of the account was paged, this includes SKUs of
 * rows whose listing was found by its id: their SKUs as written may be listed elsewhere.
 *
 * Errors: `ServiceError` if several of them are listed.
 */
export async function confirmMissing(
  wanted: WantedSkus,
  { index: found, named, pages, listings }: ClosedScan,
  search: ListingSearch,
): Promise<Omit<OpenedLookup, 'choice'>> {
  const { filters, ignoreCase, paging, onProgress } = search;
  onProgress({ phase: 'scan', done: pages, total: pages });
  const most = Math.max(FEWEST_CONFIRMED, Math.ceil(pages / PAGES_PER_CONFIRMED));
  const isOfPart = namePart(filters) !== '';
  const get = (sku: Sku): Lookup => ({ kind: 'found', listings: found.get(sku), isOfPart });
  const count = wanted.count - found.skuCount() - (isOfPart ? 0 : named.size());
  if (count <= 0) return { index: { get, named: named.get }, notices: [] };
  // If case is ignored, several wanted SKUs may be the same listing, so each has to be looked up.
  const isMany = count > most && !ignoreCase;
  const lost = lostListings({ before: paging.known.listings, now: listings });
  const asked = isMany ? sampleSize(count, { lost, most }) : most + 1;
  const inSample = sampler(isMany && lost > 0 ? Math.floor(count / asked) : 1);
  const missing = await wanted.findMissing((sku) => !found.has(sku) && inSample(sku), asked);
  const { confirmed, stop } = await lookUpMissing(missing, search);
  if (stop !== undefined) return { notices: [], stop };
  const index = { get: (sku: Sku) => confirmed.get(sku) ?? get(sku), named: named.get };
  if (!isMany && missing.size <= most) return { index, notices: [] };
  const listed = [...confirmed].filter(([, lookup]) =>
    // Others were not paged.
    isListed(lookup, (listing) => fits(listing, filters)),
  );
  // A single one may have been created since.
  if (listed.length > 1)
    throw new ServiceError(
      `Cannot list /listings: "${listed[0]?.[0]}" is listed, and was on none of the ${pages} pages`,
    );
  const elsewhere = [...confirmed.values()].filter((lookup) => isListed(lookup)).length - listed.length;
  const notice = noticeUnconfirmed(count, { elsewhere, asked: missing.size, listings, filters });
  return { index, notices: [notice] };
}

/** For an account that lost listings, enough that several of them come up if they are still listed. */
function sampleSize(
  missing: number,
  { lost, most }: { readonly lost: number; readonly most: number },
): number {
  return lost === 0 ? SAMPLE : Math.max(most + 1, Math.ceil((HITS * missing) / lost));
}

/** One SKU in `oneIn`, wherever it is in the sheet. */
function sampler(oneIn: number): (sku: Sku) => boolean {
  return (sku) => oneIn <= 1 || hashText(sku) % oneIn === 0;
}

function isListed(lookup: Lookup, isMeant: (listing: Listing) => boolean = () => true): boolean {
  return lookup.kind === 'found' && lookup.listings.some(isMeant);
}

async function lookUpMissing(
  missing: ReadonlySet<Sku>,
  search: ListingSearch,
): Promise<{ readonly confirmed: ReadonlyMap<Sku, Lookup>; readonly stop: unknown }> {
  const lookups = new SkuLookups({ ...search, total: missing.size, isAnswered: true });
  const confirmed = await lookups.lookUp(missing);
  return { confirmed, stop: lookups.stop };
}

interface LookedUp {
  readonly asked: number;
  /** How many of them are listed, in the part of the account that was not paged. */
  readonly elsewhere: number;
  /** Number of listings that were paged. */
  readonly listings: number;
  readonly filters: ScanFilters;
}

function noticeUnconfirmed(count: number, { asked, elsewhere, listings, filters }: LookedUp): string {
  const named = namePart(filters);
  const part = named === '' ? '' : ` with ${named}`;
  const found =
    elsewhere === 0
      ? 'a few were looked up, and were not'
      : `of ${asked} that were looked up, ${elsewhere} ${elsewhere === 1 ? 'is' : 'are'} listed elsewhere`;
  return `${count} SKUs are not among the ${listings} listings${part === '' ? ' of the account' : part}, so they are taken for not listed${part === '' ? '' : ' there'}; ${found}`;
}
