import {
  COMPUTED_FIELDS,
  describeValue,
  type Field,
  type FieldValue,
  type FieldValues,
} from '../domain/fields.ts';
import type { Listing, ListingId } from '../domain/listing.ts';
import type { DriftVerdict } from '../domain/predict-outcome.ts';
import type { Remark } from '../domain/row.ts';
import type { Change } from '../domain/stages.ts';

/** The values of a listing that sheet and service last agreed on; `undefined` if there is none. */
export type AgreedOf = (id: ListingId) => (field: Field) => FieldValue | undefined;

/** Somebody else changed a field since sheet and service last agreed on it. */
export interface Drift {
  readonly field: Field;
  /**
   * `drifted`: the sheet still says what was agreed. `contested`: the sheet says something new, too. `recomputed`: a strategy
   * computes that bound, from a cost that is not as agreed or not known, which is nobody's change.
   */
  readonly verdict: DriftVerdict;
  readonly agreed: FieldValue;
  readonly live: FieldValue;
  readonly sheet: FieldValue;
}

/**
 * Judges the changes of an update by three values of each field: what the sheet says, what sheet and service last agreed on, and what
 * the listing holds. Where the listing still holds what was agreed, only the sheet has changed, and there is no drift.
 */
export function judgeDrift(
  changes: readonly Change[],
  { id, values }: Pick<Listing, 'id' | 'values'>,
  agreedOf: AgreedOf,
): readonly Drift[] {
  const agreedOn = agreedOf(id);
  return changes.flatMap(({ field, before: live, after: sheet }) => {
    const agreed = agreedOn(field);
    if (agreed === undefined || agreed === live) return [];
    const isComputed = hasStrategyFor(field, values) && mayBeRecomputed(values, agreedOn);
    const verdict = isComputed ? 'recomputed' : sheet === agreed ? 'drifted' : 'contested';
    return [{ field, verdict, agreed, live, sheet }];
  });
}

/** Whether a strategy may set the field. */
function hasStrategyFor(field: Field, { strategy }: FieldValues): boolean {
  return strategy !== null && COMPUTED_FIELDS.some((computed) => computed === field);
}

/** A strategy computes bounds from the cost: as long as both are as agreed, it had no cause to compute others. */
function mayBeRecomputed({ cost, strategy }: FieldValues, agreedOn: ReturnType<AgreedOf>): boolean {
  const agreed = { cost: agreedOn('cost'), strategy: agreedOn('strategy') };
  return agreed.cost !== cost || (agreed.strategy !== undefined && agreed.strategy !== strategy);
}

/** A bound that a strategy computes is nobody's change. */
export function isByOthers({ verdict }: Pick<Drift, 'verdict'>): boolean {
  return verdict !== 'recomputed';
}

/** `cost is 6.44; sheet and service last agreed on 5.57. Somebody else changed it`. */
export function remarkDrift(
  { field, verdict, agreed, live }: Drift,
  { values }: Pick<Listing, 'values'>,
): Remark {
  const figures = `${field} is ${describeValue(field, live)}; sheet and service last agreed on ${describeValue(field, agreed)}`;
  const who = hasStrategyFor(field, values) ? 'Somebody else, or the strategy,' : 'Somebody else';
  const cause = {
    drifted: `${who} changed it`,
    contested: `${who} changed it, and the sheet has a new value too`,
    recomputed: 'The strategy computes it',
  };
  return { reason: verdict, message: `${figures}. ${cause[verdict]}` };
}
