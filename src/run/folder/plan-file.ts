import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { DiskError, describeSystemError, RunFolderError } from '../../domain/errors.ts';
import { parseJson, toJsonText } from '../../domain/json-text.ts';
import type { Disk } from '../../domain/ports.ts';
import { ITEMS_AT_ONCE, type Steps } from '../disk/in-slices.ts';
import { readFirstJson, readLines } from '../disk/line-file.ts';
import type { LineBlock } from '../disk/spool.ts';
import { entrySchema, headSchema, type PlanHead, type PlannedEntry } from './plan-schema.ts';

/**
 * Renders a plan in blocks: its head, the lines of its entries, and an end with the checksum of all bytes before it. Returns the
 * checksum, which seals it.
 */
export function* renderSealed(
  head: object,
  lines: Iterable<LineBlock>,
): Generator<string | Uint8Array, string> {
  const hash = createHash('sha256');
  const headLine = `${toJsonText(head)}\n`;
  hash.update(headLine);
  yield headLine;
  let entries = 0;
  for (const { count, bytes } of lines) {
    hash.update(bytes);
    yield bytes;
    entries += count;
  }
  const seal = hash.digest('hex');
  yield `${endLine(entries, seal)}\n`;
  return seal;
}

function endLine(entries: number, sha256: string): string {
  return JSON.stringify({ kind: 'end', entries, sha256 });
}

export interface PlanFile {
  readonly head: PlanHead;
  /** Checksum of the whole file. */
  readonly sha256: string;
  /** Checksum of every byte before the last line, which the first line of its journal is chained to. */
  readonly seal: string;
  /** The entries with their positions, read again each time. Errors: as `readPlan`. */
  entries(): Iterable<readonly [n: number, entry: PlannedEntry]>;
}

/** At most this many entries are held in memory; those of larger plans are read again. */
const MAX_HELD = 20_000;

/**
 * Reads a plan.
 *
 * Errors: `RunFolderError` if there is none, or it is not exactly what was written: it decides which amounts are sent.
 */
export function* readPlan(path: string, disk: Disk): Steps<PlanFile> {
  const lines = readSealed(path, disk);
  const first = lines.next();
  let held: string[] | undefined = [];
  let next = lines.next();
  for (let count = 1; !next.done; next = lines.next()) {
    held?.push(next.value);
    if (held && held.length > MAX_HELD) held = undefined;
    if (++count % ITEMS_AT_ONCE === 0) yield;
  }
  const { sha256, seal } = next.value;
  function* entries(): Generator<readonly [number, PlannedEntry]> {
    let n = 0;
    for (const line of held ?? readPlanLines(path, { seal, disk }))
      yield [n++, parseLine(entrySchema, line, path)];
  }
  return { head: parseLine(headSchema, String(first.value), path), sha256, seal, entries };
}

/** Reads a plan's first line; `undefined` if it can't be read. */
export function readPlanHead(path: string, disk: Disk): PlanHead | undefined {
  return headSchema.safeParse(readFirstJson(path, disk)).data;
}

interface KnownPlan {
  readonly seal: string;
  readonly disk: Disk;
}

/**
 * Yields the lines of a plan's entries, unchanged, one at a time.
 *
 * Errors: `RunFolderError`, after the last line at the latest, if it is not exactly the plan with this seal.
 */
export function* readPlanLines(path: string, { seal, disk }: KnownPlan): Generator<string, void> {
  const lines = readSealed(path, disk);
  lines.next();
  const again = yield* lines;
  if (again.seal !== seal) throw damaged(path, 'it changed while it was being read');
}

/** Yields all lines but the last one, which has to be the end that seals them. Errors: as `readPlanLines`. */
function* readSealed(path: string, disk: Disk): Generator<string, Pick<PlanFile, 'sha256' | 'seal'>> {
  const hash = createHash('sha256');
  const lines = readRunLines(path, disk);
  let entries = -1;
  let held: string | undefined;
  let next = lines.next();
  for (; !next.done; next = lines.next()) {
    if (held !== undefined) {
      hash.update(`${held}\n`);
      yield held;
      entries++;
    }
    held = next.value;
  }
  if (next.value !== '' || held === undefined || entries < 0) throw damaged(path, 'it is incomplete');
  const seal = hash.copy().digest('hex');
  if (held !== endLine(entries, seal)) throw damaged(path, 'it was changed after it was written');
  return { seal, sha256: hash.update(`${held}\n`).digest('hex') };
}

/** The hint for a path that is not a run. */
export const NAME_A_RUN = 'Name a run folder that a sync, a diff, an apply or an undo left behind';

/** Reads a file of a run as `readLines` does. Errors: `RunFolderError` if there is none, or it can't be read. */
export function* readRunLines(path: string, disk: Disk): Generator<string, string> {
  try {
    return yield* readLines(path, disk);
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    const { cause } = error;
    throw new RunFolderError(`Cannot read "${path}": ${describeSystemError(cause)}`, {
      cause,
      hint: NAME_A_RUN,
    });
  }
}

function parseLine<T>(schema: z.ZodType<T>, line: string, path: string): T {
  // No schema accepts what is not JSON.
  const parsed = schema.safeParse(parseJson(line));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw damaged(path, `${issue?.path.join('.') || 'a line'}: ${issue?.message}`);
}

function damaged(path: string, why: string): RunFolderError {
  return new RunFolderError(`Cannot use the plan "${path}": ${why}`, {
    hint: "A plan can't be edited: make a new one from the sheet with diff, or of an undo with undo --dry-run; to undo a run without its plan, give its undo.csv to sync",
  });
}
