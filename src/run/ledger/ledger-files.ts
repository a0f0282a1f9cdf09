import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { account, job, moment, text } from '../../domain/documents/document.ts';
import * as lines from '../../domain/documents/ledger.ts';
import { FIELDS, type Field, type FieldValue } from '../../domain/fields.ts';
import { toJsonText } from '../../domain/json-text.ts';
import type { ListingId } from '../../domain/listing.ts';
import type { Disk } from '../../domain/ports.ts';
import type { Redact } from '../../domain/secret.ts';
import { atOnce, type Steps } from '../disk/in-slices.ts';
import { toLineBlocks } from '../disk/spool.ts';
import { findStranger } from '../disk/system-trust.ts';
import { makeSyncedFolders, OWNER_ONLY, replacing, syncFolder, writeAll } from '../disk/write-whole.ts';
import { toFolderName } from '../folder/run-folder.ts';

/**
 * The ledger is a folder for each job and account, in it three files that any tool can read (docs/history.md):
 *
 * - `runs.ndjson`, append only: a line for each run, and one for each run that began and was to send something.
 * - `changes.ndjson`, append only: a line for each change that was seen to hold. Those of earlier months are in files beside it.
 * - `agreed.ndjson`, written as a whole after each run: what sheet and service last agreed on, and what is open.
 */
export const LEDGER_FILES = {
  runs: 'runs.ndjson',
  changes: 'changes.ndjson',
  agreed: 'agreed.ndjson',
} as const;

export type PartOf = Pick<lines.RunRecord, 'job' | 'account'>;

/** The folder of a job's ledger. */
export function ledgerPath(folder: string, { job, account }: PartOf): string {
  const which = [job, account?.key_fingerprint ?? null];
  const hash = createHash('sha256').update(JSON.stringify(which)).digest('hex').slice(0, 8);
  return join(folder, `${toFolderName(job ?? 'no-job')}-${hash}`);
}

/** The folders of all jobs. */
export function listLedgers(folder: string, disk: Disk): readonly string[] {
  if (!disk.existsSync(folder)) return [];
  return disk
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name))
    .filter((path) => disk.existsSync(join(path, LEDGER_FILES.runs)))
    .sort();
}

/** The files of changes, the oldest first. */
export function listChangeFiles(ledger: string, disk: Disk): readonly string[] {
  if (!disk.existsSync(ledger)) return [];
  const names = disk.readdirSync(ledger, { withFileTypes: true }).map(({ name }) => name);
  const earlier = names.filter((name) => /^changes-.*\.ndjson$/.test(name)).sort();
  const now = names.filter((name) => name === LEDGER_FILES.changes);
  return [...earlier, ...now].map((name) => join(ledger, name));
}

/** Why a ledger is not used: others could have changed it. `undefined`: nobody could. */
export function findLedgerStranger(folder: string, ledger: string, disk: Disk): string | undefined {
  const files = Object.values(LEDGER_FILES).map((name) => join(ledger, name));
  for (const path of [folder, ledger, ...files]) {
    const stranger = findStranger(path, disk);
    if (stranger)
      return `The history in "${path}" is not used, and nothing is added to it: it ${stranger.why}; ${stranger.wayOut(path, 'folder')}`;
  }
  return undefined;
}

/** A run that is to send something has begun. The line of that name that follows says how it ended. A newer version may have added keys. */
const begunSchema = z.looseObject({
  kind: z.literal('begun'),
  version: z.literal(1),
  id: text,
  command: z.enum(['sync', 'undo', 'apply']),
  job,
  account: account.nullable(),
  folder: text,
  started_at: moment,
});

export type BegunRun = z.infer<typeof begunSchema>;

/** A line of `runs.ndjson`. */
export const runSchema = z.discriminatedUnion('kind', [
  z.looseObject(lines.runRecordSchema.shape),
  begunSchema,
]) as z.ZodType<lines.RunRecord | BegunRun>;

/** A line of `changes.ndjson`. */
export const changeSchema = z.looseObject({
  ...lines.changeSchema.shape,
  /** Missing: the run itself. */
  by: z.enum(['strategy', 'others']).optional(),
});

export type ChangeLine = z.infer<typeof changeSchema>;

/** The first line of `agreed.ndjson`. */
export const headSchema = z.looseObject({
  kind: z.literal('agreed'),
  version: z.literal(2),
  /** The last run that it knows of. */
  run: text.nullable(),
  /** The run that began it again, if the one before it could not be read: of earlier runs there are no doubts. */
  since: text.optional(),
  at: moment,
});

/** A column of values, of which only as much is checked as reading it takes; `"-"`: nothing was agreed on. */
const columnSchema = z.custom<readonly FieldValue[]>(Array.isArray).optional();
const columns = Object.fromEntries(FIELDS.map((field) => [field, columnSchema]));

