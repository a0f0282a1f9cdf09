import type { PhaseSummary } from '../../domain/documents/summary.ts';
import type { RateSetting } from '../../domain/ports.ts';

/**
 * `ask`: a person reads the plan and answers. `follow`: manual prices are waited for. The others are named for what a run does in
 * them.
 */
export type PhaseName = 'read' | 'find' | 'plan' | 'ask' | 'send' | 'follow' | 'write';

/** What a phase of a run took. */
export interface PhaseTime {
  readonly phase: PhaseName;
  readonly ms: number;
  /** Every attempt counted. */
  readonly requests: number;
  /** While requests were ready to go, and only the rate held them up. */
  readonly pacedMs: number;
}

/** `times.phases` in `summary.json`. Units: seconds, to a thousandth. */
export function summarizePhases(phases: readonly PhaseTime[]): readonly PhaseSummary[] {
  return phases.map(({ phase, ms, requests, pacedMs }) => ({
    phase,
    seconds: toSeconds(ms),
    requests,
    seconds_at_the_rate: toSeconds(pacedMs),
  }));
}

function toSeconds(ms: number): number {
  return Math.round(ms) / 1000;
}

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
const WORTH_A_WORD_MS = 2000;
const MOST = 0.5;

/** How long a run has worked: without the time at a question. Units: milliseconds. */
export function ownMs(phases: readonly PhaseTime[]): number {
  return sum(phases.filter(isOwn), ({ ms }) => ms);
}

function isOwn({ phase }: PhaseTime): boolean {
  return DOING[phase] !== undefined;
}

/** What the time went to: `98 % of it at the rate you allow`, or `62 % of it planning`. */
export function describePhases(phases: readonly PhaseTime[], rate: RateSetting): string | undefined {
  const own = phases.filter(isOwn);
  const total = ownMs(phases);
  if (total < WORTH_A_WORD_MS) return undefined;
  const share = (ms: number) => `${Math.round((100 * ms) / total)} % of it`;
  const paced = sum(own, ({ pacedMs }) => pacedMs);
  if (paced >= total * MOST)
    return `${share(paced)} at the rate ${rate === 'auto' ? 'that the service accepts' : 'you allow'}`;
  const longest = own.reduce((a, b) => (b.ms > a.ms ? b : a));
  return `${share(longest.ms)} ${DOING[longest.phase]}`;
}

function sum(phases: readonly PhaseTime[], ms: (phase: PhaseTime) => number): number {
  return phases.reduce((total, phase) => total + ms(phase), 0);
}
