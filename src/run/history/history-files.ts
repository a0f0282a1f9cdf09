import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { toJsonText } from '../../domain/json-text.ts';
import type { Disk } from '../../domain/ports.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import type { Redact } from '../../domain/secret.ts';
import { toLineBlocks } from '../disk/line-block.ts';
import { readFirstJson } from '../disk/read-first-json.ts';
import { writeNew } from '../disk/write-new.ts';
import { renderSealed } from '../folder/render-sealed.ts';
import { toFolderName, toFolderTime } from '../folder/run-folder.ts';
import type { HistoryLine } from './history-lines.ts';
import type { NewRecord } from './new-record.ts';
import { recordSchema } from './record-schema.ts';

/**
 * The history is a folder for each job and account, in it one for each month, and in that a sealed file for each run:
 *
 * ```
 * runs/.history/costs-1a2b3c4d/2026-11/2026-11-20T02-15-00Z-costs.ndjson
 * ```
 *
 * A file for each run, and not one that grows: it is written whole or not at all, no power cut can tear what was there before, a dry run
 * needs no lock for its own, and folders of two machines can be copied together.
 *
 * The first line is the `RunRecord`. Others follow by `kind`: `change`, `drift`, `attention`, `agreed`. The last is the seal.
 * The files of runs that held the lock are chained: each names the one before it and its seal.
 */
export type PartOf = Pick<RunRecord, 'job' | 'account'>;

/** The folder of a job's history. */
export function partPath(folder: string, { job, account }: PartOf): string {
  const which = [job, account?.key_fingerprint ?? null];
  const hash = createHash('sha256').update(JSON.stringify(which)).digest('hex').slice(0, 8);
  return join(folder, `${toFolderName(job ?? 'no-job')}-${hash}`);
}

/** A run that the history has. */
export interface KeptRun {
  readonly path: string;
  readonly record: RunRecord;
}

const EXTENSION = '.ndjson';

/**
 * The runs of a job, the newest first. Files that can't be read, or are of a newer version, are left out; `onUnread` gets their
 * paths.
 */
export function* readRecords(
  part: string,
  disk: Disk,
  onUnread: (path: string) => void = () => {},
): Generator<KeptRun> {
  for (const group of groupBySecond(listRecords(part, disk))) {
    const found = group.flatMap((path): readonly KeptRun[] => {
      const { data } = recordSchema.safeParse(readFirstJson(path, disk));
      if (!data) onUnread(path);
      return data ? [{ path, record: data }] : [];
    });
    yield* found.sort((one, other) => (one.record.started_at < other.record.started_at ? 1 : -1));
  }
}

const TIME_LENGTH = 'YYYY-MM-DDTHH-MM-SSZ'.length;

/** Names say of runs that began in the same second nothing about their order. */
function* groupBySecond(paths: Iterable<string>): Generator<readonly string[]> {
  let group: string[] = [];
  for (const path of paths) {
    const [first] = group;
    if (first !== undefined && secondOf(first) !== secondOf(path)) {
      yield group;
      group = [];
    }
    group.push(path);
  }
  yield group;
}

function secondOf(path: string): string {
  return basename(path).slice(0, TIME_LENGTH);
}

/** The name of a run, by the path of its file. */
export function idOfFile(path: string): string {
  return stemOf(basename(path));
}

/** When a run began, to the second, as its name says. Units: epoch milliseconds; `NaN`: it says nothing. */
function timeOfId(id: string): number {
  const [day, time = ''] = id.slice(0, TIME_LENGTH).split('T');
  return Date.parse(`${day}T${time.replaceAll('-', ':')}`);
}

/** Whether a run began after a time, as its name says. `until`: epoch milliseconds; `undefined`: none did. */
export function isAfter(id: string, until: number | undefined): boolean {
  return until !== undefined && timeOfId(id) > until;
}

/** Whether a run began before another one that the history names, as far as names say. */
export function isBefore(id: string, other: string): boolean {
  return id.slice(0, TIME_LENGTH) < other.slice(0, TIME_LENGTH);
}

/** The files of the runs of a job, the newest first. */
export function* listRecords(part: string, disk: Disk): Generator<string> {
  for (const month of listEntries(part, disk).filter(isMonth))
    for (const { name } of listEntries(join(part, month.name), disk))
      if (name.endsWith(EXTENSION)) yield join(part, month.name, name);
}

/** The folders of all jobs. */
export function listParts(folder: string, disk: Disk): readonly string[] {
  return listEntries(folder, disk)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));
}

/** What a folder of a history contains. */
type Entry = ReturnType<Disk['readdirSync']>[number];

/** Whether it is a folder with the runs of a month. */
export function isMonth(entry: Entry): boolean {
  return entry.isDirectory() && /^\d{4}-\d\d$/.test(entry.name);
}

/** The newest first: names begin with a time, and of two within a second the second one has a number. */
export function listEntries(folder: string, disk: Disk): readonly Entry[] {
  if (!disk.existsSync(folder)) return [];
  return [...disk.readdirSync(folder, { withFileTypes: true })].sort((one, other) =>
    stemOf(one.name) < stemOf(other.name) ? 1 : -1,
  );
}

function stemOf(name: string): string {
  return name.endsWith(EXTENSION) ? name.slice(0, -EXTENSION.length) : name;
}

/** The next name of a run in the history, and the path of its file, which is not there yet. */
export function nameRun(
  part: string,
  { startedAt, name, disk }: { readonly startedAt: number; readonly name: string; readonly disk: Disk },
): { readonly id: string; readonly path: string } {
  const stem = `${toFolderTime(startedAt)}-${toFolderName(name)}`;
  for (let number = 1; ; number++) {
    const id = number === 1 ? stem : `${stem}-${number}`;
    const path = join(part, id.slice(0, 'YYYY-MM'.length), `${id}${EXTENSION}`);
    if (!disk.existsSync(path)) return { id, path };
  }
}

/** A run that is to be added. */
export interface AddedRun {
  readonly draft: NewRecord;
  /** What its folder is named after. */
  readonly name: string;
  /** The run before that held the lock, if it is to be chained to that. */
  readonly previous: RunRecord['previous'];
  /** May be asked for again, as another process may take the name meanwhile. */
  readonly lines: () => Iterable<HistoryLine>;
}

/**
 * Adds a run to the folder of a job. Its file is always a new one, and needs no lock: runs that began in the same second get different
 * names. Errors: those of the system.
 */
export function addRecord(
  part: string,
  { draft, name, previous, lines }: AddedRun,
  { disk, redact }: { readonly disk: Disk; readonly redact: Redact },
): KeptRun {
  function* texts(): Generator<string> {
    for (const line of lines()) yield redact(toJsonText(line));
  }
  for (;;) {
    const { id, path } = nameRun(part, { startedAt: Date.parse(draft.started_at), name, disk });
    const record = { ...draft, id, previous };
    const head = JSON.parse(redact(JSON.stringify(record)));
    if (writeNew(path, renderSealed(head, toLineBlocks(texts())), disk)) return { path, record };
  }
}
