import { forEachConcurrently } from '../domain/concurrency.ts';
import { count } from '../domain/count.ts';
import { MAY_ARRIVE } from '../domain/effects.ts';
import { TooManyFailuresError } from '../domain/errors.ts';
import { describeValue, type Field, isMoneyField } from '../domain/fields.ts';
import type { OnProgress, UpdateAnswer } from '../domain/ports.ts';
import { joinReasons, type Reason } from '../domain/reasons.ts';
import type { Change, Outcome, Update } from '../domain/stages.ts';
import { type SendPorts, type Settled, sendUpdate } from './send-update.ts';

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
   * Called once for each update that was settled. No other one takes its place before what is returned resolves; if it
   * rejects, none does.
   */
  readonly onOutcome: (outcome: Outcome) => Promise<void>;
}

/**
 * Sends the updates of a plan, and nothing else.
 *
 * Errors: what ended the sending is returned, not thrown. Updates that `onOutcome` was not called for were never
 * sent.
 */
export async function executeUpdates(
  updates: Iterable<Update>,
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

  async function execute(update: Update, ports: SendPorts): Promise<CanaryResult> {
    const { outcome: sent, stop } = await sendRestoring(update, ports);
    const outcome = findBrokenRules ? recheckGuards(sent, findBrokenRules) : sent;
    const noted = note(outcome);
    // An error that ends the run does not count as a failed update.
    // Nor does an update that was taken as it was sent, whatever guard rules say of its listing now.
    const end = stop ?? findEnd(sent);
    // Nobody begins another one while this one is noted.
    if (end !== undefined) halt.abort(end);
    await noted;
    if (end !== undefined) throw end;
    return judgeClears(outcome);
  }

  function note(outcome: Outcome): Promise<void> {
    const noted = options.onOutcome(outcome);
    if (outcome.status === 'failed' || outcome.status === 'unconfirmed') failed++;
    options.onProgress({ phase: 'update', done: ++done, total: options.total, failed });
    return noted;
  }

  function findEnd(outcome: Outcome): TooManyFailuresError | undefined {
    const isEnd = isFailure(outcome) && ++failures >= options.maxFailures;
    return isEnd ? tooManyFailures(failures, outcome) : undefined;
  }

  /** Updates that wait for the canary have to find the sending halted before they hear of the canary. */
  async function executeClear(update: Update, kinds: readonly ClearKind[], ports: SendPorts): Promise<void> {
    const pass = await canary.enter(kinds);
    if (pass === 'hold_back') return note(holdBack(update));
    let result: CanaryResult = 'unknown';
    try {
      ports.signal.throwIfAborted();
      result = await execute(update, ports);
    } catch (error) {
      halt.abort(error);
      throw error;
    } finally {
      if (pass === 'test' || result === 'ignored') canary.report(kinds, result);
    }
  }

  try {
    await forEachConcurrently(updates, { width: options.width, signal }, (update, stopped) => {
      const ports = { updateListing, findListings, rereading, clock, signal: stopped };
      const kinds = clearedKinds(update);
      return kinds.length === 0 ? execute(update, ports) : executeClear(update, kinds, ports);
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
interface ClearCanary {
  /** Waits while another update is the test. A caller that gets `test` has to `report`. */
  enter(kinds: readonly ClearKind[]): Promise<CanaryPass>;
  /**
   * `works`: the fields came back empty. `unknown`: the update was never answered, and the next one tests. `ignored`: they did
   * not come back empty; from then on no other clear is let through.
   */
  report(kinds: readonly ClearKind[], result: CanaryResult): void;
}

function createClearCanary(): ClearCanary {
  const proven = new Set<ClearKind>();
  let closed = false;
  let test: { readonly done: Promise<void>; readonly finish: () => void } | undefined;

  return {
    async enter(kinds) {
      while (test && !closed) await test.done;
      if (closed) return 'hold_back';
      if (kinds.every((kind) => proven.has(kind))) return 'send';
      test = beginTest();
      return 'test';
    },
    report(kinds, result) {
      if (result === 'ignored') closed = true;
      if (result === 'works') for (const kind of kinds) proven.add(kind);
      test?.finish();
      test = undefined;
    },
  };
}

/** The kinds of fields that an update clears; none if it clears nothing. */
function clearedKinds({ changes }: Update): readonly ClearKind[] {
  const cleared = changes.filter(({ after }) => after === null);
  return [...new Set(cleared.map(({ field }) => (isMoneyField(field) ? 'money' : 'strategy')))];
}

function beginTest(): { readonly done: Promise<void>; readonly finish: () => void } {
  let finish = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { done, finish };
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
  if (!observed.some(({ field }) => !isSent(entry, field))) return outcome;
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

function isSent({ changes, pins }: Update, field: Field): boolean {
  return changes.some((change) => change.field === field) || pins.some((pin) => pin.field === field);
}

type Refusal = Extract<UpdateAnswer, { readonly kind: 'refused' }>;

/**
 * Sends an update. If it gives a listing back what it held, and the service certainly turned it down because of the
 * strategy, which may have been deleted since, everything else is sent without it: a cost must not stay wrong because of a
 * strategy that is gone. The outcome needs attention then.
 *
 * Errors: as `sendUpdate`.
 */
export async function sendRestoring(update: Update, ports: SendPorts): Promise<Settled> {
  const strategy = update.exact ? update.changes.find(isStrategy) : undefined;
  if (!strategy) return sendUpdate(update, ports);
  const { watching, lastRefusal } = watchRefusals(ports);
  const first = await sendUpdate(update, watching);
  const refusal = lastRefusal();
  if (first.outcome.status !== 'failed' || !refusal || !mayBeAboutStrategy(refusal)) return first;
  const refused = { strategy, refusal, attempts: first.outcome.attempts };
  const rest = withoutStrategy(update);
  if (!rest) return { outcome: toStrategyRefused(first.outcome, refused) };
  try {
    const { outcome, ...settled } = await sendUpdate(rest, ports);
    return { ...settled, outcome: { ...toOutcomeOfRest(outcome, refused), entry: update } };
  } catch (stop) {
    return { outcome: first.outcome, stop };
  }
}

/** A strategy that is taken away can't be gone. */
function isStrategy({ field, after }: Change): boolean {
  return field === 'strategy' && after !== null;
}

function watchRefusals(ports: SendPorts) {
  let refusal: Refusal | undefined;
  const watching: SendPorts = {
    ...ports,
    updateListing: async (request, options) => {
      const answer = await ports.updateListing(request, options);
      if (answer.kind === 'refused') refusal = answer;
      return answer;
    },
  };
  return { watching, lastRefusal: () => refusal };
}

const TOO_MANY_REQUESTS = 429;

/** What the service says of another parameter, of its pace, or nothing at all since it was not reached, is not about the strategy. */
function mayBeAboutStrategy({ httpStatus, param }: Refusal): boolean {
  if (httpStatus === undefined || httpStatus === TOO_MANY_REQUESTS) return false;
  return param === undefined || param === 'strategy';
}

function withoutStrategy(update: Update): Update | undefined {
  const [first, ...more] = update.changes.filter((change) => !isStrategy(change));
  return first && { ...update, changes: [first, ...more] };
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
function toStrategyRefused(outcome: Outcome, refused: Refused): Outcome {
  const message = `Cannot update the listing: ${describeRefused(refused)}`;
  return { ...outcome, reason: 'strategy_refused', message };
}

/** Somebody else has given back everything but the strategy. */
function toNothingLeft(outcome: Outcome, refused: Refused): Outcome {
  const message = `The strategy ${nameOf(refused)} was not given back, and the listing already holds everything else: ${refused.refusal.message}`;
  return { ...outcome, status: 'conflict', reason: 'strategy_refused', message };
}

/** The listing is neither as it was nor as it was to be if the rest took effect; then it is not the run's failure. */
function toOutcomeOfRest(outcome: Outcome, refused: Refused): Outcome {
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
