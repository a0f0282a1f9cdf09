import type { CannedAnswer, Drip, FaultRule, Faults, ListingChange, Truncation } from './faults.ts';
import { type FaultSubject, matchesFault } from './match-fault.ts';
import type { Random } from './random.ts';
import { Refusal } from './refusal.ts';
import type { Twist } from './service.ts';

/** What happens at one moment of a request, before or after it is handled. Units: `delayMs` in real milliseconds. */
export interface Moment {
  readonly delayMs: number;
  readonly changes: readonly ListingChange[];
  readonly outcome: 'reset' | CannedAnswer | Refusal | undefined;
}

/** All that goes wrong with one request. */
export interface Interference {
  readonly before: Moment;
  readonly after: Moment;
  readonly twist: Twist;
  /** If another answer is sent first: how much later the request is handled. Units: real milliseconds. */
  readonly lateMs: number | undefined;
  readonly truncate: Truncation | undefined;
  readonly drip: Drip | undefined;
}

type Chance = Pick<Faults, 'errors' | 'resets'>;

/**
 * Makes the function that decides, request by request, what goes wrong. It counts the occurrences of each rule and draws the random
 * faults in a fixed order, so that the same requests meet the same faults.
 */
export function createInterferencePlanner(
  faults: Faults,
  random: Random,
): (subject: FaultSubject) => Interference {
  const rules = faults.rules ?? [];
  const seen = rules.map(() => 0);
  const isDue = (rule: FaultRule, index: number, subject: FaultSubject): boolean => {
    if (!matchesFault(rule.match ?? {}, subject)) return false;
    const occurrence = seen[index] ?? 0;
    seen[index] = occurrence + 1;
    const { skip = 0, times = Number.POSITIVE_INFINITY } = rule;
    return occurrence >= skip && occurrence < skip + times;
  };
  return (subject) => {
    const due = rules.filter((rule, index) => isDue(rule, index, subject));
    const latencyMs = drawLatency(faults.latencyMs, random);
    const drawn = drawOutcome(faults, random);
    return {
      before: toMoment(due, 'before', { delayMs: latencyMs, outcome: drawn.before }),
      after: toMoment(due, 'after', { delayMs: 0, outcome: drawn.after }),
      twist: {
        ignored: new Set(due.flatMap((rule) => rule.ignore ?? [])),
        hold: Object.assign({}, ...due.map((rule) => rule.hold)),
      },
      lateMs: due.find((rule) => rule.lateMs !== undefined)?.lateMs,
      truncate: due.find((rule) => rule.truncate)?.truncate,
      drip: due.find((rule) => rule.drip)?.drip,
    };
  };
}

function drawLatency(latency: Faults['latencyMs'], random: Random): number {
  if (latency === undefined || typeof latency === 'number') return latency ?? 0;
  const [shortest, longest] = latency;
  return shortest + random.next() * (longest - shortest);
}

/** One draw decides between four outcomes and none, so that their shares add up. */
function drawOutcome(
  { errors, resets }: Chance,
  random: Random,
): Partial<Record<'before' | 'after', Outcome>> {
  if (errors === undefined && resets === undefined) return {};
  let rest = random.next();
  const falls = (share = 0) => {
    rest -= share;
    return rest < 0;
  };
  const error = new Refusal(errors?.status ?? 500, 'Cannot answer: this failure is a fault of the sandbox');
  if (falls(errors?.before)) return { before: error };
  if (falls(errors?.after)) return { after: error };
  if (falls(resets?.before)) return { before: 'reset' };
  return falls(resets?.after) ? { after: 'reset' } : {};
}

type Outcome = Exclude<Moment['outcome'], undefined>;

function toMoment(
  due: readonly FaultRule[],
  when: 'before' | 'after',
  random: { readonly delayMs: number; readonly outcome: Outcome | undefined },
): Moment {
  const rules = due.filter((rule) => (rule.when ?? 'before') === when);
  const outcomes = rules.flatMap((rule): readonly Outcome[] =>
    rule.reset ? ['reset'] : toList(rule.answer),
  );
  return {
    delayMs: rules.reduce((sum, rule) => sum + (rule.delayMs ?? 0), random.delayMs),
    changes: rules.flatMap((rule) => toList(rule.change)),
    outcome: outcomes[0] ?? random.outcome,
  };
}

function toList<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value];
}
