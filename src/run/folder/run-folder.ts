import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { systemCode } from '../../domain/describe-system-error.ts';
import { RunFolderError } from '../../domain/errors.ts';
import { findStranger } from '../../domain/find-stranger.ts';
import type { Disk } from '../../domain/ports.ts';
import { nameShard, type Shard } from '../../domain/shard.ts';
import { makeFolders } from '../disk/make-folders.ts';
import { onDisk } from '../disk/on-disk.ts';
import { openDraft } from '../disk/open-draft.ts';
import { openSpool, type Spool } from '../disk/spool.ts';
import { systemTrust } from '../disk/system-trust.ts';
import { writeAll } from '../disk/write-all.ts';

/** The files of a run folder. */
export const RUN_FILES = {
  results: 'results.csv',
  retry: 'retry.csv',
  undo: 'undo.csv',
  report: 'report.html',
  summary: 'summary.json',
  plan: 'plan.ndjson',
  outcomes: 'outcomes.ndjson',
  log: 'log.ndjson',
} as const;

/** The folder that holds all runs, in the working folder. */
export const RUNS_FOLDER = 'runs';

/** Whether a file has the name of a sheet that a run writes. */
export function isOwnSheet(path: string): boolean {
  const name = basename(path);
  return name === RUN_FILES.retry || name === RUN_FILES.undo;
}

type RunFile = (typeof RUN_FILES)[keyof typeof RUN_FILES];

/** A file that grows line by line; each is written before `append` returns. */
export interface LineFile {
  append(line: string): void;
  /** Errors: also if an earlier line could not be written. */
  close(): void;
}

/** A file that takes several lines at once, and counts those that were written. */
export interface CountedLineFile extends LineFile {
  appendAll(lines: readonly string[]): void;
  /** How many lines were written whole. */
  taken(): number;
}

/** A run's folder. Everything in it is readable by its owner only. */
export interface RunFolder {
  /** Absolute. */
  readonly path: string;
  pathOf(file: RunFile): string;
  /** Writes a file that appears under its name only when it is complete and safely on disk. */
  writeWhole(file: RunFile, blocks: Iterable<string | Uint8Array>): void;
  openLines(file: RunFile): CountedLineFile;
  /** A temporary file for what is too large to be held in memory. */
  openSpool(name: 'entries' | 'updates'): Spool;
}

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;

interface FolderChoice {
  /** The folder that was asked for: it must not exist, or be empty. */
  readonly out?: string | undefined;
  readonly cwd: string;
  /** For the name of a folder if none was asked for. */
  readonly startedAt: number;
  readonly sheetName: string;
  /** Part of the name, unless the sheet's name has it already. */
  readonly shard?: Shard | undefined;
  readonly disk: Disk;
}

/**
 * Makes the folder of a run.
 *
 * Errors: `RunFolderError` if the named folder is not empty or is a file; `DiskError` if it can't be made.
 */
export function createRunFolder({ out, cwd, startedAt, sheetName, shard, disk }: FolderChoice): RunFolder {
  const name = `${toFolderTime(startedAt)}-${toFolderName(sheetName)}${shard ? `-${nameShard(shard)}` : ''}`;
  const stem = resolve(cwd, RUNS_FOLDER, name);
  const path = out === undefined ? makeNewFolder(stem, disk) : makeNamedFolder(resolve(cwd, out), disk);
  onDisk(`make the run folder "${path}"`, () => syncFoldersAbove(path, cwd, disk));
  return openFolder(path, disk);
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

/** `2026-11-20T08-30-00Z`: sorts by time and is a valid file name on every system. */
function toFolderTime(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}

/** The name of a run folder without the time that automatic names begin with. */
export function nameWithoutTime(name: string): string {
  return name.replace(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-/, '');
}

/** In characters of up to four bytes each; file systems take 255 bytes. */
const MAX_NAME = 50;

function toFolderName(sheetName: string): string {
  const stem = sheetName.replace(/\.[^.]*$/, '').replace(/[^\p{L}\p{N}_-]+/gu, '-');
  return [...stem.replace(/^-+|-+$/g, '')].slice(0, MAX_NAME).join('') || 'sheet';
}

function makeNamedFolder(path: string, disk: Disk): string {
  const what = `make the run folder "${path}"`;
  const wasThere = disk.existsSync(path);
  const holds = onDisk(what, () => {
    makeRunFolders(path, disk);
    return disk.readdirSync(path, { withFileTypes: true });
  });
  if (holds.length > 0)
    throw new RunFolderError(`Cannot use the run folder "${path}": it is not empty`, { hint: NEW_FOLDER });
  // A new folder is its owner's alone, if the disk keeps permissions.
  if (wasThere) refuseShared(path, disk);
  return path;
}

/** Another user could change the run's files there, and its undo would be refused after everything was sent. */
function refuseShared(path: string, disk: Disk): void {
  const trust = systemTrust();
  const rights = onDisk(`make the run folder "${path}"`, () => disk.statSync(path));
  const stranger = trust && findStranger(rights, trust);
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
    throw systemCode(error) === 'EEXIST' ? notAFolder(path) : error;
  }
}

