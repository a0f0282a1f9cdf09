import { driftReasons } from './drift-reasons.ts';
import { joinReasons, splitReasons } from './reasons.ts';
import type { Remark } from './row.ts';
import type { Outcome, PlanEntry } from './stages.ts';

/** What will have become of an entry if nothing is sent: side exits keep their status, an update is `planned`. */
export function predictOutcome(entry: PlanEntry): Outcome {
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
