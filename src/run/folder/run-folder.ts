import { join, resolve } from 'node:path';
import { OWN_SHEETS } from '../../domain/own-sheet.ts';
import type { Disk } from '../../domain/ports.ts';
import { type CountedLineFile, openLines } from '../disk/line-file.ts';
import { openSpool, type Spool } from '../disk/spool.ts';
import { withDiskErrors } from '../disk/with-disk-errors.ts';
import { writeWhole } from '../disk/write-whole.ts';
import { makeNamedFolder, makeNewFolder, syncFoldersAbove } from './make-run-folder.ts';

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

/** The ending of a run folder's name while it is being deleted: it is no run folder any more. */
export const DELETING = '.deleting';

/** The folder that holds all runs, in the working folder. */
export const RUNS_FOLDER = 'runs';

type RunFile = (typeof RUN_FILES)[keyof typeof RUN_FILES];

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
      withDiskErrors(`write "${pathOf(file)}"`, () => writeWhole(pathOf(file), blocks, disk)),
    openLines: (file) => openLines(pathOf(file), disk),
    // Named like an incomplete file, which a killed run may leave behind too.
    openSpool: (name) => openSpool(join(path, `${name}.unfinished`), disk),
  };
}
