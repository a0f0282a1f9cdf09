import { KeyRefusedError } from '../domain/errors.ts';
import type { Listing } from '../domain/listing.ts';
import type { Clock, FindListings, UpdateAnswer, UpdateListing } from '../domain/ports.ts';
import type { Change, Outcome, Update } from '../domain/stages.ts';
import { describeChanges, describeMissed, type Verification, verifyAnswer } from './verify-answer.ts';

export interface SendPorts {
  readonly updateListing: UpdateListing;
  readonly findListings: FindListings;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

type LostAnswer = Extract<UpdateAnswer, { readonly kind: 'lost' }>;

/** What became of an update, and what makes it pointless to send another. */
export interface Settled {
  readonly outcome: Outcome;
  readonly stop?: KeyRefusedError;
}

/**
 * Sends an update and finds out what came of it. An answer that was lost is settled by reading the listing back, never
 * by sending again on a guess.
 *
 * Errors: throws only where the update was certainly never applied; what may have been applied is an outcome.
 */
export async function sendUpdate(update: Update, ports: SendPorts): Promise<Settled> {
  const { listing } = update.resolved;
  const changes = [...update.changes, ...update.pins];
  const request = { id: listing.id, currency: listing.currency, changes };
  for (let attemptsMade = 0; ; ) {
    const answer = await ports.updateListing(request, { signal: ports.signal, attemptsMade });
    if (answer.kind !== 'lost') return { outcome: toOutcome(update, answer, ports.clock.now()) };
    const settled = await settle(update, answer, ports);
    if (settled) return settled;
    attemptsMade = answer.attempts;
  }
}

function toOutcome(update: Update, answer: Exclude<UpdateAnswer, LostAnswer>, completedAt: number): Outcome {
  if (answer.kind === 'accepted') return judge(update, answer.listing, { ...answer, completedAt });
  const { reason, message, ...tried } = answer;
  const why = { reason, message: `Cannot update the listing: ${message}` };
  return conclude(update, 'failed', why, { ...tried, completedAt });
}

/** Reads the listing back after a lost answer. `undefined`: it is as before, and the update may be sent again. */
async function settle(update: Update, answer: LostAnswer, ports: SendPorts): Promise<Settled | undefined> {
  const { clock, signal } = ports;
  let now: Listing | undefined;
  try {
    await clock.sleep(answer.waitMs, signal);
    now = await readBack(update, ports);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const outcome = unconfirmed(update, answer, { why, clock });
    return error instanceof KeyRefusedError ? { outcome, stop: error } : { outcome };
  }
  if (!now) {
    const why = 'the listing was not there when it was read back';
    return { outcome: unconfirmed(update, answer, { why, clock }) };
  }
  const outcome = judgeReadBack(update, answer, { now, completedAt: clock.now() });
  return outcome && { outcome };
}

/** What the listing shows after a lost answer: the update, nothing of it, or something else. */
function judgeReadBack(
  update: Update,
  { message: lost, attemptsLeft, ...tried }: LostAnswer,
  { now, completedAt }: { readonly now: Listing; readonly completedAt: number },
): Outcome | undefined {
  const { missed, otherCurrency } = verifyAnswer(update, now);
  const settled = { ...tried, completedAt };
  if (missed.length === 0)
    return judge(update, now, settled, `${lost}; reading the listing back shows the update`);
  const untouched =
    otherCurrency === undefined && update.changes.every(({ field, before }) => now.values[field] === before);
  if (untouched && attemptsLeft > 0) return undefined;
  if (untouched) {
    const message = `Cannot update the listing: ${lost}; reading it back shows it as before`;
    return conclude(update, 'failed', { reason: 'attempts_exhausted', message }, settled);
  }
  const reason = missed.some((change) => isClear(update, change)) ? 'clear_ignored' : 'changed_meanwhile';
  const message = `${lost}; reading the listing back shows neither the old nor the new values: ${describeMissed(update, { missed, otherCurrency })}`;
  return conclude(update, 'conflict', { reason, message }, settled);
}

function isClear({ changes }: Update, { field }: Change): boolean {
  return changes.some((sent) => sent.field === field && sent.after === null);
}

async function readBack(
  { resolved }: Update,
  { findListings, signal }: SendPorts,
): Promise<Listing | undefined> {
  const { id, sku } = resolved.listing;
  const found = await findListings(sku, { signal });
  return found.find((listing) => listing.id === id);
}

interface Tried {
  readonly attempts: number;
  readonly httpStatus?: number | undefined;
  readonly completedAt: number;
}

function unconfirmed(
  update: Update,
  answer: LostAnswer,
  { why, clock }: { readonly why: string; readonly clock: Clock },
): Outcome {
  const message = `${answer.message}; whether the update took effect could not be established: ${why}`;
  return conclude(
    update,
    'unconfirmed',
    { reason: 'answer_lost', message },
    { ...answer, completedAt: clock.now() },
  );
}

/** The outcome of an update whose listing is known. */
function judge(update: Update, now: Listing, tried: Tried, remark?: string): Outcome {
  const { missed, unsent, observed, otherCurrency } = verifyAnswer(update, now);
  const differs = missed.length > 0 || otherCurrency !== undefined;
  const message = [
    ...update.notices.map((notice) => notice.message),
    ...(remark === undefined ? [] : [remark]),
    ...(differs
      ? [`The answer shows other values than were sent: ${describeMissed(update, { missed, otherCurrency })}`]
      : []),
    ...describeUnsent(unsent),
  ].join('; ');
  const reason = whyUnconfirmed(update, { missed, unsent, otherCurrency });
  const status = reason === '' ? 'updated' : 'unconfirmed';
  return { ...conclude(update, status, { reason, message }, tried), observed };
}

function describeUnsent(unsent: readonly Change[]): readonly string[] {
  return unsent.length === 0 ? [] : [`Also changed: ${describeChanges(unsent)}`];
}

function whyUnconfirmed(
  update: Update,
  { missed, unsent, otherCurrency }: Omit<Verification, 'observed'>,
): string {
  if (missed.some((change) => isClear(update, change))) return 'clear_ignored';
  if (missed.length > 0 || otherCurrency !== undefined) return 'answer_differs';
  return update.exact && unsent.length > 0 ? 'also_changed' : '';
}

function conclude(
  entry: Update,
  status: Outcome['status'],
  { reason, message }: Pick<Outcome, 'reason' | 'message'>,
  { attempts, httpStatus, completedAt }: Tried,
): Outcome {
  return { kind: 'outcome', entry, status, reason, message, attempts, httpStatus, completedAt };
}
