import type { FieldValues } from './fields.ts';
import { findEffects } from './find-effects.ts';
import type { Change } from './stages.ts';
import type { Status } from './status.ts';

interface Settled {
  readonly status: Status;
  readonly attempts: number;
  readonly notApplied?: boolean | undefined;
  /** All that the listing held before. */
  readonly before: FieldValues;
  readonly observed: readonly Change[];
  /** Values that were sent along as they were. */
  readonly pins?: readonly Change[] | undefined;
}

/**
 * The changes by an update that were seen to hold, with the bounds that a strategy computed upon them. Of an update that is not
 * `updated` these are the values that the listing showed all the same.
 */
export function seenChanges(
  sent: readonly Change[],
  { status, attempts, notApplied, before, observed, pins = [] }: Settled,
): readonly Change[] {
  if (attempts === 0 || notApplied) return [];
  // An update of another status is only believed as far as it was seen.
  const seenAs = status === 'updated' ? status : 'conflict';
  const effects = findEffects(sent, { status: seenAs, before, observed });
  const requested = new Map([...sent, ...pins].map(({ field, after }) => [field, after]));
  // A bound that was sent and has another value may be computed, or somebody else's: nobody saw which.
  const isSure = ({ field, after }: Change): boolean => (requested.get(field) ?? after) === after;
  return effects.filter((effect) => effect.before !== effect.after && isSure(effect));
}
