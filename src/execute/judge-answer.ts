import { MAY_ARRIVE } from '../domain/effects.ts';
import { KeyRefusedError, messageOf, PricesheetError } from '../domain/errors.ts';
import { describeValue, FIELDS, type Field, isMoneyField } from '../domain/fields.ts';
import { isOfPrice, noticePrice } from '../domain/judge-price.ts';
import { type Listing, MARKET } from '../domain/listing.ts';
import type { UpdateAnswer } from '../domain/ports.ts';
import { driftReasons } from '../domain/predict-outcome.ts';
import { joinReasons, type Reason } from '../domain/reasons.ts';
import type { Remark } from '../domain/row.ts';
import type { Change, Outcome, Update } from '../domain/stages.ts';

/** What became of an update, and what ended the run before it could be sent to its end. */
export interface Settled {
  readonly outcome: Outcome;
  readonly stop?: unknown;
  /** The service turned it down for good, and nothing of it may arrive. */
  readonly refusal?: Refusal;
}

export type Refusal = Extract<UpdateAnswer, { readonly kind: 'refused' }>;

type LostAnswer = Extract<UpdateAnswer, { readonly kind: 'lost' }>;

type StoppedAnswer = Extract<UpdateAnswer, { readonly kind: 'stopped' }>;

/** The attempts of an update that were lost. Each may still arrive, however the listing looks and whatever comes of a later one. */
export interface Losses {
  /** The latest of them. */
  readonly last: LostAnswer;
  readonly count: number;
}

interface Ending {
  readonly losses: Losses | undefined;
  readonly completedAt: number;
}

/**
 * Settles an update by its answer. One that was turned down may still be applied by an attempt that is on its way, and one
 * that was put off when the run ended was not turned down for good.
 */
