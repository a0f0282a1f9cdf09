import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { RunFolderError } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import { readFirstJson } from '../disk/read-first-json.ts';
import { endSchema, entrySchema, headSchema, type PlanHead, type PlannedEntry } from './plan-schema.ts';
import { type JsonLine, PLANS_ARE_SEALED, readJsonLines } from './read-json-lines.ts';

/** Reads a plan's first line; `undefined` if it can't be read. */
export function readPlanHead(path: string, disk: Disk): PlanHead | undefined {
  return headSchema.safeParse(readFirstJson(path, disk)).data;
}

export interface PlanFile {
  readonly head: PlanHead;
  /** Checksum of the whole file. */
  readonly sha256: string;
  /** Checksum of every byte before the last line, which the first line of its journal is chained to. */
  readonly seal: string;
  /** Reads the entries again each time. Errors: as `readPlan`. */
  entries(): Iterable<PlannedEntry>;
}

/**
 * Reads a plan.
 *
 * Errors: `RunFolderError` if there is none, or it is not exactly what was written: it decides which amounts are sent.
 */
export function readPlan(path: string, disk: Disk): PlanFile {
  const { head, sha256, seal, held } = readSealed(path, disk);
  function* entries(): Generator<PlannedEntry> {
    if (!held) yield* readAgain(path, sha256, disk);
    else for (const { json } of held) yield parseLine(entrySchema, json, path);
  }
  return { head, sha256, seal, entries };
}

function* readAgain(path: string, sha256: string, disk: Disk): Generator<PlannedEntry> {
  const reading = readBody(path, disk);
  for (let next = reading.next(); ; next = reading.next()) {
    if (!next.done) yield parseLine(entrySchema, next.value.json, path);
    else if (next.value.sha256 === sha256) return;
    else throw damaged(path, 'it changed while it was being read');
  }
}

interface Sealed {
  readonly head: PlanHead;
  readonly sha256: string;
  /** Checksum of every byte before the last line. */
  readonly seal: string;
}

/** At most this many entries are held in memory; those of larger plans are read again. */
const MAX_HELD = 20_000;

function readSealed(path: string, disk: Disk): Sealed & { readonly held: readonly JsonLine[] | undefined } {
  const reading = readBody(path, disk);
  let held: JsonLine[] | undefined = [];
  for (let next = reading.next(); ; next = reading.next()) {
    if (next.done) return { ...next.value, held };
    held?.push(next.value);
    if (held && held.length > MAX_HELD) held = undefined;
  }
}

/** Reads the lines between the first and the last one; returns the seal if they fit it. */
function* readBody(path: string, disk: Disk): Generator<JsonLine, Sealed> {
  const hash = createHash('sha256');
  let [first, previous, entries]: [JsonLine | undefined, JsonLine | undefined, number] = [
    undefined,
    undefined,
    0,
  ];
  for (const line of readJsonLines(path, { tornTail: 'refuse', hint: PLANS_ARE_SEALED, disk })) {
    if (previous) hash.update(`${previous.text}\n`);
    if (previous && first) {
      entries++;
      yield previous;
    }
    first ??= previous;
    previous = line;
  }
  if (!first || !previous) throw damaged(path, 'it is incomplete');
  const end = parseLine(endSchema, previous.json, path);
  if (end.entries !== entries || end.sha256 !== hash.copy().digest('hex'))
    throw damaged(path, 'it was changed after it was written');
  return {
    head: parseLine(headSchema, first.json, path),
    sha256: hash.update(`${previous.text}\n`).digest('hex'),
    seal: end.sha256,
  };
}

function parseLine<T>(schema: z.ZodType<T>, json: unknown, path: string): T {
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw damaged(path, `${issue?.path.join('.') || 'a line'}: ${issue?.message}`);
}

function damaged(path: string, why: string): RunFolderError {
  return new RunFolderError(`Cannot use the plan "${path}": ${why}`, { hint: PLANS_ARE_SEALED });
}
