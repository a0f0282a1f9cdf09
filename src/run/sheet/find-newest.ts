import { basename, dirname, join, resolve, sep } from 'node:path';
import { isFuture } from '../../domain/day.ts';
import { describeSystemError, SheetError, systemCode } from '../../domain/errors.ts';
import { matcherOf } from '../../domain/file-names.ts';
import { isOwnSheet } from '../../domain/own-sheets.ts';
import type { Disk } from '../../domain/ports.ts';
import { formatTime } from '../../report/text/words.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import { dateInName, isLater } from './file-names.ts';

interface Place {
  readonly cwd: string;
  readonly disk: Disk;
  /** The folder into which the files of earlier runs were moved. */
  readonly doneTo?: string | undefined;
  /** Units: epoch milliseconds. */
  readonly now: number;
}

export interface NewestFile {
  /** As a relative pattern leads to it. */
  readonly path: string;
  /** What else a person should know about the choice; as sentences. */
  readonly notices: readonly string[];
}

/** Whether a path has wildcards in the file's name. */
export function isPattern(path: string): boolean {
  return /[*?]/.test(basename(path));
}

/**
 * Finds the newest file of a pattern.
 *
 * Errors: `SheetError` if none matches, or it is in doubt which one is the newest.
 */
export function findNewest(pattern: string, { cwd, disk, doneTo, now }: Place): NewestFile {
  const folder = dirname(pattern);
  const entries = listFolder(resolve(cwd, folder), disk, (error) => noFolder(pattern, error));
  const taken = doneTo === undefined ? [] : listFolder(resolve(cwd, doneTo), disk, () => undefined);
  return chooseNewest(pattern, { entries, taken, doneTo, now });
}

function listFolder(
  path: string,
  disk: Disk,
  toError: (error: unknown) => SheetError | undefined,
): readonly FolderEntry[] {
  try {
    return disk
      .readdirSync(path, { withFileTypes: true })
      .flatMap(({ name }) => readEntry(join(path, name), disk));
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    const refusal = toError(error);
    if (refusal) throw refusal;
    return [];
  }
}

/** None if it is gone by now. */
function readEntry(path: string, disk: Disk): readonly FolderEntry[] {
  const found = disk.lstatSync(path, { throwIfNoEntry: false });
  if (!found) return [];
  const kind = found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
  const { mtimeMs } = found;
  return [{ name: basename(path), kind: found.isSymbolicLink() ? 'link' : kind, mtimeMs }];
}

function noFolder(pattern: string, cause: unknown): SheetError {
  const folder = dirname(pattern);
  const code = systemCode(cause);
  const why = code === 'ENOENT' ? 'there is no such folder' : describeSystemError(cause);
  const isWild = /[*?]/.test(folder);
  return new SheetError(
    `Cannot look for the newest sheet in "${folder}": ${code === 'ENOTDIR' ? 'it is not a folder' : why}`,
    {
      cause,
      ...(isWild && { hint: '* and ? are wildcards in the name of the file only: name the folder itself' }),
    },
  );
}

/** An entry of the folder that a pattern leads to. */
export interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  /** Units: epoch milliseconds. */
  readonly mtimeMs: number;
}

interface Choosing extends Pick<Place, 'doneTo' | 'now'> {
  readonly entries: readonly FolderEntry[];
  /** The files that earlier runs read and moved away. */
  readonly taken: readonly FolderEntry[];
}

/**
 * Chooses the newest file of a pattern: the one that was modified last, unless a name has a later date. Nothing is
 * guessed: prices of another day do harm, and a person can name the file.
 *
 * Shape: in the pattern's file name, `*` is any text and `?` any character; everything else is literal.
 */
export function chooseNewest(pattern: string, { entries, taken, doneTo, now }: Choosing): NewestFile {
  const folder = dirname(pattern);
  const matches = matcherOf(basename(pattern));
  const sorted = [...entries].sort((one, two) => (one.name < two.name ? -1 : 1));
  const visible = sorted.filter(({ name }) => !name.startsWith('.'));
  const files = visible.filter((entry) => matches(entry.name) && !whyPassedOver(entry));
  const [file, other] = findLast(files);
  if (!file) throw nothingMatches(pattern, visible);
  const show = (entry: FolderEntry, of = folder): string =>
    `"${join(of, entry.name)}" (modified ${formatTime(entry.mtimeMs)})`;
  if (isFuture(file.mtimeMs, now)) throw inFuture(show(file), now);
  const byDate = latestOf(files.filter((each) => isDatedLater(each, file)));
  if (byDate)
    throw undecided(
      `by the date in its name it is ${show(byDate)}, by modification time ${show(file)}`,
      NAME_IT,
    );
  if (other)
    throw undecided(
      `${show(file)} and ${show(other)} were modified at the same time, and the dates in their names do not decide`,
      NAME_IT,
    );
  const later = latestOf(taken.filter((each) => matches(each.name) && isNewer(each, file)));
  if (later && isFuture(later.mtimeMs, now)) throw inFuture(show(later, doneTo), now);
  if (later)
    throw new SheetError(
      `Cannot use the newest sheet that is left: ${show(file)} is older than ${show(later, doneTo)}, which was read before`,
      { hint: 'Wait for a new file, or name this one instead of the pattern if it is meant' },
    );
  const path = join(folder, file.name);
  const newer = sorted.filter((each) => each.kind === 'file' && isNewer(each, file));
  const isNewerThan = (entry: FolderEntry): string =>
    `"${join(folder, entry.name)}" is newer than "${path}" and was left out`;
  const uploading = latestOf(newer.filter(({ name }) => uploadNames(name).some(matches)));
  const own = latestOf(newer.filter(({ name }) => matches(name) && isOwn(name)));
  const dated = dateInName(file.name) ? undefined : latestOf(files.filter(({ name }) => dateInName(name)));
  const notices = [
    uploading && `${isNewerThan(uploading)}: it looks like an upload in progress`,
    own && `${isNewerThan(own)}: a run writes files of this name`,
    dated &&
      `"${path}" was chosen by its modification time, since its name has no date; the last one with a date is "${join(folder, dated.name)}"`,
  ];
  return { path, notices: notices.filter((notice) => notice !== undefined) };
}

