import type { Tally } from '../domain/lists.ts';
import { listingOf, type PlanEntry, rowOf } from '../domain/stages.ts';

/** How many listings of a plan were looked up, and how many of them were found. */
export interface KnownCount {
  readonly lookedUp: number;
  readonly found: number;
}

/**
 * Counts the listings of another run's plan that are found again under the id and the SKU that they have there. Ids are
 * unique, so an account where most are found is the one that the plan was made for, whatever key opens it.
 */
export class KnownListings implements Tally<PlanEntry, KnownCount> {
  #lookedUp = 0;
  #found = 0;

  add(entry: PlanEntry): void {
    if (rowOf(entry).kind !== 'row') return;
    const isFound = listingOf(entry) !== undefined;
    const isMissing = entry.kind === 'unresolved' && entry.status === 'not_found';
    if (isFound) this.#found++;
    if (isFound || isMissing) this.#lookedUp++;
  }

  result(): KnownCount {
    return { lookedUp: this.#lookedUp, found: this.#found };
  }
}

/** Whether the listings are those of the account; if none had to be looked up, nothing speaks against it. */
export function isSameAccount({ lookedUp, found }: KnownCount): boolean {
  return lookedUp === 0 || found * 2 > lookedUp;
}
