import { hashShort } from './hash-text.ts';
import type { ListingId } from './listing.ts';

/**
 * How the updates of a plan are dealt out to the steps of a ramp: by a hash of the listing, so that each step is spread over the
 * whole plan, and a run that goes on with it deals them out in the same way.
 */
export interface RampCut {
  /** Listings of the first step, whatever their hash. */
  readonly picked: readonly ListingId[];
  /** The highest hash of each step but the last, which has the rest; `NO_HASH` for a step that has only picked ones. */
  readonly upTo: readonly number[];
}

/** Below every hash. */
export const NO_HASH = -1;

/** An id is the same one in either case. */
export function hashOfListing(id: ListingId): number {
  return hashShort(id.toLowerCase());
}

/** Finds the step of a listing, from 0. */
export function stepFinderOf({ picked, upTo }: RampCut): (id: ListingId) => number {
  const first = new Set(picked.map((id) => id.toLowerCase()));
  return (id) => (first.has(id.toLowerCase()) ? 0 : stepOfHash(hashOfListing(id), upTo));
}

/** The step, from 0, of a listing with this hash that was not picked. */
export function stepOfHash(hash: number, upTo: RampCut['upTo']): number {
  const step = upTo.findIndex((highest) => hash <= highest);
  return step === -1 ? upTo.length : step;
}