const NAME_IT = 'Name the file that is meant instead of the pattern, or move the other one to another folder';

function undecided(why: string, hint: string): SheetError {
  return new SheetError(`Cannot decide which sheet is the newest: ${why}`, { hint });
}

/** The time of such a file says nothing: of tonight's file and one of last year with such a time, either may be this one. */
function inFuture(file: string, now: number): SheetError {
  return undecided(
    `${file} has a modification time in the future, and it is ${formatTime(now)}`,
    'Correct the time of the file (touch), or the clock of the machine that wrote it or of this one',
  );
}

const MAX_PASSED = 3;

/** Names what matches and is not taken, the newest first, and a file that differs from the pattern by case or is packed. */
function nothingMatches(pattern: string, visible: readonly FolderEntry[]): SheetError {
  const name = basename(pattern);
  const [matches, inAnyCase, packed] = [matcherOf(name), matcherOf(name, 'i'), matcherOf(`${name}.gz`, 'i')];
  const passed = visible.filter((entry) => matches(entry.name)).sort((one, two) => two.mtimeMs - one.mtimeMs);
  const others = passed.slice(0, MAX_PASSED).map((entry) => `"${entry.name}" ${whyPassedOver(entry)}`);
  const files = visible.filter((entry) => !whyPassedOver(entry));
  const nearest = latestOf(files.filter((entry) => inAnyCase(entry.name) || packed(entry.name)));
  const near = nearest ?? latestOf(files);
  const there = near
    ? `the ${nearest ? 'nearest' : 'newest'} file there is "${near.name}"`
    : `there is no ${others.length > 0 ? 'other ' : ''}file in it`;
  return new SheetError(
    `Cannot find the sheet: "${name}" matches nothing in "${dirname(pattern)}${sep}"; ${[...others, there].join('; ')}`,
    { hint: 'Check the pattern, and the export that writes these files' },
  );
}

/** The file that was modified last; others too if they were modified at the same time and have no earlier date. */
function findLast(files: readonly FolderEntry[]): readonly FolderEntry[] {
  const mtimeMs = files.reduce((latest, file) => Math.max(latest, file.mtimeMs), Number.NEGATIVE_INFINITY);
  const last = files.filter((file) => file.mtimeMs === mtimeMs);
  const top = latestOf(last);
  return top ? [top, ...last.filter((file) => file !== top && !isDatedLater(top, file))] : [];
}

/** By the date in the name if it decides, else by the time. */
function isNewer(file: FolderEntry, other: FolderEntry): boolean {
  return isDatedLater(file, other) || (!isDatedLater(other, file) && file.mtimeMs > other.mtimeMs);
}

function isDatedLater(file: FolderEntry, other: FolderEntry): boolean {
  return isLater(dateInName(file.name), dateInName(other.name));
}

function latestOf(files: readonly FolderEntry[]): FolderEntry | undefined {
  const [first, ...others] = files;
  return others.reduce((latest, file) => (latest && isNewer(file, latest) ? file : latest), first);
}

/** Why a file is not taken, with its name as the subject. */
function whyPassedOver({ name, kind }: FolderEntry): string | undefined {
  if (kind !== 'file') return NOT_A_FILE[kind];
  if (UPLOADING.test(name)) return 'looks like an upload in progress';
  return isOwn(name) ? 'is a file that a run writes, which has to be named itself' : undefined;
}

const NOT_A_FILE = { folder: 'is a folder', link: 'is a link', other: 'is not a file' } as const;

/** Names that transfer programs and browsers use until a file is complete. */
const UPLOADING = /\.(?:part|partial|tmp|temp|filepart|crdownload|download|upload)$/i;
/** rsync: `.costs.csv.a1B2c3`. */
const RSYNC = /^\.(.+)\.[A-Za-z0-9]{6}$/;

/** The names that an unfinished file may get, and its own; none if it does not look unfinished. */
function uploadNames(name: string): readonly string[] {
  if (UPLOADING.test(name))
    return [name, name.replace(UPLOADING, ''), name.replace(/^\./, '').replace(UPLOADING, '')];
  return RSYNC.exec(name)?.slice(1) ?? [];
}

/** Of a run, also as a browser names a second copy. */
function isOwn(name: string): boolean {
  const first = name.replace(/ \(\d{1,3}\)(?=\.csv$)/, '');
  return isOwnSheet(first) || first === RUN_FILES.results;
}
