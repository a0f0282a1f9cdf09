import { MAY_ARRIVE } from '../domain/effects.ts';
import {
  KeyRefusedError,
  messageOf,
  PricesheetError,
  RetriesSpentError,
  ServiceError,
} from '../domain/errors.ts';
import { FIELDS } from '../domain/fields.ts';
import { isOfPrice, noticePrice } from '../domain/judge-price.ts';
import { isSameId, type Listing } from '../domain/listing.ts';
import type {
  Clock,
  FindListings,
  Freshness,
  ListingUpdate,
  Rereading,
  UpdateAnswer,
  UpdateListing,
} from '../domain/ports.ts';
import { driftReasons } from '../domain/predict-outcome.ts';
import type { Reason } from '../domain/reasons.ts';
import type { Remark } from '../domain/row.ts';
import type { Change, Outcome, Update } from '../domain/stages.ts';
import {
  describeChanges,
  describeMissed,
  describeMoved,
  type Verification,
  verifyAnswer,
} from './verify-answer.ts';

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
    return leaveAlone(update, { last: losses.last, moved, observed }, tried);
  const reason = missed.some((change) => isClear(update, change)) ? 'clear_ignored' : 'changed_meanwhile';
  const message = [
    lost,
    `reading the listing back shows neither the old nor the new values: ${describeMissed(update, { missed, otherCurrency })}`,
    ...(unsent.length === 0 ? [] : [describeUnsent(unsent)]),
  ].join('; ');
  return conclude(update, 'conflict', { reason, message, observed }, tried);
}

/** The outcome of an update that may not be sent again, and whose listing is as before. */
function giveUp(update: Update, last: LostAnswer, tried: Tried): Outcome {
  return conclude(update, 'unconfirmed', { reason: 'answer_lost', message: describeOpen(last) }, tried);
}

/** Nothing that the update was to change has changed. */
function isNotApplied({ changes }: Update, now: Listing): boolean {
  return changes.every(({ field, before }) => now.values[field] === before);
}

interface Foreign extends Pick<Verification, 'observed'> {
  readonly last: LostAnswer;
  readonly moved: readonly string[];
}

/** The outcome of an update that did not take effect so far, and whose listing somebody else has changed meanwhile. */
function leaveAlone(update: Update, { last, moved, observed }: Foreign, tried: Tried): Outcome {
  const why = `somebody else has changed the listing meanwhile: ${moved.join(', ')}`;
  const message = `${last.message}; it may still arrive, and was not sent again: ${why}`;
  return conclude(update, 'unconfirmed', { reason: 'answer_lost', message, observed }, tried);
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
  if (doubt !== '') return conclude(update, 'unconfirmed', { reason: doubt, message, observed }, tried);
  const reason = driftReasons(update.notices);
  return conclude(update, 'updated', { reason, message, observed }, tried);
}

/** What an answer says of the bounds takes the place of what was planned of the price; nothing does if the answer is not as planned. */
function noticesNow(update: Update, observed: readonly Change[] | undefined): readonly Remark[] {
  const { resolved, changes, pins, notices } = update;
  const others = notices.filter((notice) => !isOfPrice(notice));
  if (!observed) return others;
  return [...others, ...noticePrice({ listing: resolved.listing, changes, pins, observed })];
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
  { reason, message, observed }: Pick<Outcome, 'reason' | 'message' | 'observed'>,
  { attempts, httpStatus, completedAt, mayArrive: isOnItsWay }: Tried,
): Outcome {
  const mayArrive = isOnItsWay || entry.resolved.row.planned?.mayArrive === true;
  const tried = { attempts, httpStatus, completedAt, observed, mayArrive };
  return { kind: 'outcome', entry, status, reason, message, ...tried };
}

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
    return now === listing ? undefined : judgeReread(update, now, clock.now());
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const message = `Not sent: the listing could not be read again before its update: ${error.message}`;
    return notSent(update, { status: 'failed', reason: 'lookup_failed', message, completedAt: clock.now() });
  }
}

function judgeReread(update: Update, now: Listing | undefined, completedAt: number): Outcome | undefined {
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

/** What became of an update, and what ended the run before it could be sent to its end. */
export interface Settled {
  readonly outcome: Outcome;
  readonly stop?: unknown;
}

/** An update was settled while it waited for its turn: what was read of its listing kept it from being sent. */
class OvertakenError extends Error {
  readonly settled: Settled;

  constructor(settled: Settled) {
    super(settled.outcome.message);
    this.settled = settled;
  }
}

/** Waiting for the rate limit alone does not cause a second read. Units: milliseconds. */
const PATIENCE_MS = 5000;

/**
 * Watches over the reading that an update rests on while it waits for its turn: a service that asks for a pause may make it wait
 * for minutes.
 *
 * Each time it comes too late the patience doubles. Otherwise a pace that is slower than the span would let it wait for ever.
 */
export function watchFreshness(
  { resolved: { listing } }: Update,
  rereading: Rereading,
  look: () => Promise<Settled | undefined>,
): Freshness {
  let patienceMs = PATIENCE_MS;
  return {
    isStale: () => rereading.isStale(listing, patienceMs),
    renew: async () => {
      patienceMs *= 2;
      const settled = await look();
      if (settled) throw new OvertakenError(settled);
    },
  };
}
