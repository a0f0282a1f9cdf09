import { createHash } from 'node:crypto';
import { z } from 'zod';
import { RunFolderError } from '../../domain/errors.ts';
import { toJsonText } from '../../domain/json-text.ts';
import { isListingId, type ListingId, type Sku } from '../../domain/listing.ts';
import type { Disk } from '../../domain/ports.ts';
import {
  type CarriedOver,
  changesOf,
  type ListingIdentity,
  listingOf,
  type Outcome,
  rowOf,
} from '../../domain/stages.ts';
import { needsAttention, STATUSES } from '../../domain/status.ts';
import { RUN_RULES } from '../../plan/limits.ts';
import type { LineBlock } from '../disk/line-block.ts';
import { openRegularFile } from '../disk/open-regular-file.ts';
import { changesSchema, fromChangesJson, toChangesJson, valuesSchema } from './changes-json.ts';
import { type JsonLine, PLANS_ARE_SEALED, readJsonLines } from './read-json-lines.ts';
import { endLine } from './read-sealed-lines.ts';
import { reasonSchema, reasonsSchema } from './reasons-schema.ts';

const lookupSchema = z.object({
  by: z.enum(['sku', 'scan']),
  why: z.string(),
  reads_expected: z.int().nullable(),
});

const headSchema = z.looseObject({
  kind: z.literal('plan'),
  version: z.literal(1),
  command: z.string(),
  dry_run: z.boolean(),
  /** ISO 8601. */
  created_at: z.string(),
  account: z.object({ base_url: z.string(), key_fingerprint: z.string() }),
  sheet: z.object({
    path: z.string(),
    /** The folder that a relative path is resolved against. Plans of older versions don't say. */
    cwd: z.string().optional(),
    sha256: z.string(),
    /** The sheet's name from run to run. */
    job: z.string().nullish(),
    /** Which header became which field. */
    columns: z.record(z.string(), z.string()).nullish(),
    /** A person agreed to them, or their names are unambiguous. Plans of older versions don't say. */
    columns_agreed: z.literal(true).optional(),
    /** By money column, if it showed one. */
    decimal_signs: z.record(z.string(), z.enum(['.', ','])).nullish(),
  }),
  /** How the listings were found. */
  lookup: lookupSchema.optional(),
  /** How the shards of a merged run found them, if they differ. */
  lookups: z.array(lookupSchema.extend({ shard: z.string() })).optional(),
  /** The shard of the sheet, if it is one. */
  shard: z.object({ index: z.int().positive(), of: z.int().positive() }).optional(),
  /** Every row was looked up and every guard rule checked. Plans of older versions don't say. */
  whole: z.boolean().optional(),
  /** How the journal is written: each line with a checksum of all before it, the plan included. Older versions don't say. */
  journal: z.literal('chained').optional(),
  /** Run rules that were violated. */
  violations: z.array(z.object({ rule: z.enum(RUN_RULES), message: z.string() })).optional(),
  /** Format of the files that go back into `sync`. */
  shape: z
    .object({
      header: z.array(z.string()),
      delimiter: z.string(),
      decimal_sign: z.enum(['.', ',']),
      money_unit: z.enum(['major', 'cents']),
      clear_token: z.string(),
    })
    .optional(),
  /** Flags that `sync` needs to read such a file. */
  retry_flags: z.array(z.string()).optional(),
});

/** The first line of a plan: what it is about. */
export type PlanHead = z.infer<typeof headSchema>;

const HEAD_BYTES = 256 * 1024;

/** Reads a plan's first line; `undefined` if it can't be read. */
export function readPlanHead(path: string, disk: Disk): PlanHead | undefined {
  try {
    const file = openRegularFile(path, disk);
    try {
      const buffer = Buffer.alloc(HEAD_BYTES);
      const text = buffer.toString('utf8', 0, disk.readSync(file, buffer));
      return headSchema.safeParse(JSON.parse(text.slice(0, text.indexOf('\n')))).data;
    } finally {
      disk.closeSync(file);
    }
  } catch {
    return undefined;
  }
}

const listingIdSchema = z
  .string()
  .refine(isListingId, 'not a UUID')
  .transform((id) => id as ListingId);

