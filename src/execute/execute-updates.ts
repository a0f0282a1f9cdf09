import { forEachConcurrently } from '../domain/concurrency.ts';
import { count } from '../domain/count.ts';
import { MAY_ARRIVE } from '../domain/effects.ts';
import {
  KeyRefusedError,
  messageOf,
  PricesheetError,
  RetriesSpentError,
  ServiceError,
  TooManyFailuresError,
} from '../domain/errors.ts';
import { isMoneyField } from '../domain/fields.ts';
import { isSameId, type Listing } from '../domain/listing.ts';
import type {
  Clock,
  FindListings,
  Freshness,
  ListingUpdate,
  OnProgress,
  Rereading,
  UpdateAnswer,
  UpdateListing,
} from '../domain/ports.ts';
import type { Change, Outcome, Update } from '../domain/stages.ts';
import {
  afterPutOff,
  type FindBrokenRules,
  judgeAnswer,
  judgeReadBack,
  judgeReread,
  type Losses,
  notSent,
  type Refusal,
  recheckGuards,
  type Settled,
  toOutcomeOfRest,
  toStrategyRefused,
  unconfirmed,
} from './judge-answer.ts';

export interface ExecuteOptions extends SendPorts {
  /** How many updates there are. */
  readonly total: number;
  /** How many updates to have under way at once, at present. */
  readonly width: () => number;
  /** The number of failed updates that stops the sending. */
  readonly maxFailures: number;
  /** Absent if no guard rule is asked. */
  readonly findBrokenRules?: FindBrokenRules | undefined;
  readonly onProgress: OnProgress;
  /**
   * Called once for each update that was settled, with its position in the plan. No other one takes its place before what is
   * returned resolves; if it rejects, none does.
   */
  readonly onOutcome: (outcome: Outcome, n: number) => Promise<void>;
}

type NumberedUpdate = readonly [n: number, update: Update];

/**
 * Sends the updates of a plan, and nothing else.
 *
 * Errors: what ended the sending is returned, not thrown. Updates that `onOutcome` was not called for were never
 * sent.
 */
export async function executeUpdates(
  updates: Iterable<NumberedUpdate>,
  options: ExecuteOptions,
): Promise<{ readonly stop?: unknown }> {
  const { updateListing, findListings, rereading, findBrokenRules, clock } = options;
  const canary = createClearCanary();
  /** Updates that were settled. */
  let done = 0;
  /** Those of them that ended as failed or unconfirmed. */
  let failed = 0;
  /** Those of them that count towards the failures that stop the sending. */
  let failures = 0;
  const halt = new AbortController();
  const signal = AbortSignal.any([options.signal, halt.signal]);

  async function execute([n, update]: NumberedUpdate, ports: SendPorts): Promise<CanaryResult> {
    const { outcome: sent, stop } = await sendRestoring(update, ports);
    const outcome = findBrokenRules ? recheckGuards(sent, findBrokenRules) : sent;
    const noted = note(outcome, n);
    // An error that ends the run does not count as a failed update.
    // Nor does an update that was taken as it was sent, whatever guard rules say of its listing now.
    const end = stop ?? findEnd(sent);
    // Nobody begins another one while this one is noted.
    if (end !== undefined) halt.abort(end);
    await noted;
    if (end !== undefined) throw end;
    return judgeClears(outcome);
  }

  function note(outcome: Outcome, n: number): Promise<void> {
    const noted = options.onOutcome(outcome, n);
    if (outcome.status === 'failed' || outcome.status === 'unconfirmed') failed++;
    options.onProgress({ phase: 'update', done: ++done, total: options.total, failed });
    return noted;
  }

  function findEnd(outcome: Outcome): TooManyFailuresError | undefined {
    const isEnd = isFailure(outcome) && ++failures >= options.maxFailures;
    return isEnd ? tooManyFailures(failures, outcome) : undefined;
  }

  /** Updates that wait for the canary have to find the sending halted before they hear of the canary. */
  async function executeClear(
    numbered: NumberedUpdate,
    kinds: readonly ClearKind[],
    ports: SendPorts,
  ): Promise<void> {
    const [n, update] = numbered;
    const pass = await canary.enter(kinds);
    if (pass === 'hold_back') return note(holdBack(update), n);
    let result: CanaryResult = 'unknown';
    try {
      ports.signal.throwIfAborted();
      result = await execute(numbered, ports);
    } catch (error) {
      halt.abort(error);
      throw error;
    } finally {
      if (pass === 'test' || result === 'ignored') canary.report(kinds, result);
    }
  }

  try {
    await forEachConcurrently(updates, { width: options.width, signal }, (numbered, stopped) => {
      const ports = { updateListing, findListings, rereading, clock, signal: stopped };
      const kinds = clearedKinds(numbered[1]);
      return kinds.length === 0 ? execute(numbered, ports) : executeClear(numbered, kinds, ports);
    });
    return {};
  } catch (stop) {
    return { stop };
  }
}

