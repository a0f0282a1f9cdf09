import { isFuture } from '../../domain/day.ts';
import { matcherOf } from '../../domain/file-names.ts';
import { isOwnSheet } from '../../domain/own-sheets.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import { dateInName, isLater } from './date-in-name.ts';

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
