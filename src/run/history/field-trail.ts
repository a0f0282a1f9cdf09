import type { FieldValue } from '../../domain/fields.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import type { Doubt } from './find-doubts.ts';

/** What runs did to a field of a listing, one after the other. */
export interface FieldTrail {
  /** `undefined`: nothing that is known for certain. */
  readonly known: KnownChange | undefined;
  /** What runs may have changed since, the oldest first. */
  readonly doubts: readonly RunDoubt[];
}

export interface RunDoubt extends Pick<Doubt, 'was' | 'is'> {
  readonly run: RunRecord;
}

export interface KnownChange extends Origin {
  readonly after: FieldValue;
  /** What the first run found. */
  readonly found: FieldValue;
}

/** What was there before runs set a value. */
interface Origin {
  /** `undefined`: not known. */
  readonly before: FieldValue | undefined;
  /** The run of another job that set what comes back. */
  readonly by: RunRecord | undefined;
  /** The run that may have set the value, or what came before it, if it is not known which. */
  readonly unknownFrom: RunRecord | undefined;
}

/** Which run of another job may have set a value; `undefined`: none. */
type ByOf = (value: FieldValue) => RunRecord | undefined;

export const NO_TRAIL: FieldTrail = { known: undefined, doubts: [] };

/** A run changed the field, and that was seen to hold. */
export function followChange(
  trail: FieldTrail,
  { was, is }: { readonly was: FieldValue; readonly is: FieldValue },
  byOf: ByOf,
): FieldTrail {
  return { known: { ...originOf(was, trail, byOf), after: is, found: foundBy(trail, was) }, doubts: [] };
}

/** A run saw the value, and did not change it. What runs may have done before that is known then. */
export function followSight(trail: FieldTrail, value: FieldValue, byOf: ByOf): FieldTrail {
  const { known, doubts } = trail;
  if (doubts.length === 0) return trail;
  const isOurs =
    known?.after === value ||
    doubts.some(({ was, is }) => is === value || (is === undefined && was !== value));
  if (!isOurs) return { known, doubts: [] };
  return {
    known: { ...originOf(value, trail, byOf), after: value, found: foundBy(trail, value) },
    doubts: [],
  };
}

function foundBy({ known, doubts }: FieldTrail, value: FieldValue): FieldValue {
  if (known) return known.found;
  const was = doubts[0]?.was;
  return was === undefined ? value : was;
}

/**
 * A value that one of the runs set, or may have set as it planned to, is theirs: what was there before comes back. Any other is
 * somebody else's, and comes back itself, unless one of the runs may have set any value.
 */
function originOf(value: FieldValue, { known, doubts }: FieldTrail, byOf: ByOf): Origin {
  if (known?.after === value) return known;
  const at = doubts.findLastIndex(({ was, is }) => is === value || was === value);
  const was = doubts[at]?.was;
  if (was !== undefined) return originOf(was, { known, doubts: doubts.slice(0, at) }, byOf);
  const unclear = doubts.find(({ is }) => is === undefined);
  if (unclear) return { before: undefined, by: undefined, unknownFrom: unclear.run };
  return { before: value, by: byOf(value), unknownFrom: undefined };
}
