import { describeValue } from '../domain/fields.ts';
import type { UpdateAnswer } from '../domain/ports.ts';
import type { Change, Outcome, Update } from '../domain/stages.ts';
import type { Settled } from './send-update.ts';
import { type SendPorts, sendUpdate } from './send-update.ts';

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
