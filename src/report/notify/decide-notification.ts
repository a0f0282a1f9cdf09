import { conditionOf, type RunEnding } from '../tally/run-ending.ts';

/** What a message tells of. */
export type Turn = 'first_failure' | 'still_failing' | 'recovered';

/** What is remembered of a job that fails, from run to run. Units: epoch milliseconds. */
export interface Failing {
  /** When the first of these runs ended. */
  readonly since: number;
  /** Runs in a row. */
  readonly failures: number;
  readonly exitCode: number;
  /** When somebody was last told; nobody was, where nothing of it ever arrived. */
  readonly toldAt?: number | undefined;
  /** A run since has gone well, and that could not be told yet. */
  readonly recoveredAt?: number | undefined;
}

export interface Notification {
  /** Nothing where there is nothing to tell. */
  readonly turn: Turn | undefined;
  /** What the message tells of: the runs in a row, the one at hand included where it failed. */
  readonly failing: Failing | undefined;
  /** To be remembered while nothing has arrived, and once it has. */
  readonly untold: Failing | undefined;
  readonly told: Failing | undefined;
}

/** A job that runs every few minutes does not say the same every few minutes. */
const SAME_AGAIN_MS = 30 * 60 * 1000;

/**
 * What there is to tell of a run, after what is remembered of those before it. What could not be told stays to be told: a
 * failure by the next run that fails, and that all is well again by the next that goes well.
 */
export function decideNotification(before: Failing | undefined, ending: RunEnding): Notification {
  const { exitCode, finishedAt } = ending;
  if (conditionOf(ending) === 'ok') {
    if (!before) return { turn: undefined, failing: undefined, untold: undefined, told: undefined };
    const untold = { ...before, recoveredAt: before.recoveredAt ?? finishedAt };
    return { turn: 'recovered', failing: before, untold, told: undefined };
  }
  const since = before?.recoveredAt === undefined ? before : undefined;
  const untold: Failing = {
    since: since?.since ?? finishedAt,
    failures: (since?.failures ?? 0) + 1,
    exitCode,
    toldAt: since?.toldAt,
  };
  const told = { ...untold, toldAt: finishedAt };
  if (since?.toldAt === undefined) return { turn: 'first_failure', failing: untold, untold, told };
  const isSame = since.exitCode === exitCode;
  const agoMs = finishedAt - since.toldAt;
  const isSoon = isSame && agoMs >= 0 && agoMs < SAME_AGAIN_MS;
  return { turn: isSoon ? undefined : 'still_failing', failing: untold, untold, told };
}
