import type { PhaseSummary } from '../../domain/documents/summary.ts';
import type { RateSetting } from '../../domain/ports.ts';
import { count, formatDuration } from '../text/words.ts';

/**
 * `ask`: a person reads the plan and answers. `follow`: manual prices are waited for. The others are named for what a run does in
 * them.
 */
export type PhaseName = PhaseSummary['phase'];

/** `ask` is not the run's own time. */
const DOING: Readonly<Partial<Record<PhaseName, string>>> = {
  read: 'reading the sheet',
  find: 'finding the listings',
  plan: 'planning',
  send: 'sending updates',
  follow: 'checking manual prices',
  write: 'writing the files',
};

/** A run that is over at once leaves nothing to explain. */
const WORTH_A_WORD_SECONDS = 2;
const MOST = 0.5;

/** How long a run has worked: without the time at a question. */
export function ownSeconds(phases: readonly PhaseSummary[]): number {
  return phases.filter(isOwn).reduce((sum, { seconds }) => sum + seconds, 0);
}

function isOwn({ phase }: PhaseSummary): boolean {
  return DOING[phase] !== undefined;
}

/** What the time went to: `98 % of it at the rate you allow`, or `62 % of it planning`. */
export function describePhases(phases: readonly PhaseSummary[], rate: RateSetting): string | undefined {
  const own = phases.filter(isOwn);
  const total = ownSeconds(phases);
  if (total < WORTH_A_WORD_SECONDS) return undefined;
  const share = (seconds: number) => `${Math.round((100 * seconds) / total)} % of it`;
  const paced = own.reduce((sum, { seconds_at_the_rate: atTheRate }) => sum + atTheRate, 0);
  if (paced >= total * MOST)
    return `${share(paced)} at the rate ${rate === 'auto' ? 'that the service accepts' : 'you allow'}`;
  const longest = own.reduce((a, b) => (b.seconds > a.seconds ? b : a));
  return `${share(longest.seconds)} ${DOING[longest.phase]}`;
}

interface Cost {
  /** Updates that are to be sent. */
  readonly writes: number;
  /** Reads to check listings again before their update; `undefined` where unknown. */
  readonly rereads?: number | undefined;
  /** `undefined` where it is unknown yet. */
  readonly ratePerSecond: number | undefined;
  /** The most that `concurrency` allows. */
  readonly mostPerSecond?: number | undefined;
}

/** What is sent sooner is sent by the time that somebody has read about it. */
const WORTH_SAYING_SECONDS = 10;

/** How long the updates take that are still to be sent, if that is long: `18 min at 10 requests a second`. */
export function describeSending({
  writes,
  rereads = 0,
  ratePerSecond,
  mostPerSecond = Number.POSITIVE_INFINITY,
}: Cost): string | undefined {
  if (ratePerSecond === undefined) return undefined;
  const requests = writes + rereads;
  const perSecond = Math.min(ratePerSecond, mostPerSecond);
  const seconds = requests / perSecond;
  if (seconds <= WORTH_SAYING_SECONDS) return undefined;
  const held = mostPerSecond < ratePerSecond ? ', the most that "concurrency" allows' : '';
  const again = rereads === 0 ? '' : `; ${count(rereads, 'read')} to check the listings again included`;
  return `${formatDuration(seconds * 1000)} at ${count(Math.round(perSecond * 10) / 10, 'request')} a second${held}${again}`;
}
