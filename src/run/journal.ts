import { z } from 'zod';
import { systemCode } from '../domain/describe-system-error.ts';
import { RunFolderError } from '../domain/errors.ts';
import { toJsonText } from '../domain/json-text.ts';
import type { Disk } from '../domain/ports.ts';
import type { Outcome } from '../domain/stages.ts';
import { rowOf } from '../domain/stages.ts';
import { STATUSES } from '../domain/status.ts';
import { changesSchema, toChangesJson } from './changes-json.ts';
import { readJsonLines } from './read-json-lines.ts';
import type { LineFile } from './run-folder.ts';

const outcomeSchema = z.looseObject({
  kind: z.literal('outcome'),
  /** The entry's position in the plan. */
  n: z.int(),
  listing_id: z.string().nullable(),
  status: z.enum(STATUSES),
  reason: z.string(),
  message: z.string().optional(),
  attempts: z.int().optional(),
  http_status: z.int().nullish(),
  completed_at: z.string().nullish(),
  /** What the listing was last seen to hold, where that differs from before. */
  observed: changesSchema.nullable(),
  /** An attempt may have taken effect later. Journals of older versions don't say. */
  may_arrive: z.literal(true).optional(),
});

const endSchema = z.looseObject({ kind: z.literal('end') });

export type JournalledOutcome = z.infer<typeof outcomeSchema>;

export interface JournalFile {
  readonly byEntry: ReadonlyMap<number, JournalledOutcome>;
  /** The run came to its own end: what is not in the journal was never sent. */
  readonly ended: boolean;
}

/** A settled update as a line of `outcomes.ndjson`. `n`: the entry's position in the plan. */
export function toOutcomeLine(n: number, outcome: Outcome): string {
  const { entry, status, reason, message, attempts, httpStatus, completedAt, observed, mayArrive } = outcome;
  const line = {
    kind: 'outcome',
    n,
    line: rowOf(entry).line,
    listing_id: entry.kind === 'update' ? entry.resolved.listing.id : null,
    status,
    reason,
    message,
    attempts,
    http_status: httpStatus ?? null,
    completed_at: completedAt === undefined ? null : new Date(completedAt).toISOString(),
    observed: observed ? toChangesJson(observed) : null,
    ...(mayArrive && { may_arrive: true }),
  };
  return toJsonText(line);
}

/** Says that the run came to its own end. */
export function appendEnd(journal: LineFile): void {
  journal.append(JSON.stringify({ kind: 'end' }));
}

/** Reads `outcomes.ndjson` back. A run that sent nothing has none. */
export function readJournal(path: string, disk: Disk): JournalFile | undefined {
  try {
    return readThere(path, disk);
  } catch (error) {
    // A journal that can't be looked at is there all the same: an undo without it would forget what was sent.
    if (error instanceof RunFolderError && systemCode(error.cause) === 'ENOENT') return undefined;
    throw error;
  }
}

function readThere(path: string, disk: Disk): JournalFile {
  const byEntry = new Map<number, JournalledOutcome>();
  let ended = false;
  for (const { json } of readJsonLines(path, { tornTail: 'leave_out', disk })) {
    const outcome = outcomeSchema.safeParse(json);
    if (outcome.success) noteOutcome(outcome.data, byEntry, path);
    else if (endSchema.safeParse(json).success) ended = true;
    else throw new RunFolderError(`Cannot use the journal "${path}": ${outcome.error.issues[0]?.message}`);
  }
  return { byEntry, ended };
}

/** Each update is settled once: a second line for it was written by somebody else. */
function noteOutcome(
  outcome: JournalledOutcome,
  byEntry: Map<number, JournalledOutcome>,
  path: string,
): void {
  if (byEntry.has(outcome.n))
    throw new RunFolderError(`Cannot use the journal "${path}": it has two lines for entry ${outcome.n}`);
  byEntry.set(outcome.n, outcome);
}
