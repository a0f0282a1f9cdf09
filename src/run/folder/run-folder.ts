import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import process from 'node:process';
import { RunFolderError, systemCode } from '../../domain/errors.ts';
import { whyNotOnWindows } from '../../domain/file-names.ts';
import { findOtherOwner } from '../../domain/find-other-owner.ts';
import { OWN_SHEETS } from '../../domain/own-sheets.ts';
import type { Disk } from '../../domain/ports.ts';
import { inSlices } from '../disk/in-slices.ts';
import { type CountedLineFile, openLines } from '../disk/line-file.ts';
import { openSpool, type Spool } from '../disk/spool.ts';
import { systemTrust } from '../disk/system-trust.ts';
import { toDiskError, withDiskErrors, withDiskErrorsLater } from '../disk/with-disk-errors.ts';
import { makeFolders, OWNER_ONLY, syncFolder, writingWhole } from '../disk/write-whole.ts';

/** The files of a run folder. */
export const RUN_FILES = {
  results: 'results.csv',
  ...OWN_SHEETS,
  report: 'report.html',
  review: 'review.csv',
  summary: 'summary.json',
  plan: 'plan.ndjson',
  outcomes: 'outcomes.ndjson',
  log: 'log.ndjson',
} as const;

/** The files that a run folder has, or will have: the summary is written last. */
export function filesIn(folder: string, disk: Pick<Disk, 'existsSync'>): Partial<typeof RUN_FILES> {
  const there = Object.entries(RUN_FILES).filter(
    ([, file]) => file === RUN_FILES.summary || disk.existsSync(join(folder, file)),
  );
  return Object.fromEntries(there);
}

/** The ending of a run folder's name while it is being deleted: it is no run folder any more. */
export const DELETING = '.deleting';

/** The folder that holds all runs, in the working folder. */
export const RUNS_FOLDER = 'runs';

export type RunFile = (typeof RUN_FILES)[keyof typeof RUN_FILES];

/** A run's folder. Everything in it is readable by its owner only. */
export interface RunFolder {
  /** Absolute. */
  readonly path: string;
  pathOf(file: RunFile): string;
  /** Writes a file that appears under its name only when it is complete and safely on disk. */
  writeWhole(file: RunFile, blocks: Iterable<string | Uint8Array>): Promise<void>;
  openLines(file: RunFile): CountedLineFile;
  /** A temporary file for what is too large to be held in memory. */
  openSpool(): Spool;
}

interface FolderChoice {
  /** The folder that was asked for: it must not exist, or be empty. */
  readonly out?: string | undefined;
  readonly cwd: string;
  /** For the name of a folder if none was asked for. */
  readonly startedAt: number;
  readonly sheetName: string;
  readonly disk: Disk;
}

/**
 * Makes the folder of a run.
 *
 * Errors: `RunFolderError` if the named folder is not empty or is a file; `DiskError` if it can't be made.
 */
export function createRunFolder({ out, cwd, startedAt, sheetName, disk }: FolderChoice): RunFolder {
  const name = `${toFolderTime(startedAt)}-${toFolderName(sheetName)}`;
  const stem = resolve(cwd, RUNS_FOLDER, name);
  const path = out === undefined ? makeNewFolder(stem, disk) : makeNamedFolder(resolve(cwd, out), disk);
  withDiskErrors(`make the run folder "${path}"`, () => syncFoldersAbove(path, cwd, disk));
  return openFolder(path, disk);
}

/** `2026-11-20T08-30-00Z`: sorts by time and is a valid file name on every system. */
export function toFolderTime(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}

/** The name of a run folder without the time that automatic names begin with. */
export function nameWithoutTime(name: string): string {
  return name.replace(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-/, '');
}

/** In characters of up to four bytes each; file systems take 255 bytes. */
const MAX_NAME = 50;

export function toFolderName(sheetName: string): string {
  const stem = sheetName.replace(/\.[^.]*$/, '').replace(/[^\p{L}\p{N}_-]+/gu, '-');
  return [...stem.replace(/^-+|-+$/g, '')].slice(0, MAX_NAME).join('') || 'sheet';
}

function openFolder(path: string, disk: Disk): RunFolder {
  const pathOf = (file: RunFile): string => join(path, file);
  return {
    path,
    pathOf,
    writeWhole: (file, blocks) =>
      withDiskErrorsLater(`write "${pathOf(file)}"`, () =>
        inSlices(writingWhole(pathOf(file), blocks, disk)),
      ),
    openLines: (file) => openLines(pathOf(file), disk),
    // Named like an incomplete file, which a killed run may leave behind too.
    openSpool: () => openSpool(join(path, 'entries.unfinished'), disk),
  };
}

