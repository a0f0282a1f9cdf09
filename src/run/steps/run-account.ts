import { predictOutcome } from '../../domain/predict-outcome.ts';
import { reasonOfStop } from '../../domain/reasons.ts';
import type { Redact } from '../../domain/secret.ts';
import type { Outcome, PlanEntry } from '../../domain/stages.ts';
import type { Stop } from '../../report/tally/run-report.ts';
import { OutcomeTally } from '../../report/tally/tally-outcomes.ts';
import type { EntryStore } from '../folder/entry-store.ts';
import type { Sent } from '../job/run-state.ts';

/** The outcomes of a run, one for every entry of its plan, sent or not. */
export interface RunAccount {
  readonly count: number;
  /** Number of updates that were sent. */
  readonly sent: number;
  /** Some rows have no outcome. */
  readonly isPartial: boolean;
  newTally(): OutcomeTally;
  /** In the order of the sheet; all of them, or those at the given positions. */
  outcomes(positions?: Float64Array): Iterable<Outcome>;
  /** The outcomes of updates. */
  updates(): Iterable<Outcome>;
}

interface AccountOptions extends Pick<Sent, 'settled' | 'isPartial'> {
  /** What ended the run early. */
  readonly stop?: Stop | undefined;
  /** SKUs that are not listed need no attention. */
  readonly missingIsOk: boolean;
  readonly redact: Redact;
}

export function openAccount(
  entries: EntryStore,
  { settled, isPartial = false, stop, missingIsOk, redact }: AccountOptions,
): RunAccount {
  function* conclude(numbered: Iterable<readonly [number, PlanEntry]>): Generator<Outcome> {
    for (const [n, entry] of numbered) {
      const settlement = settled.get(n);
      yield withoutKey(settlement ? { ...settlement, entry } : predict(entry, stop), redact);
    }
  }
  return {
    count: entries.count,
    sent: [...settled.values()].filter(({ attempts }) => attempts > 0).length,
    isPartial,
    newTally: () => new OutcomeTally({ missingIsOk, stop }),
    // Each can be iterated more than once.
    outcomes: (positions) => ({ [Symbol.iterator]: () => conclude(entries.entries(positions)) }),
    updates: () => ({ [Symbol.iterator]: () => conclude(entries.updates()) }),
  };
}

/** A message may quote a cell or a flag that contains the key by mistake. */
function withoutKey(outcome: Outcome, redact: Redact): Outcome {
  const message = redact(outcome.message);
  return message === outcome.message ? outcome : { ...outcome, message };
}

/** A stop makes updates that it kept from being sent `skipped`, and rows that it kept from being looked up too. */
function predict(entry: PlanEntry, stop: Stop | undefined): Outcome {
  const predicted = predictOutcome(entry);
  if (!stop || (predicted.status !== 'planned' && predicted.status !== 'skipped')) return predicted;
  // Which columns are not settled is the same for all rows.
  const [said] = stop.settle === undefined ? [stop.message] : stop.message.split('\n');
  return { ...predicted, status: 'skipped', reason: reasonOfStop(stop), message: `Not sent: ${said}` };
}
