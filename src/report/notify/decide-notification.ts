import { conditionOf, type RunEnding } from '../tally/run-ending.ts';

/** The kind of message. `waiting`: the run went well, and rows wait for a person. */
export type MessageKind = 'first_failure' | 'still_failing' | 'recovered' | 'waiting';

/** What is remembered of a failing job between runs. Units: epoch milliseconds. */
export interface Failing {
  /** When the first of these runs ended. */
  readonly since: number;
  /** Runs in a row. */
  readonly failures: number;
  readonly exitCode: number;
  /** When a message was last delivered; absent where none ever was. */
  readonly deliveredAt?: number | undefined;
  /** When a later run succeeded, if that message could not be delivered yet. */
  readonly recoveredAt?: number | undefined;
}

export interface Notification {
  /** `undefined` where no message is due. */
  readonly kind: MessageKind | undefined;
  /** The series of failed runs that the message reports, including this one if it failed. */
  readonly failing: Failing | undefined;
  /** What to remember if the message is not delivered, and if it is. */
  readonly ifUndelivered: Failing | undefined;
  readonly ifDelivered: Failing | undefined;
}

/** A job that runs every few minutes does not say the same every few minutes. */
const SAME_AGAIN_MS = 30 * 60 * 1000;

/**
 * Decides which message is due after a run, from what is remembered of the runs before. An undelivered message stays due: a
 * failure by the next run that fails, and that all is well again by the next that goes well.
 */
export function decideNotification(before: Failing | undefined, ending: RunEnding): Notification {
  const { exitCode, finishedAt } = ending;
  if (conditionOf(ending) === 'ok') {
    if (!before)
      return { kind: undefined, failing: undefined, ifUndelivered: undefined, ifDelivered: undefined };
    const ifUndelivered = { ...before, recoveredAt: before.recoveredAt ?? finishedAt };
    return { kind: 'recovered', failing: before, ifUndelivered, ifDelivered: undefined };
  }
  const since = before?.recoveredAt === undefined ? before : undefined;
  const ifUndelivered: Failing = {
    since: since?.since ?? finishedAt,
    failures: (since?.failures ?? 0) + 1,
    exitCode,
    deliveredAt: since?.deliveredAt,
  };
  const ifDelivered = { ...ifUndelivered, deliveredAt: finishedAt };
  if (since?.deliveredAt === undefined)
    return { kind: 'first_failure', failing: ifUndelivered, ifUndelivered, ifDelivered };
  const isSame = since.exitCode === exitCode;
  const agoMs = finishedAt - since.deliveredAt;
  const isSoon = isSame && agoMs >= 0 && agoMs < SAME_AGAIN_MS;
  return { kind: isSoon ? undefined : 'still_failing', failing: ifUndelivered, ifUndelivered, ifDelivered };
}
