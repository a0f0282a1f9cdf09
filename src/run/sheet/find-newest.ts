import { basename, dirname, join, resolve, sep } from 'node:path';
import { isFuture } from '../../domain/day.ts';
import { describeSystemError, SheetError, systemCode } from '../../domain/errors.ts';
import { matcherOf } from '../../domain/file-names.ts';
import { isOwnSheet } from '../../domain/own-sheets.ts';
import type { Disk } from '../../domain/ports.ts';
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
  const choice = chooseNewest({ pattern: basename(pattern), entries, taken, now });
  if (choice.kind !== 'chosen') throw refuse(choice, { pattern, doneTo, now });
  const pathOf = ({ name }: FolderEntry): string => join(folder, name);
  return { path: pathOf(choice.file), notices: describeOthers(choice, pathOf) };
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

function describeOthers(
  { file, uploading, own, dated }: Extract<Choice, { readonly kind: 'chosen' }>,
  pathOf: (entry: FolderEntry) => string,
): readonly string[] {
  const chosen = `"${pathOf(file)}"`;
  return [
    ...(uploading
      ? [
          `"${pathOf(uploading)}" is newer than ${chosen} and was left out: it looks like an upload in progress`,
        ]
      : []),
    ...(own
      ? [`"${pathOf(own)}" is newer than ${chosen} and was left out: a run writes files of this name`]
      : []),
    ...(dated
      ? [
          `${chosen} was chosen by its modification time, since its name has no date; the last one with a date is "${pathOf(dated)}"`,
        ]
      : []),
  ];
}