function notAFolder(path: string): RunFolderError {
  return new RunFolderError(`Cannot use the run folder "${path}": it is a file`, { hint: NEW_FOLDER });
}

/** Two runs may begin within one second: the second gets a number. */
function makeNewFolder(stem: string, disk: Disk): string {
  onDisk(`make the folder of "${stem}"`, () => makeRunFolders(dirname(stem), disk));
  for (let number = 1; ; number++) {
    const path = number === 1 ? stem : `${stem}-${number}`;
    const made = onDisk(`make the run folder "${path}"`, () => {
      try {
        disk.mkdirSync(path, { mode: OWNER_ONLY_FOLDER });
        return true;
      } catch (error) {
        if (systemCode(error) === 'EEXIST') return false;
        throw error;
      }
    });
    if (made) return path;
  }
}

function openFolder(path: string, disk: Disk): RunFolder {
  const pathOf = (file: RunFile): string => join(path, file);
  return {
    path,
    pathOf,
    writeWhole: (file, blocks) =>
      onDisk(`write "${pathOf(file)}"`, () => writeWhole(pathOf(file), blocks, disk)),
    openLines: (file) => openLines(pathOf(file), disk),
    // Named like an incomplete file, which a killed run may leave behind too.
    openSpool: (name) => openSpool(join(path, `${name}.unfinished`), disk),
  };
}

/**
 * Writes a file that appears under its name only when it is complete, and survives a power cut. Errors: the system's
 * own.
 */
export function writeWhole(path: string, blocks: Iterable<string | Uint8Array>, disk: Disk): void {
  const unfinished = `${path}.unfinished`;
  try {
    writeSynced(unfinished, blocks, disk);
    disk.renameSync(unfinished, path);
  } catch (error) {
    removeRemains(unfinished, disk);
    throw error;
  }
  syncFolder(dirname(path), disk);
}

function writeSynced(path: string, blocks: Iterable<string | Uint8Array>, disk: Disk): void {
  const file = openDraft(path, OWNER_ONLY_FILE, disk);
  try {
    for (const block of blocks) writeAll(file, block, disk);
    disk.fsyncSync(file);
  } finally {
    disk.closeSync(file);
  }
}

/** On a full disk the draft would take the room that later files need. The first error is the one to report. */
function removeRemains(path: string, disk: Disk): void {
  try {
    disk.rmSync(path, { force: true });
  } catch {
    // The disk may refuse that too.
  }
}

/**
 * After a line could not be written, none is: the next one would run into its remains, and a file that goes on as if
 * nothing had happened would look complete.
 */
function openLines(path: string, disk: Disk): CountedLineFile {
  const what = `write "${path}"`;
  const file = onDisk(what, () => disk.openSync(path, 'ax', OWNER_ONLY_FILE));
  onDisk(what, () => syncFolder(dirname(path), disk));
  let failure: unknown;
  let taken = 0;

  function append(text: string): void {
    if (failure !== undefined) throw failure;
    const bytes = Buffer.from(`${text}\n`);
    let written = 0;
    try {
      onDisk(what, () => {
        while (written < bytes.length) written += disk.writeSync(file, bytes, written);
      });
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      taken += countLines(bytes.subarray(0, written));
    }
  }

  function close(): void {
    try {
      onDisk(what, () => disk.fsyncSync(file));
    } finally {
      onDisk(what, () => disk.closeSync(file));
    }
    if (failure !== undefined) throw failure;
  }

  return { append, appendAll: (lines) => append(lines.join('\n')), taken: () => taken, close };
}

function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_BREAK); at >= 0; at = bytes.indexOf(LINE_BREAK, at + 1)) lines++;
  return lines;
}

const LINE_BREAK = 10;

/** Makes a rename survive a power cut. Windows can't open a folder, and keeps its own order. */
function syncFolder(path: string, disk: Disk): void {
  if (process.platform === 'win32') return;
  const folder = disk.openSync(path, 'r');
  try {
    disk.fsyncSync(folder);
  } finally {
    disk.closeSync(folder);
  }
}
