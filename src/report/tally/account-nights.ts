import type { JobNights } from './arrange-nights.ts';
import { byWorst, type NightState } from './night-state.ts';

/** A job of one of many accounts. */
export interface AccountNights {
  /** The folder, as a user would write it. */
  readonly folder: string;
  /** `undefined`: no run was found there. */
  readonly job: JobNights | undefined;
}

export function stateOfAccount({ job }: AccountNights): NightState {
  return job?.state ?? 'missing';
}

/** Sorts the worst first: by how it is now, then by how many nights were bad. */
export function byWorstAccount(one: AccountNights, other: AccountNights): number {
  return (
    byWorst(stateOfAccount(one), stateOfAccount(other)) ||
    badNightsOf(other) - badNightsOf(one) ||
    (`${one.folder} ${one.job?.job}` < `${other.folder} ${other.job?.job}` ? -1 : 1)
  );
}

function badNightsOf({ job }: AccountNights): number {
  return job?.nights.filter(({ state }) => state === 'failed' || state === 'stopped').length ?? 0;
}
