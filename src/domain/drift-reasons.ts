import { joinReasons, type Reason, type Reasons } from './reasons.ts';
import type { Remark } from './row.ts';

/** How a field may have changed since sheet and service last agreed on it, as the reason of its row. */
export const DRIFT_VERDICTS = ['drifted', 'contested', 'recomputed'] as const satisfies readonly Reason[];
export type DriftVerdict = (typeof DRIFT_VERDICTS)[number];

/** The reason of an update that stops nothing: what its notices say of drift. */
export function driftReasons(notices: readonly Remark[]): Reasons {
  return joinReasons(notices.map(({ reason }) => reason).filter(isDriftVerdict));
}

export function isDriftVerdict(reason: Reason): reason is DriftVerdict {
  return DRIFT_VERDICTS.some((verdict) => verdict === reason);
}
