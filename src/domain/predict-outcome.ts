import { joinReasons, type Reason, type Reasons, splitReasons } from './reasons.ts';
import type { Remark } from './row.ts';
import type { Outcome, PlanEntry } from './stages.ts';

/** What will have become of an entry if nothing is sent: side exits keep their status, an update is `planned`. */
export function predictOutcome<E extends PlanEntry>(entry: E): Outcome<E> {
  const { status, reason, message } = describe(entry);
  return { kind: 'outcome', entry, attempts: 0, status, reason, message };
}

function describe(entry: PlanEntry): Pick<Outcome, 'status' | 'reason' | 'message'> {
  switch (entry.kind) {
    case 'invalid':
      return {
        status: 'invalid',
        reason: joinReasons(entry.problems.map(({ reason }) => reason)),
        message: joinMessages(entry.problems),
      };
    case 'ignored':
    case 'duplicate':
      return { status: entry.kind, reason: entry.reason, message: entry.message };
    case 'unresolved':
    case 'blocked':
    case 'carried':
      return { status: entry.status, reason: entry.reason, message: entry.message };
    case 'held':
      return {
        status: 'held',
        reason: joinReasons([...splitReasons(entry.reason), ...splitReasons(driftReasons(entry.notices))]),
        message: joinMessages([entry, ...entry.notices]),
      };
    case 'unchanged':
      return { status: 'unchanged', reason: '', message: joinMessages(entry.resolved.row.notices) };
    case 'update':
      return {
        status: 'planned',
        reason: driftReasons(entry.notices),
        message: joinMessages(entry.notices),
      };
  }
}

function joinMessages(remarks: readonly Pick<Remark, 'message'>[]): string {
  return remarks.map(({ message }) => message).join('; ');
}

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
