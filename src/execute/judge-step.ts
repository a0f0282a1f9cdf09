import { count } from '../domain/count.ts';
import { OverwrittenError, TooManyFailuresError } from '../domain/errors.ts';

/** What is known of a step of a ramp once its listings were read back. */
export interface StepFacts {
  /** From 1. */
  readonly step: number;
  readonly of: number;
  /** Updates whose listings hold what was sent. */
  readonly holding: number;
  /** Updates that failed, or could not be confirmed. */
  readonly failed: number;
  /** Listings that held what was sent, and don't any more. */
  readonly overwritten: number;
  /** Listings that could not be read back. */
  readonly unread: number;
  /** What is known of the first listing of either kind. */
  readonly first?: string | undefined;
}

/**
 * Whether the next step may be sent; if not, the error that says why. The limits are numbers, since a share of a small step is one
 * update more or less: one bad of three stops nothing, and twenty of a hundred thousand do. Failures are limited while
 * updates are sent. A step that did more harm than good stops the run too, however small it is.
 */
export function judgeStep(facts: StepFacts, maxOverwritten: number): TooManyFailuresError | undefined {
  const { step, of, holding, failed, overwritten, unread, first } = facts;
  const gone = overwritten + unread;
  const Stop =
    overwritten >= maxOverwritten || overwritten > holding ? OverwrittenError : TooManyFailuresError;
  const where = `Cannot go on after step ${step} of ${of}`;
  const example = first === undefined ? '' : `; the first: ${first}`;
  if (gone >= maxOverwritten) {
    const what = `${describeGone(facts)}, and --max-overwritten is ${maxOverwritten}`;
    return new Stop(`${where}: ${what}${example}`, { hint: FIND_OUT });
  }
  const bad = failed + gone;
  if (bad <= holding) return undefined;
  const what = `${count(bad, 'update')} of it failed or no longer ${bad === 1 ? 'holds' : 'hold'}, and ${holding} ${holding === 1 ? 'holds' : 'hold'}`;
  return new Stop(`${where}: ${what}${example}`, { hint: FIND_OUT });
}

const FIND_OUT =
  'Find out what happened to these listings, then run it again; --max-overwritten sets how many may change, and apply with --ramp 100% sends the rest at once';

function describeGone({ overwritten, unread }: StepFacts): string {
  const changed = `${count(overwritten, 'listing')} no longer ${overwritten === 1 ? 'holds' : 'hold'} what was sent`;
  const lost = `${count(unread, 'listing')} could not be read back`;
  if (unread === 0) return changed;
  return overwritten === 0 ? lost : `${changed} and ${lost}`;
}
