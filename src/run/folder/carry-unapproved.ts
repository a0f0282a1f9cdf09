import { joinReasons, type Reason, reasonOfStop, splitReasons } from '../../domain/reasons.ts';
import type { CarriedOver } from '../../domain/stages.ts';
import { carryAsItIs } from './carry-entry.ts';
import type { JournalledOutcome } from './journal.ts';
import type { PlannedEntry } from './plan-schema.ts';

/** An update that the run has settled is reported again as it ended then, and its listing is not read. */
export function carrySettled(
  entry: PlannedEntry,
  { status, reason, message }: Pick<JournalledOutcome, 'status' | 'reason' | 'message'>,
): CarriedOver {
  const carried = carryAsItIs(entry);
  if (status !== 'updated') return { ...carried, status, reason, message };
  return { ...carried, status, reason: 'already_updated', message: SENT_BEFORE };
}

const SENT_BEFORE = 'The run that is applied has sent it, and nothing was sent now';

/** An update that a review file offers, and nobody approved: it waits for a person. */
export function carryUnapproved(entry: PlannedEntry): CarriedOver {
  const carried = carryAsItIs(entry);
  const reason = joinReasons([...splitReasons(entry.reason), NOT_APPROVED]);
  const why = entry.status === 'held' ? `${carried.message}; ` : '';
  return { ...carried, status: 'held', reason, message: `${why}the review file does not approve it` };
}

const NOT_APPROVED = 'not_approved' satisfies Reason;

/** What kept a run from sending all of its plan. */
type RunStop = Parameters<typeof reasonOfStop>[0] & { readonly message: string };

/** An update that the run was to send itself, and did not: nobody was asked to approve it. `stop`: unknown of a run that was killed. */
export function carryUnsent(entry: PlannedEntry, stop: RunStop = KILLED): CarriedOver {
  const message = `${UNSENT}: ${stop.message}`;
  return { ...carryAsItIs(entry), status: 'skipped', reason: reasonOfStop(stop), message };
}

const UNSENT = 'The run that is applied did not send it, and approving is not about it';
const KILLED: RunStop = { code: 'interrupted', rules: [], message: 'that run was killed' };
