import { MAY_ARRIVE } from '../domain/effects.ts';
import { KeyRefusedError, messageOf, PricesheetError, RetriesSpentError } from '../domain/errors.ts';
import { isOfPrice, noticePrice } from '../domain/judge-price.ts';
import { isSameId, type Listing } from '../domain/listing.ts';
import type {
  Clock,
  FindListings,
  ListingUpdate,
  Rereading,
  UpdateAnswer,
  UpdateListing,
} from '../domain/ports.ts';
import { driftReasons } from '../domain/predict-outcome.ts';
import type { Reason } from '../domain/reasons.ts';
import type { Remark } from '../domain/row.ts';
import type { Change, Outcome, Update } from '../domain/stages.ts';
import { describeMoved } from './describe-moved.ts';
import { rereadListing } from './reread-listing.ts';
import { describeChanges, describeMissed, type Verification, verifyAnswer } from './verify-answer.ts';
import { OvertakenError, type Settled, watchFreshness } from './watch-freshness.ts';

export interface SendPorts {
  readonly updateListing: UpdateListing;
  readonly findListings: FindListings;
  /** Absent where listings are not read again before they are updated. */
  readonly rereading?: Rereading | undefined;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

type LostAnswer = Extract<UpdateAnswer, { readonly kind: 'lost' }>;

/** The attempts of an update that were lost. Each may still arrive, however the listing looks and whatever comes of a later one. */
interface Losses {
  /** The latest of them. */
  readonly last: LostAnswer;
  readonly count: number;
}

/**
 * Sends an update and finds out what came of it. An answer that was lost is settled by reading the listing back, never
 * by sending again on a guess.
 *
 * Errors: throws only if no attempt was made, so that the update was certainly never applied. An update of which there was an attempt is an outcome, whatever ends the run.
 */
export async function sendUpdate(update: Update, ports: SendPorts): Promise<Settled> {
  const { updateListing, rereading, signal, clock } = ports;
  const request = toRequest(update);
  let losses: Losses | undefined;
  const outcome = await rereadListing(update, ports);
  if (outcome) return { outcome };
  const freshness =
    rereading && watchFreshness(update, rereading, () => lookOnceMore(update, { losses, ports }));
  for (;;) {
    let answer: UpdateAnswer;
    try {
      answer = await updateListing(request, {
        signal,
        attemptsMade: losses?.last.attempts ?? 0,
        freshness,
      });
    } catch (stop) {
      return settleUnanswered(update, stop, { losses, ports });
    }
    if (answer.kind === 'stopped' && answer.stop instanceof OvertakenError)
      return afterPutOff(answer.stop.settled, answer);
    if (answer.kind !== 'lost') return toSettled(update, answer, { losses, completedAt: clock.now() });
    losses = { last: answer, count: (losses?.count ?? 0) + 1 };
    const settled = await settle(update, losses, ports);
    if (settled) return settled;
  }
}

/** An update that waits for its turn: after a lost answer the reading says what came of the attempts, too. */
async function lookOnceMore(update: Update, { losses, ports }: Unanswered): Promise<Settled | undefined> {
  if (losses) return settle(update, { ...losses, last: { ...losses.last, waitMs: 0 } }, ports);
  const outcome = await rereadListing(update, ports);
  return outcome && { outcome };
}

type StoppedAnswer = Extract<UpdateAnswer, { readonly kind: 'stopped' }>;

/** An update that was put off and then settled by what was read of its listing: an attempt that was put off may still arrive. */
function afterPutOff(
  { outcome, ...settled }: Settled,
  { attempts, httpStatus, message }: StoppedAnswer,
): Settled {
  const open = { ...outcome, attempts, httpStatus, mayArrive: true };
  if (outcome.status !== 'failed') return { ...settled, outcome: open };
  const said = `${message}; it may still arrive. ${outcome.message}`;
  return {
    ...settled,
    outcome: { ...open, status: 'unconfirmed', reason: 'answer_lost', message: said },
  };
}

function toRequest({ resolved: { listing }, changes, pins }: Update): ListingUpdate {
  const sent = pins.length === 0 ? changes : [...changes, ...pins];
  return { id: listing.id, currency: listing.currency, changes: sent };
}

interface Unanswered {
  readonly losses: Losses | undefined;
  readonly ports: SendPorts;
}

/** Errors: `stop`, if no attempt was made. */
function settleUnanswered(update: Update, stop: unknown, { losses, ports }: Unanswered): Settled {
  const { signal, clock } = ports;
  if (stop instanceof OvertakenError) return stop.settled;
  if (losses) {
    const answer = { ...losses.last, kind: 'stopped', stop } as const;
    return toSettled(update, answer, { losses, completedAt: clock.now() });
  }
  if (stop instanceof PricesheetError || stop === signal.reason) throw stop;
  // A bug: it is unknown how far the update came.
  const broken = { message: 'The update broke off', attempts: 1 };
  return { outcome: unconfirmed(update, broken, { why: messageOf(stop), clock }), stop };
}

interface Ending {
  readonly losses: Losses | undefined;
  readonly completedAt: number;
}

/**
 * Settles an update by its answer. One that was turned down may still be applied by an attempt that is on its way, and one
 * that was put off when the run ended was not turned down for good.
 */
function toSettled(
  update: Update,
  answer: Exclude<UpdateAnswer, LostAnswer>,
  { losses, completedAt }: Ending,
): Settled {
  const isPutOff = answer.kind === 'stopped' && !(answer.stop instanceof KeyRefusedError);
  const mayArrive = losses !== undefined || isPutOff;
  const tried = { attempts: answer.attempts, httpStatus: answer.httpStatus, completedAt, mayArrive };
  if (answer.kind === 'accepted') return { outcome: judge(update, answer.listing, tried) };
  const stop = answer.kind === 'stopped' ? { stop: answer.stop } : {};
  const said = answer.kind === 'stopped' ? describeStop(answer) : answer.message;
  if (mayArrive) {
    const message = losses ? `${describeOpen(losses.last)}; ${said}` : `${said}; it may still arrive`;
    return { outcome: conclude(update, 'unconfirmed', { reason: 'answer_lost', message }, tried), ...stop };
  }
  const reason = answer.kind === 'stopped' ? codeOf(answer.stop) : answer.reason;
  const message = `Cannot update the listing: ${said}`;
  return { outcome: conclude(update, 'failed', { reason, message }, tried), ...stop };
}

function describeOpen({ message }: LostAnswer): string {
  return `${message}; reading it back shows it as before, but it may still arrive`;
}

function describeStop({ message, stop }: { readonly message: string; readonly stop: unknown }): string {
  // Then the answer is what ended the run.
  if (stop instanceof KeyRefusedError) return message;
  return `${message}; it was not sent again: ${messageOf(stop)}`;
}

function codeOf(stop: unknown): Reason {
  return stop instanceof PricesheetError ? stop.code : 'bug';
}

/** Reads the listing back after a lost answer. `undefined`: it is as before, and the update may be sent again. */
async function settle(update: Update, losses: Losses, ports: SendPorts): Promise<Settled | undefined> {
  const { clock, signal } = ports;
  const { last } = losses;
  let now: Listing | undefined;
  try {
    await clock.sleep(last.waitMs, signal);
    now = await readBack(update, ports);
  } catch (error) {
    const outcome = unconfirmed(update, last, { why: messageOf(error), clock });
    return endsRun(error, signal) ? { outcome, stop: error } : { outcome };
  }
  if (!now) {
    const why = 'the listing was not there when it was read back';
    return { outcome: unconfirmed(update, last, { why, clock }) };
  }
  const outcome = judgeReadBack(update, now, { losses, completedAt: clock.now() });
  return outcome && { outcome };
}

function endsRun(error: unknown, signal: AbortSignal): boolean {
  if (error instanceof KeyRefusedError || error instanceof RetriesSpentError) return true;
  return signal.aborted && error === signal.reason;
}

/** What the listing shows after a lost answer: the update, nothing of it, or something else. */
function judgeReadBack(
  update: Update,
  now: Listing,
  { losses, completedAt }: Ending & { readonly losses: Losses },
): Outcome | undefined {
  const { message: lost, attemptsLeft, attempts, httpStatus } = losses.last;
  const { missed, observed, unsent, otherCurrency } = verifyAnswer(update, now);
  const tried = {
    attempts,
    httpStatus,
    completedAt,
    mayArrive: losses.count > 1 || missed.length > 0,
  };
  if (missed.length === 0)
    return judge(update, now, tried, `${lost}; reading the listing back shows the update`);
  const moved = describeMoved(update, now);
  if (moved.length === 0) return attemptsLeft > 0 ? undefined : giveUp(update, losses.last, tried);
  if (otherCurrency === undefined && isNotApplied(update, now))
    return leaveAlone(update, { last: losses.last, moved }, { ...tried, observed });
  const reason = missed.some((change) => isClear(update, change)) ? 'clear_ignored' : 'changed_meanwhile';
  const message = [
    lost,
    `reading the listing back shows neither the old nor the new values: ${describeMissed(update, { missed, otherCurrency })}`,
    ...(unsent.length === 0 ? [] : [describeUnsent(unsent)]),
  ].join('; ');
  return conclude(update, 'conflict', { reason, message }, { ...tried, observed });
}

/** The outcome of an update that may not be sent again, and whose listing is as before. */
function giveUp(update: Update, last: LostAnswer, tried: Tried): Outcome {
  return conclude(update, 'unconfirmed', { reason: 'answer_lost', message: describeOpen(last) }, tried);
}

/** Nothing that the update was to change has changed. */
function isNotApplied({ changes }: Update, now: Listing): boolean {
  return changes.every(({ field, before }) => now.values[field] === before);
}

interface Foreign {
  readonly last: LostAnswer;
  readonly moved: readonly string[];
}

/** The outcome of an update that did not take effect so far, and whose listing somebody else has changed meanwhile. */
function leaveAlone(update: Update, { last, moved }: Foreign, tried: Tried): Outcome {
  const why = `somebody else has changed the listing meanwhile: ${moved.join(', ')}`;
  const message = `${last.message}; it may still arrive, and was not sent again: ${why}`;
  return conclude(update, 'unconfirmed', { reason: 'answer_lost', message }, tried);
}

function isClear({ changes }: Update, { field }: Change): boolean {
  return changes.some((sent) => sent.field === field && sent.after === null);
}

async function readBack(
  { resolved }: Update,
  { findListings, signal }: SendPorts,
): Promise<Listing | undefined> {
  const { id, sku } = resolved.listing;
  const found = await findListings(sku, { signal, isReadBack: true });
  return found.find((listing) => isSameId(listing.id, id));
}

interface Tried {
  readonly attempts: number;
  readonly httpStatus?: number | undefined;
  readonly completedAt: number;
  /** One of the attempts may still arrive. */
  readonly mayArrive: boolean;
  /** If the listing is known. */
  readonly observed?: readonly Change[] | undefined;
}

function unconfirmed(
  update: Update,
  { message: lost, ...tried }: Pick<LostAnswer, 'message' | 'attempts' | 'httpStatus'>,
  { why, clock }: { readonly why: string; readonly clock: Clock },
): Outcome {
  const message = `${lost}; whether the update took effect could not be established: ${why}`;
  const completedAt = clock.now();
  return conclude(
    update,
    'unconfirmed',
    { reason: 'answer_lost', message },
    { ...tried, completedAt, mayArrive: true },
  );
}

function judge(update: Update, now: Listing, tried: Tried, remark?: string): Outcome {
  const { missed, unsent, observed, otherCurrency } = verifyAnswer(update, now);
  const differs = missed.length > 0 || otherCurrency !== undefined;
  const said = noticesNow(update, differs ? undefined : observed).map((notice) => notice.message);
  if (remark !== undefined) said.push(remark);
  if (differs)
    said.push(
      `The answer shows values that differ from those sent: ${describeMissed(update, { missed, otherCurrency })}`,
    );
  if (unsent.length > 0) said.push(describeUnsent(unsent));
  const message = said.join('; ');
  const doubt = whyUnconfirmed(update, { missed, unsent, otherCurrency });
  if (doubt !== '')
    return conclude(update, 'unconfirmed', { reason: doubt, message }, { ...tried, observed });
  return conclude(
    update,
    'updated',
    { reason: driftReasons(update.notices), message },
    { ...tried, observed },
  );
}

/** What an answer says of the bounds takes the place of what was planned of the price; nothing does if the answer is not as planned. */
function noticesNow(update: Update, observed: readonly Change[] | undefined): readonly Remark[] {
  const others = update.notices.filter((notice) => !isOfPrice(notice));
  const { listing } = update.resolved;
  return observed ? [...others, ...noticePrice({ ...update, listing, observed })] : others;
}

function describeUnsent(unsent: readonly Change[]): string {
  return `Also changed: ${describeChanges(unsent)}`;
}

function whyUnconfirmed(
  update: Update,
  { missed, unsent, otherCurrency }: Omit<Verification, 'observed'>,
): Reason | '' {
  if (missed.some((change) => isClear(update, change))) return 'clear_ignored';
  if (missed.length > 0 || otherCurrency !== undefined) return 'answer_differs';
  if (update.exact && unsent.length > 0) return 'also_changed';
  return update.notices.some(({ reason }) => reason === MAY_ARRIVE) ? MAY_ARRIVE : '';
}

function conclude(
  entry: Update,
  status: Outcome['status'],
  { reason, message }: Pick<Outcome, 'reason' | 'message'>,
  { mayArrive: isOnItsWay, ...tried }: Tried,
): Outcome {
  const mayArrive = isOnItsWay || entry.resolved.row.planned?.mayArrive === true;
  return { kind: 'outcome', entry, status, reason, message, ...tried, mayArrive };
}