const entrySchema = z.looseObject({
  kind: z.literal('entry'),
  /** Position in the plan, from 0. */
  n: z.int(),
  line: z.int(),
  sku: z.string().transform((sku) => sku as Sku),
  /** Only if the listing's SKU differs from the row's in case. */
  listing_sku: z
    .string()
    .transform((sku) => sku as Sku)
    .optional(),
  status: z.enum(STATUSES),
  reason: reasonsSchema,
  message: z.string(),
  listing_id: listingIdSchema.nullable(),
  platform: z.string().nullable(),
  channel: z.string().nullable(),
  currency: z.string().nullable(),
  changes: changesSchema,
  /** All values of the listing before; for updates. */
  before: valuesSchema.optional(),
  /** Unchanged values that are sent along. */
  pins: changesSchema.optional(),
  /** No other field may change with the update. */
  exact: z.boolean().optional(),
  /** The run that this plan was made from has sent the update before, and it may still arrive. */
  may_arrive: z.literal(true).optional(),
  notices: z.array(z.object({ reason: reasonSchema, message: z.string() })).optional(),
  /** The row's cells, if it may have to be repaired. */
  cells: z.array(z.string()).optional(),
});

/** An entry of a plan, as far as later commands need it. */
export type PlannedEntry = z.infer<typeof entrySchema>;

const endSchema = z.object({
  kind: z.literal('end'),
  entries: z.int(),
  /** Checksum of every byte before this line. */
  sha256: z.string(),
});

/**
 * Renders `plan.ndjson` in blocks: a head, a line per row and listing in the order of the sheet, and an end that seals
 * it. Returns the seal, which the journal begins with.
 */
export function* renderPlan(
  head: PlanHead,
  entryLines: Iterable<LineBlock>,
): Generator<LineBlock['text'], string> {
  const hash = createHash('sha256');
  const headLine = `${toJsonText(head)}\n`;
  hash.update(headLine);
  yield headLine;
  let entries = 0;
  for (const { count, text } of entryLines) {
    hash.update(text);
    yield text;
    entries += count;
  }
  const seal = hash.digest('hex');
  yield `${endLine(entries, seal)}\n`;
  return seal;
}

/** Renders an entry's line of the plan. */
export function toEntryLine(n: number, { entry, status, reason, message }: Outcome): string {
  const row = rowOf(entry);
  const listing = listingOf(entry);
  const sku = 'target' in row ? (row.target?.sku ?? '') : '';
  return toJsonText({
    kind: 'entry',
    n,
    line: row.line,
    sku,
    ...(listing && listing.sku !== sku && { listing_sku: listing.sku }),
    status,
    reason,
    message,
    listing_id: listing?.id ?? null,
    platform: listing?.platform ?? null,
    channel: listing?.channel ?? null,
    currency: listing?.currency ?? null,
    changes: toChangesJson(changesOf(entry)),
    ...(entry.kind === 'update' && {
      before: entry.resolved.listing.values,
      pins: toChangesJson(entry.pins),
      exact: entry.exact,
      notices: entry.notices,
      ...(entry.resolved.row.planned?.mayArrive && { may_arrive: true }),
    }),
    ...(mayNeedRepair(status) && { cells: row.cells }),
  });
}

/**
 * Rows whose cells a later run of the plan may need for its files; other entries are stored without them, to keep plans
 * of large sheets small.
 */
function mayNeedRepair(status: Outcome['status']): boolean {
  return status === 'planned' || needsAttention(status, false);
}

/** An entry of an earlier plan that has nothing left to send. Flags that its message names get their command. */
export function carry(entry: PlannedEntry): CarriedOver {
  const carried = carryAsItIs(entry);
  if (carried.status !== 'blocked') return carried;
  return { ...carried, message: carried.message.replaceAll(LETS_PASS, 'sync with $1') };
}

/** Carries such an entry over exactly as the plan has it. */
export function carryAsItIs(entry: PlannedEntry): CarriedOver {
  const { line, cells = [], sku, changes, status, reason, message } = entry;
  const listing = identify(entry);
  return { kind: 'carried', line, cells, target: { sku }, listing, changes, status, reason, message };
}

const LETS_PASS = /(?<!sync with )(--allow \w+ lets it pass)/g;

/** The listing of an entry, if it has one. */
export function identify({
  listing_id: id,
  sku: rowSku,
  listing_sku: sku = rowSku,
  platform,
  channel,
  currency,
}: PlannedEntry): ListingIdentity | undefined {
  if (id === null || platform === null || channel === null || currency === null) return undefined;
  return { id, sku, platform, channel, currency };
}

/** Parses a line that this run has written, without validating it. */
export function parseOwnEntry(line: string): PlannedEntry {
  // Changed in place: copying all but two fields takes as long as everything else here.
  const entry = JSON.parse(line);
  entry.changes = fromChangesJson(entry.changes);
  if (entry.pins) entry.pins = fromChangesJson(entry.pins);
  return entry;
}

export interface PlanFile {
  readonly head: PlanHead;
  /** Checksum of the whole file. */
  readonly sha256: string;
  /** What the first line of its journal is chained to; `undefined` for plans of older versions. */
  readonly journalStart: string | undefined;
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
  return { head, sha256, journalStart: head.journal && seal, entries };
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
  if (!first || !previous) throw damaged(path, 'it has no end');
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
