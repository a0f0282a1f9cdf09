import { conditionOf, type RunEnding } from '../tally/run-ending.ts';
import { clip } from '../text/clip.ts';
import { count } from '../text/words.ts';
import type { Notification } from './decide-notification.ts';

/** The runs of a job in a row that failed, up to now. */
export interface FailedNights {
  readonly runs: number;
  /** The days on which they ended. */
  readonly nights: number;
  /** When the last run before them ended that did its work. Units: epoch milliseconds. */
  readonly lastSuccessAt: number | undefined;
}

/** A name that is longer hides what is said of it. */
const MAX_NAME = 100;

/** What a message is about, as its first line. `history`: what the job's history says, if it has one. */
export function writeHeadline(
  { kind, failing: { failures } }: Pick<Notification, 'kind' | 'failing'>,
  ending: RunEnding,
  history: FailedNights | undefined,
): string {
  if (kind === 'waiting') return `${nameOf(ending)} waits for approval`;
  if (kind === 'recovered') return `${nameOf(ending)} recovered after ${count(failures, 'run')}`;
  if (conditionOf(ending) === 'attention') return `${nameOf(ending)} needs attention`;
  return describeFailed(ending, history ?? { runs: failures, nights: 1, lastSuccessAt: undefined });
}

/**
 * For how long a job fails.
 *
 * Shape: `costs: failing for 3 nights, last success 14 November`.
 */
export function describeFailed(ending: RunEnding, { runs, nights, lastSuccessAt }: FailedNights): string {
  const times = runs > 1 ? `failed ${runs} times` : 'failed';
  const what = nights > 1 ? `failing for ${nights} nights` : times;
  const since =
    lastSuccessAt === undefined ? '' : `, last success ${nameDay(lastSuccessAt, ending.finishedAt)}`;
  return `${nameOf(ending)} ${what}${since}`;
}

function nameOf({ job, command }: RunEnding): string {
  return `${clip(job, MAX_NAME)}:${command === 'sync' ? '' : ` ${command}`}`;
}

/** In the machine's time zone, as the times at which jobs start are. */
function nameDay(time: number, now: number): string {
  const [day, today] = [new Date(time), new Date(now)];
  const year = day.getFullYear() === today.getFullYear() ? {} : ({ year: 'numeric' } as const);
  return day.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', ...year });
}
