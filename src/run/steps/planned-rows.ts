import { MAY_ARRIVE, mayArriveUntil } from '../../domain/effects.ts';
import { RunFolderError } from '../../domain/errors.ts';
import { joinReasons, readReasons, splitReasons } from '../../domain/reasons.ts';
import type { SheetRow } from '../../domain/row.ts';
import {
  type Blocked,
  type CarriedOver,
  type Held,
  type Settlement,
  toDesired,
  type Update,
} from '../../domain/stages.ts';
import type { ReadApproval } from '../approval/approve.ts';
import type { PlanFile } from '../folder/plan-file.ts';
import { carry, type PlanHead, type PlannedEntry } from '../folder/plan-schema.ts';
import { canBeApproved, isOffered } from '../folder/review-rows.ts';
import type { OpenRun } from '../job/open-earlier-run.ts';
import { rowOfListing } from '../sheet/row-source.ts';

/** What the run has sent, how it ended, the time now, and what a person approved if only that is to be sent. */
interface Past extends Pick<OpenRun, 'journal' | 'isUnsent' | 'stopped'> {
  readonly now: number;
  readonly approved: ReadApproval | undefined;
}

/**
 * Every update's listing is read again, even if the journal has it as updated: the run may have been undone since, or
 * the listing changed. Other entries are carried over, and so is an update that nobody approved.
 */
export function* toPlannedRows({ head, entries }: PlanFile, past: Past): Generator<SheetRow | CarriedOver> {
  const { approved, journal, stopped } = past;
  for (const [n, entry] of entries()) {
    const outcome = journal?.byEntry.get(n);
    if (!approved) yield toRow(entry, outcome, { head, ...past });
    else if (!canBeApproved(entry)) yield carry(entry);
    else if (approved.isApproved(n)) yield toUpdateRow(entry, outcome, { head, ...past });
    else if (outcome) yield carrySettled(entry, outcome);
    else yield isOffered(entry, past) ? carryUnapproved(entry) : carryUnsent(entry, stopped);
  }
}

interface Sending extends Past {
  readonly head: PlanHead;
}

function toRow(
  entry: PlannedEntry,
  outcome: Settlement | undefined,
  sending: Sending,
): SheetRow | CarriedOver {
  if (entry.kind === 'update') return toUpdateRow(entry, outcome, sending);
  if (entry.kind === 'blocked') return { ...toPlannedRow(entry), planned: entry.resolved.row.planned };
  return entry.kind === 'carried' && entry.status === 'updated' ? toSentRow(entry) : carry(entry);
}

function toUpdateRow(
  update: Update | Held,
  outcome: Settlement | undefined,
  { head, journal, now }: Sending,
): SheetRow {
  const { resolved, changes, pins, exact, notices } = update;
  const { line, planned } = resolved.row;
  const { platform, channel, currency, values: before } = resolved.listing;
  const market = { platform, channel, currency };
  if (changes.some((change) => before[change.field] !== change.before))
    throw new RunFolderError(`Cannot apply the plan: its update of line ${line} contradicts itself`);
  const wasSent = outcome ? outcome.mayArrive === true : journal !== undefined && !journal.ended;
  // An update that was sent before may arrive after the one that is sent now, and after an undo of that.
  const mayArrive = planned?.mayArrive === true || wasSent;
  // Whether one that was sent before the plan was made still may.
  const isOpen = mayArriveUntil(Date.parse(head.created_at), now) !== undefined;
  return {
    ...toPlannedRow(update),
    planned: { before, ...market, pins: toDesired(pins, 'after'), exact, mayArrive },
    notices: notices.filter(({ reason }) => isOpen || reason !== MAY_ARRIVE),
  };
}

function toPlannedRow({ resolved: { row, listing, fees }, changes }: Update | Held | Blocked): SheetRow {
  const { line, cells } = row;
  return {
    ...rowOfListing({ line, cells, listing }),
    requested: toDesired(changes, 'after'),
    ...(fees && { fees }),
    ...(row.pieces !== undefined && { pieces: row.pieces }),
    notices: [],
  };
}

/** What another run had sent before the plan was made, and may have been taken back since: its listing is read, and nothing is sent. */
function toSentRow(entry: CarriedOver): SheetRow | CarriedOver {
  const { line, cells, changes, listing } = entry;
  if (!listing) return entry;
  const requested = toDesired(changes, 'after');
  const row = rowOfListing({ line, cells, listing });
  return { ...row, currency: listing.currency, requested, expected: requested, notices: [] };
}

/** An update that the run has settled is reported again as it ended then, and its listing is not read. */
function carrySettled(entry: Update | Held, { status, reason, message }: Settlement): CarriedOver {
  const carried = carry(entry);
  if (status !== 'updated') return { ...carried, status, reason, message };
  return { ...carried, status, reason: 'already_updated', message: SENT_BEFORE };
}

const SENT_BEFORE = 'The run that is applied has sent it, and nothing was sent now';

/** An update that a review file offers, and nobody approved: it waits for a person. */
function carryUnapproved(entry: Update | Held): CarriedOver {
  const carried = carry(entry);
  const reason = joinReasons([...splitReasons(carried.reason), 'not_approved']);
  const why = entry.kind === 'held' ? `${carried.message}; ` : '';
  return { ...carried, status: 'held', reason, message: `${why}the review file does not approve it` };
}

/** What kept a run from sending all of its plan. */
type RunStop = NonNullable<OpenRun['stopped']>;

/** An update that the run was to send itself, and did not: nobody was asked to approve it. `stop`: unknown of a run that was killed. */
function carryUnsent(entry: Update | Held, stop: RunStop = KILLED): CarriedOver {
  const reason = readReasons(stop.code === 'guard' ? stop.rules.join(';') : stop.code);
  return { ...carry(entry), status: 'skipped', reason, message: `${UNSENT}: ${stop.message}` };
}

const UNSENT = 'The run that is applied did not send it, and its review file does not offer it';
const KILLED: RunStop = { code: 'interrupted', rules: [], message: 'that run was killed' };
