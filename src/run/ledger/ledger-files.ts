import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { account, job, moment, text } from '../../domain/documents/document.ts';
import * as lines from '../../domain/documents/ledger.ts';
import { parseJson, toJsonText } from '../../domain/json-text.ts';
import type { Disk } from '../../domain/ports.ts';
import type { Redact } from '../../domain/secret.ts';
import { atOnce, type Steps } from '../disk/in-slices.ts';
import { readLines } from '../disk/line-file.ts';
import { toLineBlocks } from '../disk/spool.ts';
import { findStranger } from '../disk/system-trust.ts';
import { makeSyncedFolders, OWNER_ONLY, syncFolder, writeAll } from '../disk/write-whole.ts';
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

/** `undefined`: no line of that kind. Shape: JSON. */
export function parseLine<T>(schema: z.ZodType<T>, text: string): T | undefined {
  return schema.safeParse(parseJson(text)).data;
}

/** The whole lines of a file; none if it is not there. Errors: `DiskError`. */
export function* linesOf(path: string, disk: Disk): Generator<string, undefined> {
  if (disk.existsSync(path)) yield* readLines(path, disk);
  return undefined;
}

export interface Writing {
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

/** Lines as a file has them, in blocks. */
export function* bytesOf(
  lines: Iterable<object>,
  { redact = (text) => text }: Writing,
): Generator<Uint8Array> {
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