export function judgeAnswer(
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
  const refusal = answer.kind === 'refused' ? { refusal: answer } : {};
  return { outcome: conclude(update, 'failed', { reason, message }, tried), ...refusal, ...stop };
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

/** An update that was put off and then settled by what was read of its listing: an attempt that was put off may still arrive. */
export function afterPutOff(
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

/** What the listing shows after a lost answer: the update, nothing of it, or something else. */
export function judgeReadBack(
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
  if (moved.length === 0) {
    const asBefore = { reason: 'answer_lost', message: describeOpen(losses.last) } as const;
    return attemptsLeft > 0 ? undefined : conclude(update, 'unconfirmed', asBefore, tried);
  }
  if (otherCurrency === undefined && isNotApplied(update, now)) {
    const why = `somebody else has changed the listing meanwhile: ${moved.join(', ')}`;
    const message = `${lost}; it may still arrive, and was not sent again: ${why}`;
    return conclude(update, 'unconfirmed', { reason: 'answer_lost', message, observed }, tried);
  }
  const reason = missed.some((change) => isClear(update, change)) ? 'clear_ignored' : 'changed_meanwhile';
  const message = [
    lost,
    `reading the listing back shows neither the old nor the new values: ${describeMissed(update, { missed, otherCurrency })}`,
    ...(unsent.length === 0 ? [] : [describeUnsent(unsent)]),
  ].join('; ');
  return conclude(update, 'conflict', { reason, message, observed }, tried);
}

/** Nothing that the update was to change has changed. */
function isNotApplied({ changes }: Update, now: Listing): boolean {
  return changes.every(({ field, before }) => now.values[field] === before);
}

function isClear({ changes }: Update, { field }: Change): boolean {
  return changes.some((sent) => sent.field === field && sent.after === null);
}

interface Tried {
  readonly attempts: number;
  readonly httpStatus?: number | undefined;
  readonly completedAt: number;
  /** One of the attempts may still arrive. */
  readonly mayArrive: boolean;
}

/** Of an update that was sent: whether it took effect is not known. */
export function unconfirmed(
  update: Update,
  { message: lost, ...tried }: Pick<LostAnswer, 'message' | 'attempts' | 'httpStatus'>,
  { why, completedAt }: { readonly why: string; readonly completedAt: number },
): Outcome {
  const message = `${lost}; whether the update took effect could not be established: ${why}`;
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
  // A service may answer before an update takes effect.
  const mayArrive = tried.mayArrive || missed.some(({ before, after }) => before === after);
  const message = said.join('; ');
  const doubt = whyUnconfirmed(update, { missed, unsent, otherCurrency });
  if (doubt !== '')
    return conclude(update, 'unconfirmed', { reason: doubt, message, observed }, { ...tried, mayArrive });
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

/** What a listing that was read again shows of an update that was not sent yet. `undefined`: it is as planned, and the update may be sent. */
export function judgeReread(
  update: Update,
  now: Listing | undefined,
  completedAt: number,
): Outcome | undefined {
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
    MARKET.every((key) => now[key] === listing[key]) &&
    FIELDS.every((field) => {
      const change = changes.find((each) => each.field === field);
      return now.values[field] === (change ? change.after : listing.values[field]);
    })
  );
}

type Why = Pick<Outcome, 'status' | 'reason' | 'message' | 'completedAt' | 'observed'>;

export function notSent(entry: Update, why: Why): Outcome {
  const mayArrive = entry.resolved.row.planned?.mayArrive === true;
  return { kind: 'outcome', entry, attempts: 0, notApplied: true, mayArrive, ...why };
}

/** A guard rule that a listing breaks now, and did not as planned; the message is a clause. */
export interface BrokenRule {
  readonly rule: Reason;
  readonly message: string;
}

/** Which guard rules a listing breaks now that it holds what was observed. */
export type FindBrokenRules = (
  update: Update,
  observed: NonNullable<Outcome['observed']>,
) => readonly BrokenRule[];

/**
 * Guard rules were asked of the listing as it was planned. If the answer shows that a field has changed that was not sent, they are
 * asked again: a cost that somebody has raised meanwhile may be above the minimum that was just sent.
 */
export function recheckGuards(outcome: Outcome, findBrokenRules: FindBrokenRules): Outcome {
  const { entry, status, reason, message, observed = [] } = outcome;
  const isSeen = status === 'updated' || (status === 'unconfirmed' && reason !== 'answer_lost');
  if (entry.kind !== 'update' || !isSeen || outcome.attempts === 0) return outcome;
  if (!observed.some(({ field }) => !findSent(entry, field))) return outcome;
  const broken = findBrokenRules(entry, observed);
  if (broken.length === 0) return outcome;
  const said = broken.map((each) => each.message).join('; ');
  return {
    ...outcome,
    status: 'unconfirmed',
    reason: status === 'updated' ? joinReasons(broken.map(({ rule }) => rule)) : reason,
    message: `${message === '' ? '' : `${message}; `}the update was sent, but now ${said}: check this listing`,
  };
}

interface Refused {
  readonly strategy: Change;
  readonly refusal: Refusal;
  /** At the update with its strategy. */
  readonly attempts: number;
}

function describeRefused(refused: Refused): string {
  return `the strategy ${nameOf(refused)} was not given back: ${refused.refusal.message}`;
}

function nameOf({ strategy: { after } }: Refused): string {
  return describeValue('strategy', after);
}

/** There was nothing else to give back. */
export function toStrategyRefused(outcome: Outcome, refused: Refused): Outcome {
  const message = `Cannot update the listing: ${describeRefused(refused)}`;
  return { ...outcome, reason: 'strategy_refused', message };
}

/** Somebody else has given back everything but the strategy. */
function toNothingLeft(outcome: Outcome, refused: Refused): Outcome {
  const message = `The strategy ${nameOf(refused)} was not given back, and the listing already holds everything else: ${refused.refusal.message}`;
  return { ...outcome, status: 'conflict', reason: 'strategy_refused', message };
}

/** The listing is neither as it was nor as it was to be if the rest took effect; then it is not the run's failure. */
export function toOutcomeOfRest(outcome: Outcome, refused: Refused): Outcome {
  const attempts = refused.attempts + outcome.attempts;
  if (outcome.status === 'updated' && outcome.notApplied)
    return { ...toNothingLeft(outcome, refused), attempts };
  if (outcome.status === 'failed')
    return {
      ...outcome,
      attempts,
      message: `${outcome.message}; with the strategy: ${refused.refusal.message}`,
    };
  if (outcome.status !== 'updated')
    return { ...outcome, attempts, message: `${outcome.message}; ${describeRefused(refused)}` };
  const said = outcome.message === '' ? '' : `; ${outcome.message}`;
  const message = `The strategy ${nameOf(refused)} was not given back, everything else was: ${refused.refusal.message}${said}`;
  return { ...outcome, attempts, status: 'conflict', reason: 'strategy_refused', message };
}

/** How a listing compares with an update that was sent for it; `before` is always from before the update. */
interface Verification {
  /** Every field that differs from before. */
  readonly observed: readonly Change[];
  /** Sent fields that show another value than was sent. */
  readonly missed: readonly Change[];
  /** Fields that were not sent and differ all the same: a strategy may compute bounds from the cost. */
  readonly unsent: readonly Change[];
  /** The listing's currency, where money was sent in another one: the same figures mean something else. */
  readonly otherCurrency: string | undefined;
}

/** Compares the listing as the service now shows it with every value that was sent, and with every one that wasn't. */
export function verifyAnswer(update: Update, now: Listing): Verification {
  const { listing } = update.resolved;
  const observed: Change[] = [];
  const missed: Change[] = [];
  const unsent: Change[] = [];
  let sentMoney = false;
  for (const field of FIELDS) {
    const [before, after] = [listing.values[field], now.values[field]];
    const sent = findSent(update, field);
    if (sent !== undefined && isMoneyField(field)) sentMoney = true;
    if (before === after && (sent === undefined || sent.after === after)) continue;
    // A field that came out as sent shares the change that was sent: a run keeps what is observed of each update.
    const change = sent?.before === before && sent.after === after ? sent : { field, before, after };
    if (before !== after) observed.push(change);
    if (sent === undefined) unsent.push(change);
    else if (sent.after !== after) missed.push(change);
  }
  const isSame = now.currency === listing.currency || !sentMoney;
  return { observed, missed, unsent, otherCurrency: isSame ? undefined : now.currency };
}

function findSent({ changes, pins }: Update, field: Field): Change | undefined {
  for (const pin of pins) if (pin.field === field) return pin;
  for (const change of changes) if (change.field === field) return change;
  return undefined;
}

/** Values that were not taken over, as a clause: `cost is 6.00 instead of 6.40, currency is eur instead of …`. */
export function describeMissed(
  update: Update,
  { missed, otherCurrency }: Pick<Verification, 'missed' | 'otherCurrency'>,
): string {
  const values = missed.map(({ field, after }) => {
    const sent = findSent(update, field)?.after ?? null;
    return `${field} is ${describeValue(field, after)} instead of ${describeValue(field, sent)}`;
  });
  const currency = `currency is ${otherCurrency} instead of ${update.resolved.listing.currency}`;
  return [...values, ...(otherCurrency === undefined ? [] : [currency])].join(', ');
}

/** Changes as a clause: `minimum_price 10.00 → 11.00, strategy null → …`. */
export function describeChanges(changes: readonly Change[]): string {
  return changes
    .map(
      ({ field, before, after }) =>
        `${field} ${describeValue(field, before)} → ${describeValue(field, after)}`,
    )
    .join(', ');
}

/** Whatever differs from before, sent or not: guards and pins were settled upon all of it. */
function describeMoved({ resolved: { listing } }: Update, now: Listing): readonly string[] {
  const fields = FIELDS.filter((field) => now.values[field] !== listing.values[field]);
  return [
    ...fields.map((field) => {
      const [was, is] = [listing, now].map(({ values }) => describeValue(field, values[field]));
      return `${field} was ${was} and is ${is}`;
    }),
    ...MARKET.filter((key) => now[key] !== listing[key]).map(
      (key) => `${key} was ${listing[key]} and is ${now[key]}`,
    ),
  ];
}
