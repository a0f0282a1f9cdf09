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

/** Where runs make their folders, within the working folder. */
export const RUNS_FOLDER = 'runs';

/** Whether a file is called as the sheets are that a run leaves behind. */
export function isOwnSheet(path: string): boolean {
  const name = basename(path);
  return name === RUN_FILES.retry || name === RUN_FILES.undo;
}

type RunFile = (typeof RUN_FILES)[keyof typeof RUN_FILES];

/** A file that grows line by line, each line handed to the system before `append` returns. */
export interface LineFile {
  append(line: string): void;
  /** Errors: also where a line before could not be written. */
  close(): void;
}

/** One that takes several lines in one piece too, and knows how many of them got through. */
export interface CountedLineFile extends LineFile {
  appendAll(lines: readonly string[]): void;
  /** How many lines the system was handed whole. */
  taken(): number;
}

/** The folder that a run leaves behind. Everything in it is readable by its owner only. */
export interface RunFolder {
  /** Absolute. */
  readonly path: string;
  pathOf(file: RunFile): string;
  /** Writes a file that appears under its name only when it is whole and safely on disk. */
  writeWhole(file: RunFile, blocks: Iterable<string | Uint8Array>): void;
  openLines(file: RunFile): CountedLineFile;
  /** A file for the time of the run, for what is too much to be held in memory. */
  openSpool(name: 'entries' | 'updates'): Spool;
}

const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;

interface FolderChoice {
  /** Where somebody named a folder: it must not exist, or be empty. */
  readonly out?: string | undefined;
  readonly cwd: string;
  /** For a folder of our own naming. */
  readonly startedAt: number;
  readonly sheetName: string;
  /** Where the name doesn't say it already. */
  readonly shard?: Shard | undefined;
  readonly disk: Disk;
}

/**
 * Makes the folder of a run.
 *
 * Errors: `RunFolderError` where the named folder has something in it or is a file; `DiskError` where it can't be made.
 */
export function createRunFolder({ out, cwd, startedAt, sheetName, shard, disk }: FolderChoice): RunFolder {
  const name = `${toFolderTime(startedAt)}-${toFolderName(sheetName)}${shard ? `-${nameShard(shard)}` : ''}`;
  const stem = resolve(cwd, RUNS_FOLDER, name);
  const path = out === undefined ? makeNewFolder(stem, disk) : makeNamedFolder(resolve(cwd, out), disk);
  onDisk(`make the run folder "${path}"`, () => syncFoldersAbove(path, cwd, disk));
  return openFolder(path, disk);
}

/**
 * Makes the way to a folder last through a power cut, from the working folder on: whoever made the folders in between
 * may have been killed before it could. A folder further up that may not be read has to do without.
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

/** `2026-11-20T08-30-00Z`: sorts by time and is a file name on every system. */
function toFolderTime(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}

/** The name of a run folder without the time that those of our own naming begin with. */
export function nameWithoutTime(name: string): string {
  return name.replace(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-/, '');
}

/** In characters, which may be four bytes each; file systems take 255 bytes. */
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
  // One that is made here is for its owner alone, as far as its disk keeps rights.
  if (wasThere) refuseShared(path, disk);
  return path;
}

/** What a run leaves there could be changed by somebody else, and its undo would be refused once everything is sent. */
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

/** Errors: `RunFolderError` where one of them is a file; the system's own. */
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

/** Two runs may begin within one second: the second one gets a number. */
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
    // Named like a file that is not whole, which a killed run may leave behind too.
    openSpool: (name) => openSpool(join(path, `${name}.unfinished`), disk),
  };
}

/** Writes a file that appears under its name only when it is whole, and lasts. Errors: the system's own. */
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

/** On a full disk they would take the room that the files after this one need. What went wrong before is what is told. */
function removeRemains(path: string, disk: Disk): void {
  try {
    disk.rmSync(path, { force: true });
  } catch {
    // The disk lets nothing be done any more.
  }
}

/**
 * Once a line could not be written, none is: what came after it would run into its remains, and a file that goes on as
 * if nothing had happened would claim to be whole.
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

/** Makes a rename last through a power cut. Windows can't open a folder, and keeps its own order. */
function syncFolder(path: string, disk: Disk): void {
  if (process.platform === 'win32') return;
  const folder = disk.openSync(path, 'r');
  try {
    disk.fsyncSync(folder);
  } finally {
    disk.closeSync(folder);
  }
}
