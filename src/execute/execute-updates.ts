import { forEachConcurrently } from '../domain/concurrency.ts';
import { count } from '../domain/count.ts';
import { MAY_ARRIVE } from '../domain/effects.ts';
import { TooManyFailuresError } from '../domain/errors.ts';
import type { OnProgress } from '../domain/ports.ts';
import type { Outcome, Update } from '../domain/stages.ts';
import { type CanaryResult, type ClearKind, clearedKinds, createClearCanary } from './clear-canary.ts';
import { type FindBrokenRules, recheckGuards } from './recheck-guards.ts';
import { sendRestoring } from './send-restoring.ts';
import type { SendPorts } from './send-update.ts';

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
