import { MAY_ARRIVE } from '../../domain/effects.ts';
import type { Reasons } from '../../domain/reasons.ts';
import type { Status } from '../../domain/status.ts';
import type { RunReport } from '../tally/run-report.ts';

interface Ended {
  readonly status: Status;
  readonly reason: Reasons;
}

type Command = RunReport['command'];

/** Short advice for rows with this status and reason, for the command that was run. */
export function advise({ status, reason }: Ended, command: Command): string {
  return ofReason({ status, reason }, command) ?? OF_COMMAND[command]?.[status] ?? ADVICE[status] ?? '';
}

function ofReason({ status, reason }: Ended, command: Command): string | undefined {
  if (reason === 'strategy_refused') return 'the strategy is gone: choose another one';
  if (reason === 'duplicate_disagrees') return 'choose the rows that count';
  if (reason === 'held_though_unsent') return 'already as planned: to restore the old values, sync retry.csv';
  if (status !== 'unconfirmed') return undefined;
  if (reason === MAY_ARRIVE) return command === 'undo' ? 'wait, then undo again' : 'wait, then check again';
  return reason === 'answer_lost' && command === 'undo' ? 'outcome unknown: undo again' : undefined;
}

const ADVICE: Readonly<Partial<Record<Status, string>>> = {
  invalid: 'fix the cells',
  not_found: 'check the SKUs, or pass --missing ok',
  ambiguous: 'delete the wrong rows in retry.csv, or pass --match all',
  blocked: 'fix the rows, or allow the rule with --allow',
  conflict: 'check what somebody else changed',
  failed: "see the service's message",
  unconfirmed: 'outcome unknown: check these listings',
  skipped: 'not sent: sync them again',
};

/** An apply asks no rule of a row again, and an undo reads no sheet. */
const OF_COMMAND: Readonly<Partial<Record<Command, Readonly<Partial<Record<Status, string>>>>>> = {
  apply: {
    ambiguous: 'delete the wrong rows in retry.csv, then sync',
    blocked: 'fix the rows, or sync again with --allow',
    skipped: 'not sent: apply the rest of that plan',
  },
  undo: { not_found: 'check that the key belongs to the same account', skipped: 'not sent: undo again' },
};