/** Values of many listings, column by column. */
const valuesSchema = z.object({
  kind: z.literal('values'),
  ids: z.custom<readonly ListingId[]>(
    (ids) => Array.isArray(ids) && ids.every((id) => typeof id === 'string'),
  ),
  ...(columns as Record<Field, typeof columnSchema>),
});

/** A line of `agreed.ndjson` behind the first. The last one says that the file is whole. */
export const stateSchema = z.discriminatedUnion('kind', [
  lines.attentionSchema,
  lines.driftSchema,
  lines.doubtSchema,
  valuesSchema,
  z.object({ kind: z.literal('end') }),
]);

export type AttentionLine = z.infer<typeof lines.attentionSchema>;
export type DriftLine = z.infer<typeof lines.driftSchema>;
export type DoubtLine = z.infer<typeof lines.doubtSchema>;
export type ValuesLine = z.infer<typeof valuesSchema>;

/** `undefined`: no line of that kind. Shape: JSON. */
export function parseLine<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

interface Writing {
  readonly disk: Disk;
  /** A cell or a flag may hold the key by mistake; what is in a run folder holds none. */
  readonly redact?: Redact;
}

/** Adds a line to `runs.ndjson`. Dry runs add theirs beside others: the system does not mix what two processes append. Errors: those of the system. */
export function appendRun(ledger: string, line: object, writing: Writing): void {
  atOnce(appending(join(ledger, LEDGER_FILES.runs), [line], writing));
}

/** A larger file is put aside when a month begins. Units: bytes. */
const MONTH_BYTES = 32 * 1024 * 1024;

/** Adds lines to `changes.ndjson`, block by block. `at`: when their run began, in ISO 8601. Errors: those of the system. */
export function* appendingChanges(
  ledger: string,
  changes: Iterable<ChangeLine>,
  { at, ...writing }: Writing & { readonly at: string },
): Steps {
  const { disk } = writing;
  const path = join(ledger, LEDGER_FILES.changes);
  const earlier = join(ledger, `changes-before-${at.slice(0, 'YYYY-MM'.length)}.ndjson`);
  const size = disk.statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MONTH_BYTES && !disk.existsSync(earlier)) disk.renameSync(path, earlier);
  yield* appending(path, changes, writing);
}

/** What is open after the last run of a job. */
export interface OpenState {
  /** The last run that it knows of; `null`: none. */
  readonly run: string | null;
  /** The run that began it again, since it was lost: what earlier runs may have changed unseen is not known. */
  readonly since?: string | undefined;
  /** Rows that need attention. */
  readonly attention: readonly AttentionLine[];
  /** Fields that somebody else had changed. */
  readonly drifts: readonly DriftLine[];
  /** Changes that nobody saw. */
  readonly doubts: readonly DoubtLine[];
}

interface State extends OpenState {
  readonly values: { lines(): Iterable<ValuesLine> };
}

/** Replaces `agreed.ndjson`, whole or not at all, block by block. `at`: when, in ISO 8601. Errors: those of the system. */
export function* writingState(
  ledger: string,
  { run, since, attention, drifts, doubts, values }: State,
  { at, ...writing }: Writing & { readonly at: string },
): Steps {
  function* lines(): Generator<object> {
    yield { kind: 'agreed', version: 2, run, since, at };
    yield* attention;
    yield* drifts;
    yield* doubts;
    yield* values.lines();
    yield { kind: 'end' };
  }
  makeSyncedFolders(ledger, writing.disk);
  yield* replacing(join(ledger, LEDGER_FILES.agreed), bytesOf(lines(), writing), writing.disk);
}

function* bytesOf(lines: Iterable<object>, { redact = (text) => text }: Writing): Generator<Uint8Array> {
  function* texts(): Generator<string> {
    for (const line of lines) yield redact(toJsonText(line));
  }
  for (const { bytes } of toLineBlocks(texts())) yield bytes;
}

const LINE_FEED = 0x0a;

/** Appends whole lines, behind what a killed run may have left of one. Errors: also if it is a link, a pipe or a device. */
function* appending(path: string, lines: Iterable<object>, writing: Writing): Steps {
  const { disk } = writing;
  makeSyncedFolders(dirname(path), disk);
  const there = disk.lstatSync(path, { throwIfNoEntry: false });
  if (there?.isFile() === false)
    throw Object.assign(new Error('ENOTFILE: it is not a file, open'), { code: 'ENOTFILE' });
  const file = disk.openSync(path, 'a+', OWNER_ONLY.file);
  try {
    const last = Buffer.from([LINE_FEED]);
    if (there && there.size > 0) disk.readSync(file, last, { position: there.size - 1 });
    if (last[0] !== LINE_FEED) writeAll(file, '\n', disk);
    for (const bytes of bytesOf(lines, writing)) yield void writeAll(file, bytes, disk);
    disk.fsyncSync(file);
  } finally {
    disk.closeSync(file);
  }
  if (!there) syncFolder(dirname(path), disk);
}
