import { basename, dirname, join, resolve, sep } from 'node:path';
import { isFuture } from '../../domain/day.ts';
import { describeSystemError, SheetError, systemCode } from '../../domain/errors.ts';
import { matcherOf } from '../../domain/file-names.ts';
import { isOwnSheet } from '../../domain/own-sheets.ts';
import type { Disk } from '../../domain/ports.ts';
import { formatTime } from '../../report/text/words.ts';
import { RUN_FILES } from '../folder/run-folder.ts';

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

/**
 * The name of a sheet from one night to the next: its file name without the extension, a date at either end, and the
 * number that a browser adds to a copy. `undefined` for standard input, which has no name, and for a run's own files,
 * whose columns differ from run to run.
 *
 * Shape: `exports/costs-2026-11-20 (1).csv` → `costs`.
 */
export function jobNameOf(path: string): string | undefined {
  if (path === '-' || isOwnSheet(path)) return undefined;
  const stem = basename(path).replace(/(?:\.(?:csv|txt|tsv|tab|gz))+$/i, '');
  return withoutDates(stem.replace(/\s*\(\d{1,3}\)$/, '')) || stem || undefined;
}

/**
 * The name that the files of a pattern probably have, as long as none of them is known: what the wildcards stand for is
 * taken for a date. `undefined` if nothing else is in the pattern.
 *
 * Shape: `exports/costs-2026-*.csv` → `costs`.
 */
export function jobNameOfPattern(pattern: string): string | undefined {
  const name = basename(pattern).replace(WILDCARDS, SOME_DATE);
  const job = jobNameOf(name);
  return job === SOME_DATE ? undefined : job;
}

const SOME_DATE = '2026-01-31';
/** With digits of a date around them: `2026-??-*`. */
const WILDCARDS = /(?:(?:19|20)\d\d[\d_.-]*)?[*?](?:[*?\d\s_.-]*[*?\d])?/g;

const BETWEEN = String.raw`[\s_.-]*`;
const MONTH = '(?:0[1-9]|1[0-2])';
const DAY = '(?:0[1-9]|[12][0-9]|3[01])';
const YEAR = '(?:19|20)[0-9]{2}';
const TIME = String.raw`(?:[\sT_.-]*(?:[01][0-9]|2[0-3])[-_.:]?[0-5][0-9](?:[-_.:]?[0-5][0-9])?Z?)?`;
const SIGN = '[-_.]';

/** A number that is not a date belongs to the name: an order, a customer, a version. */
const WHOLE_DATES = [
  `${YEAR}(${SIGN}?)${MONTH}\\1${DAY}${TIME}`,
  `${DAY}(${SIGN})${MONTH}\\1${YEAR}${TIME}`,
  `${MONTH}(${SIGN})${DAY}\\1${YEAR}${TIME}`,
  // Seconds or milliseconds since 1970: 10 or 13 digits from 2001 to 2033.
  '1[0-9]{9}(?:[0-9]{3})?',
];

/** These may also be part of a longer number: `4711-11-20-26`. */
const SHORT_DATES = [
  `[0-9]{2}(${SIGN})${MONTH}\\1${DAY}${TIME}`,
  `${DAY}(${SIGN})${MONTH}\\1[0-9]{2}${TIME}`,
  `${MONTH}(${SIGN})${DAY}\\1[0-9]{2}${TIME}`,
  `${YEAR}${SIGN}${MONTH}`,
];

/** A date is stripped as a whole or not at all: there is no further digit beside it. */
const AT_END = [
  ...WHOLE_DATES.map((date) => new RegExp(`(?<![0-9])${date}$`)),
  ...SHORT_DATES.map((date) => new RegExp(`(?<![0-9])(?<![0-9]${SIGN})${date}$`)),
];
const AT_START = [
  ...WHOLE_DATES.map((date) => new RegExp(`^${date}(?![0-9])`)),
  ...SHORT_DATES.map((date) => new RegExp(`^${date}(?![0-9])(?!${SIGN}[0-9])`)),
];

/** A name without a date at either end; empty if it is only a date. */
function withoutDates(stem: string): string {
  const end = AT_END.find((date) => date.test(stem));
  const upTo = end ? trim(stem.replace(end, '')) : stem;
  const start = AT_START.find((date) => date.test(upTo));
  return start ? trim(upTo.replace(start, '')) : upTo;
}

function trim(text: string): string {
  return text.replace(new RegExp(`^${BETWEEN}|${BETWEEN}$`, 'g'), '');
}

/** The date in a file's name, as digits from the year on. Only dates of one kind can be compared. */
export interface NameDate {
  readonly kind: 'calendar' | 'epoch';
  readonly digits: string;
}

/** The year has four digits and comes first, so that day and month can't be confused. */
const WHOLE = new RegExp(
  `(?<![0-9])${YEAR}(${SIGN}?)${MONTH}\\1${DAY}(?:${TIME}(?!${SIGN}?[0-9]))?(?![0-9])`,
  'g',
);
/** Seconds or milliseconds since 1970. */
const EPOCH = /(?<![0-9])1[0-9]{9}(?:[0-9]{3})?(?![0-9])/g;
const YEAR_AND_MONTH = new RegExp(
  `(?<![0-9])(?<![0-9]${SIGN})${YEAR}${SIGN}${MONTH}(?![0-9])(?!${SIGN}[0-9])`,
  'g',
);

/**
 * The date in a file's name if it can be sorted without doubt. `undefined` for the others: day and month may have
 * changed places, and of two dates it is not known which one counts.
 */
export function dateInName(name: string): NameDate | undefined {
  const found = [
    ...[...name.matchAll(WHOLE)].map(toCalendar),
    ...[...name.matchAll(EPOCH)].map(([digits]): NameDate => ({ kind: 'epoch', digits })),
  ];
  const dates = found.length > 0 ? found : [...name.matchAll(YEAR_AND_MONTH)].map(toCalendar);
  return dates.length === 1 ? dates[0] : undefined;
}

/** In no time zone does a day end later than that after midnight UTC. Units: hours. */
const LAST_ZONE_HOURS = 12;

/** Numbers of seconds from then on are times; a smaller one is more likely a customer. Units: epoch milliseconds. */
const FIRST_EPOCH = Date.UTC(2020, 0, 1);

/** The day in a file's name, and when it has ended all over the world; of a number of seconds, that time. Units: epoch milliseconds. */
export function dayInName(name: string): { readonly day: string; readonly endMs: number } | undefined {
  const date = dateInName(name);
  if (date?.kind === 'epoch') return toTime(date.digits);
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)/.exec(date?.digits ?? '') ?? [];
  if (year === undefined) return undefined;
  const endMs = Date.UTC(Number(year), Number(month) - 1, Number(day) + 1, LAST_ZONE_HOURS);
  return { day: `${year}-${month}-${day}`, endMs };
}

function toTime(digits: string): ReturnType<typeof dayInName> {
  const time = Number(digits.padEnd(13, '0'));
  return time < FIRST_EPOCH ? undefined : { day: new Date(time).toISOString().slice(0, 10), endMs: time };
}

function toCalendar([text]: readonly string[]): NameDate {
  return { kind: 'calendar', digits: (text ?? '').replace(/[^0-9]/g, '') };
}

/** Whether one date is after another for sure. `2026-11-20 03:15` is neither before nor after `2026-11-20`. */
export function isLater(date: NameDate | undefined, other: NameDate | undefined): boolean {
  if (date?.kind !== other?.kind || !date || !other) return false;
  const length = Math.min(date.digits.length, other.digits.length);
  return date.digits.slice(0, length) > other.digits.slice(0, length);
}
