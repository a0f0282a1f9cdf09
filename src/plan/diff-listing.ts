import { FIELDS } from '../domain/fields.ts';
import type { Change, Resolved } from '../domain/stages.ts';

/**
 * The fields that have to change so that the listing holds what is desired, in the order of `FIELDS`. A field that was not
 * requested is never among them.
 */
export function diffListing({ listing, desired }: Resolved): readonly Change[] {
  const changes: Change[] = [];
  for (const field of FIELDS) {
    const after = desired[field];
    const before = listing.values[field];
    if (after !== undefined && after !== before) changes.push({ field, before, after });
  }
  return changes;
}
