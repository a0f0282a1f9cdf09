import type { Field } from '../domain/fields.ts';
import { joinReasons, type Reason } from '../domain/reasons.ts';
import type { Outcome, Update } from '../domain/stages.ts';

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
