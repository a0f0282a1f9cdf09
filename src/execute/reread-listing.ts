import { MAY_ARRIVE } from '../domain/effects.ts';
import { ServiceError } from '../domain/errors.ts';
import { FIELDS } from '../domain/fields.ts';
import type { Listing } from '../domain/listing.ts';
import type { Clock, Rereading } from '../domain/ports.ts';
import type { Outcome, Update } from '../domain/stages.ts';
import { describeMoved } from './describe-moved.ts';
import { verifyAnswer } from './verify-answer.ts';

interface LookPorts {
  /** Absent where listings are not read again. */
  readonly rereading?: Rereading | undefined;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Looks at the listing of an update again before it is sent, if it was read too long ago. Returns what became of an update
 * that is not sent: guard rules and pins were settled upon every field, so any that has moved keeps it back.
 *
 * A listing that holds every value already is `updated` as it is in an apply; undo leaves it alone, since nothing was sent.
 *
 * Errors: what ends the run. That this one listing could not be read is an outcome.
 */
export async function rereadListing(
  update: Update,
  { rereading, clock, signal }: LookPorts,
): Promise<Outcome | undefined> {
  const { listing } = update.resolved;
  try {
    const now = rereading ? await rereading.look(listing, { signal }) : listing;
    return now === listing ? undefined : judge(update, now, clock.now());
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const message = `Not sent: the listing could not be read again before its update: ${error.message}`;
    return notSent(update, { status: 'failed', reason: 'lookup_failed', message, completedAt: clock.now() });
  }
}

function judge(update: Update, now: Listing | undefined, completedAt: number): Outcome | undefined {
  const conflict = { status: 'conflict', reason: 'changed_meanwhile', completedAt } as const;
  if (!now) {
    const message = 'Not sent: the listing is no longer listed under its SKU';
    return notSent(update, { ...conflict, message });
  }
  const moved = describeMoved(update, now);
  if (moved.length === 0) return undefined;
  const { observed } = verifyAnswer(update, now);
  if (holdsUpdate(update, now)) return alreadyHeld(update, { completedAt, observed });
  const message = `Not sent: somebody else has changed the listing since the plan was made: ${moved.join(', ')}`;
  return notSent(update, { ...conflict, message, observed });
}

/** An update of another run that may still arrive may take away what the listing holds. */
function alreadyHeld(update: Update, seen: Pick<Outcome, 'completedAt' | 'observed'>): Outcome {
  const message = 'The listing already holds what was planned, so nothing was sent';
  const doubt = update.notices.find(({ reason }) => reason === MAY_ARRIVE);
  if (!doubt) return notSent(update, { status: 'updated', reason: 'already_updated', message, ...seen });
  const said = `${message}; ${doubt.message}`;
  return notSent(update, { status: 'unconfirmed', reason: MAY_ARRIVE, message: said, ...seen });
}

/** Every value that was to be sent, and every other one as before. */
function holdsUpdate({ resolved: { listing }, changes }: Update, now: Listing): boolean {
  return (
    now.currency === listing.currency &&
    FIELDS.every((field) => {
      const change = changes.find((each) => each.field === field);
      return now.values[field] === (change ? change.after : listing.values[field]);
    })
  );
}

type Why = Pick<Outcome, 'status' | 'reason' | 'message' | 'completedAt' | 'observed'>;

function notSent(entry: Update, why: Why): Outcome {
  const mayArrive = entry.resolved.row.planned?.mayArrive === true;
  return { kind: 'outcome', entry, attempts: 0, notApplied: true, mayArrive, ...why };
}
