import { MAY_ARRIVE } from '../../domain/may-arrive.ts';
import type { Reasons } from '../../domain/reasons.ts';
import type { Status } from '../../domain/status.ts';
import type { RunReport } from '../tally/run-report.ts';

interface Ended {
  readonly status: Status;
  readonly reason: Reasons;
}

type Command = RunReport['command'];

/** What to do about rows that ended so, as far as the command can do something about it; their messages say more. */
export function advise({ status, reason }: Ended, command: Command): string {
  return ofReason({ status, reason }, command) ?? OF_COMMAND[command]?.[status] ?? ADVICE[status] ?? '';
}

function ofReason({ status, reason }: Ended, command: Command): string | undefined {
  if (reason === 'strategy_refused') return 'the strategy is gone: choose another one';
  if (reason === 'held_though_unsent')
    return 'it holds what was planned: to give that back, retry.csv to sync';
  if (status !== 'unconfirmed') return undefined;
  if (reason === MAY_ARRIVE)
    return command === 'undo' ? 'wait, then undo once more' : 'wait, then look again';
  return reason === 'answer_lost' && command === 'undo' ? 'outcome unknown: undo once more' : undefined;
}

const ADVICE: Readonly<Partial<Record<Status, string>>> = {
  invalid: 'repair the cells',
  not_found: 'check the SKUs, or --missing ok',
  ambiguous: 'say which listing is meant, or --match all',
  blocked: 'repair the rows, or --allow the rule',
  conflict: 'look what somebody else has set',
  failed: 'see what the service says',
  unconfirmed: 'outcome unknown: check these listings',
  skipped: 'not sent: sync them again',
};

/** An apply asks no rule of a row again, and an undo reads no sheet. */
const OF_COMMAND: Readonly<Partial<Record<Command, Readonly<Partial<Record<Status, string>>>>>> = {
  apply: {
    ambiguous: 'say which listing is meant, then sync',
    blocked: 'repair the rows, or plan anew: sync --allow the rule',
  },
  undo: { not_found: 'check that the key is of the same account', skipped: 'not sent: undo once more' },
};
