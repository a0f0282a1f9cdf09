import { hash } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { RunFolderError, systemCode } from '../../domain/errors.ts';
import { parseJson, toJsonText } from '../../domain/json-text.ts';
import type { Disk } from '../../domain/ports.ts';
import type { Shell } from '../../domain/quote-word.ts';
import { listingOf, type Outcome, rowOf, type Settlement } from '../../domain/stages.ts';
import { STATUSES } from '../../domain/status.ts';
import { formatCommand } from '../../report/text/format-command.ts';
import { eachInSteps, type Steps } from '../disk/in-slices.ts';
import type { CountedLineFile } from '../disk/line-file.ts';
import { readRunLines } from './plan-file.ts';
import { changesSchema, reasonsSchema } from './plan-schema.ts';
import { RUN_FILES } from './run-folder.ts';

const outcomeSchema = z.looseObject({
  kind: z.literal('outcome'),
  /** The entry's position in the plan. */
  n: z.int(),
  status: z.enum(STATUSES),
  reason: reasonsSchema,
  message: z.string(),
  attempts: z.int(),
  httpStatus: z.int().optional(),
  completedAt: z.number().optional(),
  observed: changesSchema.optional(),
  mayArrive: z.boolean().optional(),
  notApplied: z.boolean().optional(),
});

const lineSchema = z.discriminatedUnion('kind', [outcomeSchema, z.looseObject({ kind: z.literal('end') })]);

export interface JournalFile {
  /** How updates were settled, by their position in the plan. */
  readonly byEntry: ReadonlyMap<number, Settlement>;
  /** The run ended normally: an entry without an outcome was never sent. */
  readonly ended: boolean;
}

/** A settled update as a line of `outcomes.ndjson`. `n`: the entry's position in the plan. */
export function toOutcomeLine(n: number, outcome: Outcome): string {
  const { kind, entry, status, reason, message, attempts, httpStatus, completedAt, observed } = outcome;
  const { mayArrive, notApplied } = outcome;
  const { line } = rowOf(entry);
  const listingId = listingOf(entry)?.id;
  const tried = { attempts, httpStatus, completedAt, observed, mayArrive, notApplied };
  return toJsonText({ kind, n, line, listingId, status, reason, message, ...tried });
}

/** The last line, which says that the run ended normally. */
const END_OF_JOURNAL = JSON.stringify({ kind: 'end' });

interface ReadOptions {
  /** What the first line is chained to: the plan's seal. */
  readonly start: string;
  readonly disk: Disk;
}

/**
 * Reads `outcomes.ndjson`; a run that sent nothing has none.
 *
 * Errors: `RunFolderError` if it is not as the run wrote it, except for an incomplete last line.
 */
export function* readJournal(path: string, options: ReadOptions): Steps<JournalFile | undefined> {
  try {
    return yield* readThere(path, options);
  } catch (error) {
    // A journal that can't be inspected exists all the same: an undo without it would forget what was sent.
    if (error instanceof RunFolderError && systemCode(error.cause) === 'ENOENT') return undefined;
    throw error;
  }
}

function* readThere(path: string, { start, disk }: ReadOptions): Steps<JournalFile> {
  const byEntry = new Map<number, Settlement>();
  let ended = false;
  let link = start;
  let number = 0;
  // A last line that was being written when the run was killed is left out.
  yield* eachInSteps(readRunLines(path, disk), (text) => {
    number++;
    const next = followLink(text, link);
    if (next === undefined) throw damaged(path, describeBreak(number));
    link = next;
    const { data: line, error } = lineSchema.safeParse(parseJson(text));
    if (!line) throw damaged(path, `line ${number}: ${error.issues[0]?.message}`);
    if (line.kind === 'end') ended = true;
    // A run settles each update once and writes one line for it.
    else if (byEntry.has(line.n)) throw damaged(path, `it has two lines for entry ${line.n}`);
    else byEntry.set(line.n, line);
  });
  return { byEntry, ended };
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

/** The journal of a run while its updates are sent. */
export interface OutcomeJournal {
  /** `n`: the entry's position in the plan. Resolves once the outcome was written. Errors: `DiskError`. */
  note(n: number, outcome: Outcome): Promise<void>;
  /** The outcomes that were not written. */
  unnoted(): readonly Outcome[];
  /** Writes the last line, once every outcome was written. Errors: `DiskError`, also if an outcome could not be written. */
  end(): void;
}

/** The outcomes of one turn of the event loop. */
interface Turn {
  readonly lines: string[];
  readonly noted: Promise<void>;
}

/**
 * Writes the outcomes of one turn of the event loop at once: one write each would take longer than everything else here.
 * `note` resolves when its outcome is written, so that there are never more unwritten outcomes than updates under way.
 * Each line is chained to the one before, the first to `start`, the seal of the plan.
 */
export function openOutcomeJournal(file: CountedLineFile, start: string): OutcomeJournal {
  const waiting: Outcome[] = [];
  /** Of the last line that was written. */
  let link = start;
  let turn: Turn | undefined;

  function note(n: number, outcome: Outcome): Promise<void> {
    waiting.push(outcome);
    turn ??= beginTurn();
    turn.lines.push(toOutcomeLine(n, outcome));
    return turn.noted;
  }

  function beginTurn(): Turn {
    const lines: string[] = [];
    const noted = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      turn = undefined;
      write(lines);
    });
    return { lines, noted };
  }

  function write(lines: readonly string[]): void {
    const before = file.taken();
    try {
      append(lines);
    } finally {
      waiting.splice(0, file.taken() - before);
    }
  }

  function append(lines: readonly string[]): void {
    let last = link;
    const chained = lines.map((text) => {
      const next = chainLine(text, last);
      last = next.link;
      return next.line;
    });
    file.appendAll(chained);
    link = last;
  }

  function end(): void {
    append([END_OF_JOURNAL]);
    file.close();
  }

  return { note, unnoted: () => waiting, end };
}

/** A line of a chained file. */
export interface ChainedLine {
  readonly line: string;
  /** The link that the next line is chained to. */
  readonly link: string;
}

/**
 * Chains a JSON object to the line before it: the line ends with a checksum of this line's text and of the previous
 * checksum, so that a line that was left out, edited, doubled or moved no longer fits.
 *
 * @param previous The link of the line before; of the first line, what the file as a whole belongs to.
 */
export function chainLine(text: string, previous: string): ChainedLine {
  const link = hash('sha256', previous + text).slice(0, LINK_LENGTH);
  return { line: `${text.slice(0, -1)}${toEnding(link)}`, link };
}

/** The link of a line chained to `previous`; `undefined` for any other line. */
function followLink(line: string, previous: string): string | undefined {
  const text = `${line.slice(0, -ENDING_LENGTH)}}`;
  const chained = chainLine(text, previous);
  return chained.line === line ? chained.link : undefined;
}

/** In hex digits: 64 bits are not matched by accident. */
const LINK_LENGTH = 16;

function toEnding(link: string): string {
  return `,"chain":"${link}"}`;
}

const ENDING_LENGTH = toEnding('').length + LINK_LENGTH;
