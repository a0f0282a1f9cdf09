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

/** What a job remembers of its messages. */
export interface Remembered {
  readonly failing?: Failing | undefined;
  /** The last message about rows that wait for a person. Units: epoch milliseconds. */
  readonly waiting?: { readonly rows: number; readonly deliveredAt: number } | undefined;
}

export interface Notification {
  /** `undefined` where no message is due. */
  readonly kind: MessageKind | undefined;
  /** The series of failed runs that the message reports, including this one if it failed. */
  readonly failing: Failing;
  /** What to remember if the message is not delivered, and if it is. */
  readonly ifUndelivered: Remembered;
  readonly ifDelivered: Remembered;
}

/** A job that runs every few minutes does not say the same every few minutes. */
const SAME_FAILURE_MS = 30 * 60 * 1000;
/** It says once a working day that the same number of rows waits, and a nightly one each night. */
const SAME_WAITING_MS = 20 * 3_600_000;

/**
 * Decides which message is due after a run, from what is remembered of the runs before. An undelivered message stays due: a
 * failure by the next run that fails, and that all is well again by the next that goes well.
 */
export function decideNotification(before: Remembered, ending: RunEnding): Notification {
  const { exitCode, finishedAt, held } = ending;
  const waiting = held && { rows: held.rows, deliveredAt: finishedAt };
  if (conditionOf(ending) === 'ok') return decideWell(before, ending, { waiting });
  const since = before.failing?.recoveredAt === undefined ? before.failing : undefined;
  const failing: Failing = {
    since: since?.since ?? finishedAt,
    failures: (since?.failures ?? 0) + 1,
    exitCode,
    deliveredAt: since?.deliveredAt,
  };
  const said = since?.exitCode === exitCode ? since.deliveredAt : undefined;
  const again = isLately(said, finishedAt, SAME_FAILURE_MS) ? undefined : 'still_failing';
  return {
    kind: since?.deliveredAt === undefined ? 'first_failure' : again,
    failing,
    ifUndelivered: { ...before, failing },
    ifDelivered: { failing: { ...failing, deliveredAt: finishedAt }, waiting },
  };
}

function decideWell(
  before: Remembered,
  { exitCode, finishedAt, held }: RunEnding,
  ifDelivered: Remembered,
): Notification {
  const { failing, waiting } = before;
  if (failing) {
    const recoveredAt = failing.recoveredAt ?? finishedAt;
    const ifUndelivered = { ...before, failing: { ...failing, recoveredAt } };
    return { kind: 'recovered', failing, ifUndelivered, ifDelivered };
  }
  const isSaid = waiting?.rows === held?.rows && isLately(waiting?.deliveredAt, finishedAt, SAME_WAITING_MS);
  return {
    kind: held && !isSaid ? 'waiting' : undefined,
    failing: { since: finishedAt, failures: 0, exitCode },
    ifUndelivered: held ? before : {},
    ifDelivered,
  };
}

/** A clock that was set back says nothing. */
function isLately(time: number | undefined, now: number, withinMs: number): boolean {
  return time !== undefined && now >= time && now - time < withinMs;
}
