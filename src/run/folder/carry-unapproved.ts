import { joinReasons, type Reason, splitReasons } from '../../domain/reasons.ts';
import type { CarriedOver } from '../../domain/stages.ts';
import { carryAsItIs } from './carry-entry.ts';
import type { JournalledEnd } from './journal.ts';
import type { PlannedEntry } from './plan-schema.ts';

/**
 * An update that nobody approved: it waits for a person. One that the run has sent itself is reported again as it ended then, and its listing
 * is not read.
 */
export function carryUnapproved(entry: PlannedEntry, end: JournalledEnd | undefined): CarriedOver {
  const carried = carryAsItIs(entry);
  if (end) {
    const { status, reason, message = '' } = end;
    if (status !== 'updated') return { ...carried, status, reason, message };
    return { ...carried, status, reason: 'already_updated', message: SENT_BEFORE };
  }
  const reason = joinReasons([...splitReasons(entry.reason), NOT_APPROVED]);
  const why = entry.status === 'held' ? `${carried.message}; ` : '';
  return { ...carried, status: 'held', reason, message: `${why}the review file does not approve it` };
}

const NOT_APPROVED = 'not_approved' satisfies Reason;
const SENT_BEFORE = 'The run that is applied has sent it, and nothing was sent now';