/**
 * Whether an update failed in a way that says something of others. One that was taken did not, even if an update of another run may
 * still arrive after it; a strategy that is gone says nothing of other updates.
 */
export function isFailure({ status, reason }: Pick<Outcome, 'status' | 'reason'>): boolean {
  if (status === 'failed') return reason !== 'strategy_refused';
  return status === 'unconfirmed' && reason !== MAY_ARRIVE;
}

/** Whether an update with cleared fields shows that clearing works. */
function judgeClears({ status, reason, notApplied }: Outcome): CanaryResult {
  // A listing that somebody else has cleared shows nothing of how the service takes a clear.
  if (notApplied) return 'unknown';
  if (status === 'updated' || reason === MAY_ARRIVE) return 'works';
  return reason === 'clear_ignored' ? 'ignored' : 'unknown';
}

function holdBack(entry: Update): Outcome {
  const message =
    'Not sent: an update that was to clear a field did not clear it, so no other was sent; "null-as" in pricesheet.json says how a null is written';
  return { kind: 'outcome', entry, status: 'skipped', reason: 'clears_ignored', message, attempts: 0 };
}

function tooManyFailures(failures: number, { message }: Outcome): TooManyFailuresError {
  return new TooManyFailuresError(`Cannot go on: ${count(failures, 'update')} failed; the last: ${message}`, {
    hint: 'Run again once the cause is fixed; "max-failures" in pricesheet.json sets how many failures end a run',
  });
}

/** What the bearer of an update that clears fields may do. */
type CanaryPass = 'send' | 'test' | 'hold_back';

type CanaryResult = 'works' | 'ignored' | 'unknown';

/** Amounts and ids are written and read by different rules, so one proves nothing for the other. */
type ClearKind = 'money' | 'strategy';

/**
 * Guards the clearing of fields. How a null is written is not documented, so the first update of a run that clears a
 * field of its kind goes alone, and the others wait for what it shows.
 */
function createClearCanary() {
  const proven = new Set<ClearKind>();
  let closed = false;
  let test: { readonly done: Promise<void>; readonly finish: () => void } | undefined;

  return {
    /** Waits while another update is the test. A caller that gets `test` has to `report`. */
    async enter(kinds: readonly ClearKind[]): Promise<CanaryPass> {
      while (test && !closed) await test.done;
      if (closed) return 'hold_back';
      if (kinds.every((kind) => proven.has(kind))) return 'send';
      test = beginTest();
      return 'test';
    },
    /**
     * `works`: the fields came back empty. `unknown`: the update was never answered, and the next one tests. `ignored`: they did
     * not come back empty; from then on no other clear is let through.
     */
    report(kinds: readonly ClearKind[], result: CanaryResult): void {
      if (result === 'ignored') closed = true;
      if (result === 'works') for (const kind of kinds) proven.add(kind);
      test?.finish();
      test = undefined;
    },
  };
}

function beginTest(): { readonly done: Promise<void>; readonly finish: () => void } {
  let finish = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { done, finish };
}

/** The kinds of fields that an update clears; none if it clears nothing. */
function clearedKinds({ changes }: Update): readonly ClearKind[] {
  const cleared = changes.filter(({ after }) => after === null);
  return [...new Set(cleared.map(({ field }) => (isMoneyField(field) ? 'money' : 'strategy')))];
}

/**
 * Sends an update. If it gives a listing back what it held, and the service certainly turned it down because of the
 * strategy, which may have been deleted since, everything else is sent without it: a cost must not stay wrong because of a
 * strategy that is gone. The outcome needs attention then.
 *
 * Errors: as `sendUpdate`.
 */
