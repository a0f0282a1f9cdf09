import { count } from '../domain/count.ts';
import type { Lookup } from '../domain/documents/summary.ts';

/** How to find listings. */
export const RESOLVE_MODES = ['auto', 'sku', 'scan'] as const;

export type ResolveMode = (typeof RESOLVE_MODES)[number];

/** What is known of an account from runs before. It may be out of date. */
export interface KnownAccount {
  readonly listings?: number | undefined;
  /** Paging it was given up before it took that many requests. */
  readonly readsAtLeast?: number | undefined;
}

interface Situation {
  readonly mode: ResolveMode;
  /** Distinct SKUs. */
  readonly skus: number;
  readonly known: KnownAccount;
}

/** Source: interface.md section 8. */
const PAGE_SIZE = 100;

/**
 * Chooses what takes fewer requests. If the number of listings is unknown, paging is tried: paging until it has cost as much
 * as asking for each SKU, and then asking, makes at most twice the fewest requests.
 */
export function chooseLookup({ mode, skus, known }: Situation): Lookup {
  const exactly = known.listings === undefined ? null : readsOfScan(known.listings);
  if (mode === 'sku') return { by: 'sku', why: '--resolve sku says so', reads_expected: skus };
  if (mode === 'scan') return { by: 'scan', why: '--resolve scan says so', reads_expected: exactly };
  // A scan takes one read at least.
  const atLeast = exactly ?? known.readsAtLeast ?? 1;
  if (skus <= atLeast) {
    const why =
      skus <= 1
        ? 'there is at most one SKU to look up'
        : `${count(skus, 'SKU takes', 'SKUs take')} no more reads than paging ${describeAccount(known)}`;
    return { by: 'sku', why, reads_expected: skus };
  }
  const why =
    exactly === null
      ? `it was not known how many listings there are, and paging may take fewer reads than the ${skus} SKUs would`
      : `looking up ${count(skus, 'SKU')} takes ${count(skus, 'read')}, paging ${describeAccount(known)} takes ${exactly}`;
  return { by: 'scan', why, reads_expected: exactly };
}

/** Every page once, and the first one again, unless it is the only one. Units: requests. */
export function readsOfScan(listings: number): number {
  return listings <= PAGE_SIZE ? 1 : Math.ceil(listings / PAGE_SIZE) + 1;
}

function describeAccount({ listings, readsAtLeast }: KnownAccount): string {
  return listings === undefined
    ? `the account, which would have taken ${readsAtLeast} or more last time`
    : `the ${count(listings, 'listing')} that were there last time`;
}
