import { joinReasons } from './reasons.ts';
import type { Remark } from './row.ts';
import type { Outcome, PlanEntry } from './stages.ts';

/** What will have become of an entry if nothing is sent: side exits keep their status, an update is `planned`. */
export function foreseeOutcome(entry: PlanEntry): Outcome {
  return { kind: 'outcome', entry, attempts: 0, ...describe(entry) };
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
    case 'unchanged':
      return { status: 'unchanged', reason: '', message: joinMessages(entry.resolved.row.notices) };
    case 'update':
      return { status: 'planned', reason: '', message: joinMessages(entry.notices) };
  }
}

function joinMessages(remarks: readonly Remark[]): string {
  return remarks.map(({ message }) => message).join('; ');
}