export async function sendRestoring(update: Update, ports: SendPorts): Promise<Settled> {
  const strategy = update.exact ? update.changes.find(isStrategy) : undefined;
  const first = await sendUpdate(update, ports);
  const { outcome, refusal } = first;
  if (!strategy || !refusal || !mayBeAboutStrategy(refusal)) return first;
  const refused = { strategy, refusal, attempts: outcome.attempts };
  const [change, ...more] = update.changes.filter((each) => !isStrategy(each));
  if (!change) return { outcome: toStrategyRefused(outcome, refused) };
  try {
    const rest = await sendUpdate({ ...update, changes: [change, ...more] }, ports);
    return { ...rest, outcome: { ...toOutcomeOfRest(rest.outcome, refused), entry: update } };
  } catch (stop) {
    return { outcome, stop };
  }
}

/** A strategy that is taken away can't be gone. */
function isStrategy({ field, after }: Change): boolean {
  return field === 'strategy' && after !== null;
}

const TOO_MANY_REQUESTS = 429;

/** What the service says of another parameter, of its pace, or nothing at all since it was not reached, is not about the strategy. */
function mayBeAboutStrategy({ httpStatus, param }: Refusal): boolean {
  if (httpStatus === undefined || httpStatus === TOO_MANY_REQUESTS) return false;
  return param === undefined || param === 'strategy';
}

export interface SendPorts {
  readonly updateListing: UpdateListing;
  readonly findListings: FindListings;
  /** Absent where listings are not read again before they are updated. */
  readonly rereading?: Rereading | undefined;
  readonly clock: Clock;
  readonly signal: AbortSignal;
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
    if (answer.kind !== 'lost') return judgeAnswer(update, answer, { losses, completedAt: clock.now() });
    losses = { last: answer, count: (losses?.count ?? 0) + 1 };
    const settled = await settle(update, losses, ports);
    if (settled) return settled;
  }
}

function toRequest({ resolved: { listing }, changes, pins }: Update): ListingUpdate {
  const sent = pins.length === 0 ? changes : [...changes, ...pins];
  return { id: listing.id, sku: listing.sku, currency: listing.currency, changes: sent };
}

interface Unanswered {
  readonly losses: Losses | undefined;
  readonly ports: SendPorts;
}

/** An update that waits for its turn: after a lost answer the reading says what came of the attempts, too. */
async function lookOnceMore(update: Update, { losses, ports }: Unanswered): Promise<Settled | undefined> {
  if (losses) return settle(update, { ...losses, last: { ...losses.last, waitMs: 0 } }, ports);
  const outcome = await rereadListing(update, ports);
  return outcome && { outcome };
}

/** Errors: `stop`, if no attempt was made. */
function settleUnanswered(update: Update, stop: unknown, { losses, ports }: Unanswered): Settled {
  const { signal, clock } = ports;
  if (stop instanceof OvertakenError) return stop.settled;
  if (losses) {
    const answer = { ...losses.last, kind: 'stopped', stop } as const;
    return judgeAnswer(update, answer, { losses, completedAt: clock.now() });
  }
  if (stop instanceof PricesheetError || stop === signal.reason) throw stop;
  // A bug: it is unknown how far the update came.
  const broken = { message: 'The update broke off', attempts: 1 };
  return { outcome: unconfirmed(update, broken, { why: messageOf(stop), completedAt: clock.now() }), stop };
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
    const outcome = unconfirmed(update, last, { why: messageOf(error), completedAt: clock.now() });
    return endsRun(error, signal) ? { outcome, stop: error } : { outcome };
  }
  if (!now) {
    const why = 'the listing was not there when it was read back';
    return { outcome: unconfirmed(update, last, { why, completedAt: clock.now() }) };
  }
  const outcome = judgeReadBack(update, now, { losses, completedAt: clock.now() });
  return outcome && { outcome };
}

function endsRun(error: unknown, signal: AbortSignal): boolean {
  if (error instanceof KeyRefusedError || error instanceof RetriesSpentError) return true;
  return signal.aborted && error === signal.reason;
}

async function readBack(
  { resolved }: Update,
  { findListings, signal }: SendPorts,
): Promise<Listing | undefined> {
  const { id, sku } = resolved.listing;
  const found = await findListings(sku, { signal, isReadBack: true });
  return found.find((listing) => isSameId(listing.id, id));
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
  { rereading, clock, signal }: Pick<SendPorts, 'rereading' | 'clock' | 'signal'>,
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