/**
 * Makes the path to a folder survive a power cut, from the working folder on: the process that made the folders in
 * between may have been killed before it could. Folders further up that may not be read are left out.
 */
function syncFoldersAbove(path: string, cwd: string, disk: Disk): void {
  const above = dirname(path);
  syncFolder(above, disk);
  const way = relative(cwd, above);
  if (way === '' || way.startsWith('..') || isAbsolute(way)) return;
  try {
    syncFoldersAbove(above, cwd, disk);
  } catch (error) {
    if (systemCode(error) !== 'EACCES') throw error;
  }
}

export function makeNamedFolder(path: string, disk: Disk, platform = process.platform): string {
  if (platform === 'win32') refuseUnusable(path, disk);
  const what = `make the run folder "${path}"`;
  const wasThere = disk.existsSync(path);
  const holds = withDiskErrors(what, () => {
    makeRunFolders(path, disk);
    return disk.readdirSync(path, { withFileTypes: true });
  });
  if (holds.length > 0)
    throw new RunFolderError(`Cannot use the run folder "${path}": it is not empty`, {
      hint: `${NEW_FOLDER}, or pass no --out: each run then makes its own`,
    });
  // A new folder is its owner's alone, if the disk keeps permissions.
  if (wasThere) refuseShared(path, disk);
  return path;
}

/** Errors: `RunFolderError` if a folder that is still to be made would have a name that no other program of Windows can open. */
function refuseUnusable(path: string, disk: Disk): void {
  const parent = dirname(path);
  if (parent === path || disk.existsSync(path)) return;
  const why = whyNotOnWindows(basename(path));
  if (why !== undefined)
    throw new RunFolderError(`Cannot make the run folder "${path}": ${why}`, {
      hint: 'Name another folder with --out',
    });
  refuseUnusable(parent, disk);
}

/** Another user could change the run's files there, and its undo would be refused after everything was sent. */
function refuseShared(path: string, disk: Disk): void {
  const trust = systemTrust();
  const rights = withDiskErrors(`make the run folder "${path}"`, () => disk.statSync(path));
  const stranger = trust && findOtherOwner(rights, trust);
  if (stranger)
    throw new RunFolderError(`Cannot use the run folder "${path}": it ${stranger.why}`, {
      hint: `${NEW_FOLDER}, which is made for you alone`,
    });
}

const NEW_FOLDER = 'Name a new folder with --out';

/** Errors: `RunFolderError` if one of them is a file; the system's own. */
function makeRunFolders(path: string, disk: Disk): void {
  try {
    makeFolders(path, disk);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
    throw new RunFolderError(`Cannot use the run folder "${path}": it is a file`, {
      hint: 'Move the file away, or name a new folder with --out',
    });
  }
}

/** A scheduled job has no `--out`: with one, its second run would be refused. */
const GIVE_RIGHT = `Give the user of this job the right to write in ${RUNS_FOLDER}/`;

/** Two runs may begin within one second: the second gets a number. */
function makeNewFolder(stem: string, disk: Disk): string {
  for (let number = 1; ; number++) {
    const path = number === 1 ? stem : `${stem}-${number}`;
    try {
      makeRunFolders(dirname(stem), disk);
      disk.mkdirSync(path, { mode: OWNER_ONLY.folder });
      return path;
    } catch (error) {
      const code = systemCode(error);
      const hint = code === 'EACCES' || code === 'EPERM' ? GIVE_RIGHT : undefined;
      if (code !== 'EEXIST') throw toDiskError(error, `make the run folder "${path}"`, hint);
    }
  }
}

/**
 * When a run was last alive: when its journal or log was written, which is all that a killed run leaves. Units: epoch
 * milliseconds.
 */
export function readLastActivity(folder: string, disk: Pick<Disk, 'statSync'>): number {
  const times = [RUN_FILES.outcomes, RUN_FILES.log].map(
    (name) => disk.statSync(resolve(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return Math.max(...times);
}

/** A folder as a user in `cwd` would write it. */
export function displayPath(folder: string, cwd: string): string {
  const near = relative(cwd, folder);
  return near.startsWith('..') ? folder : near;
}
