import { basename, dirname, join, resolve, sep } from 'node:path';
import { describeSystemError, SheetError, systemCode } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import { type Choice, chooseNewest, type FolderEntry, type PassedOver } from './choose-newest.ts';

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
