import { join } from 'node:path';
import { z } from 'zod';
import { systemCode } from '../../domain/describe-system-error.ts';
import { RunFolderError } from '../../domain/errors.ts';
import { toJsonText } from '../../domain/json-text.ts';
import type { Disk } from '../../domain/ports.ts';
import type { Shell } from '../../domain/quote-word.ts';
import type { Outcome } from '../../domain/stages.ts';
import { rowOf } from '../../domain/stages.ts';
import { STATUSES } from '../../domain/status.ts';
import { formatCommand } from '../../report/text/format-command.ts';
import { followLink } from './chain-line.ts';
import { changesSchema, toChangesJson } from './changes-json.ts';
import { readJsonLines } from './read-json-lines.ts';
import { reasonsSchema } from './reasons-schema.ts';
import { RUN_FILES } from './run-folder.ts';

const outcomeSchema = z.looseObject({
  kind: z.literal('outcome'),
  /** The entry's position in the plan. */
  n: z.int(),
  listing_id: z.string().nullable(),
  status: z.enum(STATUSES),
  reason: reasonsSchema,
  message: z.string(),
  attempts: z.int(),
  http_status: z.int().nullable(),
  completed_at: z.string().nullable(),
  /** The listing's values when last seen, where they differ from before. */
  observed: changesSchema.nullable(),
  /** An attempt may take effect later. */
  may_arrive: z.literal(true).optional(),
  untaken: z.literal(true).optional(),
});

const endSchema = z.looseObject({ kind: z.literal('end') });

export type JournalledOutcome = z.infer<typeof outcomeSchema>;

export interface JournalFile {
  /** How updates were settled. */
  readonly byEntry: ReadonlyMap<number, JournalledOutcome>;
  /** The run ended normally: an entry without an outcome was never sent. */
  readonly ended: boolean;
}

/** A settled update as a line of `outcomes.ndjson`. `n`: the entry's position in the plan. */
export function toOutcomeLine(n: number, outcome: Outcome): string {
  const { entry, status, reason, message, attempts, httpStatus, completedAt, observed } = outcome;
  const { mayArrive, untaken } = outcome;
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
    ...(untaken && { untaken: true }),
  };
  return toJsonText(line);
}

/** The last line, which says that the run ended normally. */
export const END_OF_JOURNAL = JSON.stringify({ kind: 'end' });

/** Parses a line that is known to be intact. */
export interface JournalLine {
  readonly kind: string;
  readonly chain?: string;
  /** Of an outcome: the entry's position in the plan. */
  readonly n: number;
  /** Of an outcome: the listing's values when last seen, before and after, by field. */
  readonly observed?: Readonly<Record<string, readonly [unknown, number | null]>> | null;
}

interface ReadOptions {
  /** What the first line is chained to, the plan's seal; `undefined`: the chain is not checked. */
  readonly start: string | undefined;
  readonly disk: Disk;
}

/**
 * Reads `outcomes.ndjson`; a run that sent nothing has none.
 *
 * Errors: `RunFolderError` if it is not as the run wrote it, except for an incomplete last line.
 */
export function readJournal(path: string, options: ReadOptions): JournalFile | undefined {
  try {
    return readThere(path, options);
  } catch (error) {
    // A journal that can't be inspected exists all the same: an undo without it would forget what was sent.
    if (error instanceof RunFolderError && systemCode(error.cause) === 'ENOENT') return undefined;
    throw error;
  }
}

function readThere(path: string, options: ReadOptions): JournalFile {
  const byEntry = new Map<number, JournalledOutcome>();
  let ended = false;
  for (const json of readJournalLines(path, options)) {
    const outcome = outcomeSchema.safeParse(json);
    if (outcome.success) noteOutcome(outcome.data, byEntry, path);
    else if (endSchema.safeParse(json).success) ended = true;
    else throw damaged(path, `${outcome.error.issues[0]?.message}`);
  }
  return { byEntry, ended };
}

/**
 * The lines of `outcomes.ndjson`, each checked against the line before.
 *
 * Errors: as `readJournal`, and if there is none.
 */
function* readJournalLines(path: string, { start, disk }: ReadOptions): Generator<JournalLine> {
  let link = start;
  let number = 0;
  for (const line of readJsonLines(path, { tornTail: 'leave_out', hint: JOURNALS_ARE_CHAINED, disk })) {
    number++;
    if (link !== undefined) {
      link = followLink(line.text, link);
      if (link === undefined) throw damaged(path, describeBreak(number));
    }
    yield line.json as JournalLine;
  }
}

function describeBreak(number: number): string {
  if (number === 1)
    return 'it does not belong to the plan in the same folder, or line 1 was edited or removed';
  return `line ${number} was edited, or a line before it was removed or moved`;
}

function damaged(path: string, why: string): RunFolderError {
  return new RunFolderError(`Cannot use the journal "${path}": ${why}`, { hint: JOURNALS_ARE_CHAINED });
}

/** The error for a run that sent updates but has no journal. */
export function journalGone(
  action: string,
  { folder, shell }: { readonly folder: string; readonly shell: Shell },
): RunFolderError {
  return new RunFolderError(`Cannot ${action}: the run sent updates, and its journal is gone`, {
    hint: `Undo it with: ${formatCommand(['sync', join(folder, RUN_FILES.undo)], shell)}`,
  });
}

/** Without its last line a journal says nothing about entries that are not in it, so that all of them are read again. */
const JOURNALS_ARE_CHAINED =
  'Restore the file from a backup, or undo the run with: pricesheet sync undo.csv; without either, delete the first damaged line and all lines after it: undo then reads each listing that is no longer in the journal';

/** A run settles each update once and writes one line for it. */
function noteOutcome(
  outcome: JournalledOutcome,
  byEntry: Map<number, JournalledOutcome>,
  path: string,
): void {
  if (byEntry.has(outcome.n)) throw damaged(path, `it has two lines for entry ${outcome.n}`);
  byEntry.set(outcome.n, outcome);
}
