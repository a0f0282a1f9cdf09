import type { ListingId } from '../../domain/listing.ts';
import type { Change } from '../../domain/stages.ts';
import type { Status } from '../../domain/status.ts';
import type { AgreedValues } from './agreed-values.ts';

interface SettledUpdate {
  readonly listingId: ListingId;
  readonly changes: readonly Change[];
  /** Values that were sent along as they are. */
  readonly pins?: readonly Change[] | undefined;
  /** `undefined`: the run was killed, and may have sent it. */
  readonly status: Status | undefined;
  /** An attempt at it may still take effect. */
  readonly mayArrive?: boolean | undefined;
}

/**
 * What sheet and service agree on after an update: an updated listing shows every value that was sent. Where an update may have taken
 * effect unseen, nothing is known: what the listing is found to hold next is no change by somebody else.
 */
export function agreeOnUpdate(
  { listingId, changes, pins = [], status, mayArrive }: SettledUpdate,
  agreed: AgreedValues,
): void {
  if (status === 'updated')
    for (const { field, after } of [...changes, ...pins]) agreed.set(listingId, field, after);
  else if (status === undefined || status === 'unconfirmed' || mayArrive)
    for (const { field } of changes) agreed.forget(listingId, field);
}
