import { namePart } from '../../resolve/match-row.ts';
import type { ScanFilters } from '../../resolve/scan/walk-pages.ts';

/** The number of listings when the account was last paged, if remembered, and now. */
interface Sizes {
  readonly before: number | undefined;
  readonly now: number;
}

/** A loss of more than this share of the listings is worth a warning. */
const USUAL_LOSS = 0.1;

/**
 * The number of listings that an account lost, or 0 if the loss is usual. A list that always ends early looks like an
 * account whose listings were deleted, so no run is refused because of it: it is reported, and more SKUs are looked up.
 */
export function lostListings({ before = 0, now }: Sizes): number {
  return now < before * (1 - USUAL_LOSS) ? before - now : 0;
}

/** A warning about an account that has shrunk; `undefined` if it has not. */
export function noticeShrunken(
  sizes: Sizes,
  { filters }: { readonly filters: ScanFilters },
): string | undefined {
  if (lostListings(sizes) === 0) return undefined;
  const named = namePart(filters);
  const part = named === '' ? '' : ` with ${named}`;
  return `The account has ${sizes.now} listings${part}, and had ${sizes.before} when it was paged last: check that the service does not leave listings out; SKUs of the missing listings count as not listed`;
}
