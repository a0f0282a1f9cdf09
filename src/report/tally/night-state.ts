import type { RunRecord } from '../../domain/run-record.ts';

/**
 * How a night ended, the worst first. `stopped`: by a guard rule or by a person; `missing`: an account in which no
 * run was found; `open`: it has begun and not ended; `none`: there was no run.
 */
export const NIGHT_STATES = ['failed', 'missing', 'stopped', 'open', 'attention', 'done', 'none'] as const;

export type NightState = (typeof NIGHT_STATES)[number];

/** A run that was stopped by a signal, or whose question was answered with no. */
const BY_A_PERSON: readonly (number | null)[] = [8, 130, 143];

export function stateOfRun({
  verdict,
  stopped,
  exit_code,
}: Pick<RunRecord, 'verdict' | 'stopped' | 'exit_code'>): NightState {
  if (verdict === 'killed') return 'failed';
  if (stopped?.code === 'guard' || BY_A_PERSON.includes(exit_code)) return 'stopped';
  if (verdict === 'ok') return 'done';
  return verdict;
}

/** Sorts the worst first. */
export function byWorst(one: NightState, other: NightState): number {
  return NIGHT_STATES.indexOf(one) - NIGHT_STATES.indexOf(other);
}

/** How a night is shown: by a sign, a word, and the colour that the style has for its name. */
export const STATE_SIGNS: Readonly<Record<NightState, { readonly sign: string; readonly word: string }>> = {
  done: { sign: '✓', word: 'done' },
  attention: { sign: '!', word: 'needs attention' },
  stopped: { sign: '■', word: 'stopped' },
  failed: { sign: '✕', word: 'failed' },
  missing: { sign: '?', word: 'missing' },
  open: { sign: '…', word: 'not ended' },
  none: { sign: '·', word: 'no run' },
};
