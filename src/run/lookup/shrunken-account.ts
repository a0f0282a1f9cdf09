import { namePart } from '../../resolve/name-part.ts';
import type { ScanFilters } from '../../resolve/scan-account.ts';

/** How many listings an account had the last time it was paged, where that is remembered, and how many it has now. */
interface Sizes {
  readonly before: number | undefined;
  readonly now: number;
}

/** An account that lost more than this share of its listings since it was paged last is a reason to look closer. */
const USUAL_LOSS = 0.1;

/**
 * How many listings an account has lost, where they are more than it usually loses; else 0. A list that always ends early looks like an
 * account whose listings were deleted, so no run is refused because of it: it is reported, and more SKUs are looked up.
 */
export function lostListings({ before = 0, now }: Sizes): number {
  return now < before * (1 - USUAL_LOSS) ? before - now : 0;
}

/** What to say of an account that has shrunk; `undefined` where it has not. */
export function noticeShrunken(
  sizes: Sizes,
  { filters }: { readonly filters: ScanFilters },
): string | undefined {
  if (lostListings(sizes) === 0) return undefined;
  const named = namePart(filters);
  const part = named === '' ? '' : ` with ${named}`;
  return `The account has ${sizes.now} listings${part}, and had ${sizes.before} when it was paged last: check that the service does not leave listings out; SKUs of those that are gone count as not listed`;
}