interface Asked extends Pick<Place, 'now'> {
  readonly pattern: string;
  readonly doneTo: string | undefined;
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

function refuse(
  choice: Exclude<Choice, { readonly kind: 'chosen' }>,
  { pattern, doneTo, now }: Asked,
): SheetError {
  const folder = dirname(pattern);
  const show = (entry: FolderEntry, of = folder): string =>
    `"${join(of, entry.name)}" (modified ${formatTime(entry.mtimeMs)})`;
  switch (choice.kind) {
    case 'none':
      return describeNone(choice, pattern);
    case 'disagree':
      return new SheetError(
        `Cannot decide which sheet is the newest: by the date in its name it is ${show(choice.byDate)}, by modification time ${show(choice.byTime)}`,
        { hint: NAME_IT },
      );
    case 'future':
      return new SheetError(
        `Cannot decide which sheet is the newest: ${show(choice.file, choice.isTaken ? doneTo : folder)} has a modification time in the future, and it is ${formatTime(now)}`,
        {
          hint: 'Correct the time of the file (touch), or the clock of the machine that wrote it or of this one',
        },
      );
    case 'tied':
      return new SheetError(
        `Cannot decide which sheet is the newest: ${choice.files.map((file) => show(file)).join(' and ')} were modified at the same time, and the dates in their names do not decide`,
        { hint: NAME_IT },
      );
    case 'older':
      return new SheetError(
        `Cannot use the newest sheet that is left: ${show(choice.file)} is older than ${show(choice.taken, doneTo)}, which was read before`,
        { hint: 'Wait for a new file, or name this one instead of the pattern if it is meant' },
      );
  }
}

const NAME_IT = 'Name the file that is meant instead of the pattern, or move the other one to another folder';

const WHY: Readonly<Record<PassedOver, string>> = {
  folder: 'is a folder',
  link: 'is a link',
  other: 'is not a file',
  uploading: 'looks like an upload in progress',
  own: 'is a file that a run writes, which has to be named itself',
};

const MAX_PASSED = 3;

function describeNone(
  { passed, nearest, newest }: Extract<Choice, { readonly kind: 'none' }>,
  pattern: string,
): SheetError {
  const folder = dirname(pattern);
  const others = passed.slice(0, MAX_PASSED).map(({ name, why }) => `"${name}" ${WHY[why]}`);
  const near = nearest ?? newest;
  const there = near
    ? `the ${nearest ? 'nearest' : 'newest'} file there is "${near.name}"`
    : `there is no ${others.length > 0 ? 'other ' : ''}file in it`;
  return new SheetError(
    `Cannot find the sheet: "${basename(pattern)}" matches nothing in "${folder}${sep}"; ${[...others, there].join('; ')}`,
    { hint: 'Check the pattern, and the export that writes these files' },
  );
}

/** `2026-11-20 03:12:59 UTC` */
function formatTime(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** An entry of the folder that a pattern leads to. */
export interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  /** Units: epoch milliseconds. */
  readonly mtimeMs: number;
}

/** The entries among which to choose. */
interface Choosing {
  /** `*` is any text and `?` any character; everything else is literal. */
  readonly pattern: string;
  readonly entries: readonly FolderEntry[];
  /** The files that earlier runs read and moved away. */
  readonly taken: readonly FolderEntry[];
  /** Units: epoch milliseconds. */
  readonly now: number;
}

export type Choice =
  | {
      readonly kind: 'chosen';
      readonly file: FolderEntry;
      /** A newer file whose name says that it is not complete yet. */
      readonly uploading: FolderEntry | undefined;
      /** A newer file that a run wrote. */
      readonly own: FolderEntry | undefined;
      /** The last dated file, if the chosen one was taken by its time alone because its name has no date. */
      readonly dated: FolderEntry | undefined;
    }
  | {
      readonly kind: 'none';
      /** Entries that match and are not taken, the newest first. */
      readonly passed: readonly (Pick<FolderEntry, 'name'> & { readonly why: PassedOver })[];
      /** A file that differs from the pattern by case or is packed. */
      readonly nearest: FolderEntry | undefined;
      readonly newest: FolderEntry | undefined;
    }
  /** The dates in the names and the modification times contradict each other. */
  | { readonly kind: 'disagree'; readonly byDate: FolderEntry; readonly byTime: FolderEntry }
  /** The time of the file says nothing: of tonight's file and one of last year with such a time, either may be this one. */
  | { readonly kind: 'future'; readonly file: FolderEntry; readonly isTaken: boolean }
  | { readonly kind: 'tied'; readonly files: readonly [FolderEntry, FolderEntry] }
  /** The newest file that is left is older than one that was read before. */
  | { readonly kind: 'older'; readonly file: FolderEntry; readonly taken: FolderEntry };

export type PassedOver = 'folder' | 'link' | 'other' | 'uploading' | 'own';

/**
 * Chooses the newest file of a pattern: the one that was modified last, unless a name has a later date. Nothing is
 * guessed: prices of another day do harm, and a person can name the file.
 */
export function chooseNewest({ pattern, entries, taken, now }: Choosing): Choice {
  const matches = matcherOf(pattern);
  const sorted = [...entries].sort((one, two) => (one.name < two.name ? -1 : 1));
  const visible = sorted.filter(({ name }) => !name.startsWith('.'));
  const files = visible.filter((entry) => matches(entry.name) && !whyPassedOver(entry));
  const [file, other] = findLast(files);
  if (!file) return findNone(visible, pattern);
  if (isFuture(file.mtimeMs, now)) return { kind: 'future', file, isTaken: false };
  const byDate = latestOf(files.filter((each) => isDatedLater(each, file)));
  if (byDate) return { kind: 'disagree', byDate, byTime: file };
  if (other) return { kind: 'tied', files: [file, other] };
  const later = latestOf(taken.filter((each) => matches(each.name) && isNewer(each, file)));
  if (later && isFuture(later.mtimeMs, now)) return { kind: 'future', file: later, isTaken: true };
  if (later) return { kind: 'older', file, taken: later };
  const newer = sorted.filter((each) => each.kind === 'file' && isNewer(each, file));
  return {
    kind: 'chosen',
    file,
    uploading: latestOf(newer.filter(({ name }) => uploadNames(name).some(matches))),
    own: latestOf(newer.filter(({ name }) => matches(name) && isOwn(name))),
    dated: dateInName(file.name) ? undefined : latestOf(files.filter(({ name }) => dateInName(name))),
  };
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

function whyPassedOver({ name, kind }: FolderEntry): PassedOver | undefined {
  if (kind !== 'file') return kind;
  if (UPLOADING.test(name)) return 'uploading';
  return isOwn(name) ? 'own' : undefined;
}

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

function findNone(visible: readonly FolderEntry[], pattern: string): Choice {
  const matches = matcherOf(pattern);
  const [inAnyCase, packed] = [matcherOf(pattern, 'i'), matcherOf(`${pattern}.gz`, 'i')];
  const files = visible.filter((entry) => !whyPassedOver(entry));
  const passed = visible.filter(({ name }) => matches(name)).sort((one, two) => two.mtimeMs - one.mtimeMs);
  return {
    kind: 'none',
    passed: passed.flatMap((entry) => {
      const why = whyPassedOver(entry);
      return why ? [{ name: entry.name, why }] : [];
    }),
    nearest: latestOf(files.filter(({ name }) => inAnyCase(name) || packed(name))),
    newest: latestOf(files),
  };
}
