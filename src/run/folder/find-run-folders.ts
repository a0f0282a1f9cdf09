import { basename, join, resolve } from 'node:path';
import { describeSystemError, PricesheetError, RunFolderError, systemCode } from '../../domain/errors.ts';
import { findOtherOwner, type Rights, type Trust } from '../../domain/find-other-owner.ts';
import { askAbout, nearestNames } from '../../domain/nearest-names.ts';
import type { Disk } from '../../domain/ports.ts';
import { tryTo } from '../../domain/try-to.ts';
import { systemTrust } from '../disk/system-trust.ts';
import { NAME_A_RUN, readPlanHead } from './plan-file.ts';
import type { PlanHead } from './plan-schema.ts';
import { DELETING, nameWithoutTime, RUN_FILES, RUNS_FOLDER } from './run-folder.ts';
import { readSummary, type Summary } from './summary-file.ts';

/** A run folder that nobody else could have changed, as far as its first lines describe it. */
export interface FoundFolder {
  /** Absolute. */
  readonly path: string;
  readonly head: PlanHead;
  /** A run that was killed has none. */
  readonly summary: Summary | undefined;
  /** To read its files with: each is checked as it is opened. */
  readonly disk: Disk;
}

/** A folder that is no run folder, or can't be used. */
export interface RefusedFolder {
  readonly path: string;
  /** A sentence. */
  readonly why: string;
}

/**
 * The folders in `parents`, or these themselves if they are run folders. What is half deleted is no run folder any more, and
 * names that begin with a dot are not those of runs.
 */
export function listRunFolders(parents: readonly string[], disk: Disk): readonly string[] {
  const found = parents.flatMap((parent) =>
    disk.existsSync(join(parent, RUN_FILES.plan)) ? [parent] : listBelow(parent, disk),
  );
  return [...new Set(found)].filter((path) => !basename(path).endsWith(DELETING));
}

/** The folders in one, but for links and hidden ones. */
export function listBelow(parent: string, disk: Disk): readonly string[] {
  if (!disk.existsSync(parent)) return [];
  return disk
    .readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => join(parent, name))
    .sort();
}

/** Reads the first lines of a run folder. `command`: for messages. */
export function openRunFolder(
  path: string,
  { command, disk: system }: { readonly command: string; readonly disk: Disk },
): FoundFolder | RefusedFolder {
  try {
    const disk = guardFolder(path, { command, disk: system });
    const head = readPlanHead(join(path, RUN_FILES.plan), disk);
    if (!head) return { path, why: "The first line of its plan can't be read" };
    return { path, head, summary: readSummary(path, disk), disk };
  } catch (error) {
    return { path, why: describeRefusal(error) };
  }
}

/** Errors: the given one, if it is a bug. */
export function describeRefusal(error: unknown): string {
  if (error instanceof RunFolderError && error.hint) return `${error.message}; ${error.hint}`;
  if (error instanceof PricesheetError) return error.message;
  if (systemCode(error) === undefined) throw error;
  return describeSystemError(error);
}

/** At most this many folders of each parent are searched. */
const MAX_FOLDERS = 500;

/** The folders in `parents`, each once: of each parent those with automatic names first, the newest ahead. */
export function listFolders(parents: readonly string[], disk: Disk): readonly string[] {
  return [...new Set(parents.flatMap((parent) => listNewest(parent, disk)))];
}

function listNewest(parent: string, disk: Disk): readonly string[] {
  const paths = tryTo(() => listBelow(parent, disk)) ?? [];
  const newest = paths.filter((path) => !path.endsWith(DELETING)).toReversed();
  return [...newest.filter(isNamedByTime), ...newest.filter((path) => !isNamedByTime(path))].slice(
    0,
    MAX_FOLDERS,
  );
}

function isNamedByTime(path: string): boolean {
  return nameWithoutTime(basename(path)) !== basename(path);
}

interface Naming {
  /** For messages. */
  readonly command: string;
  readonly cwd: string;
  readonly disk: Disk;
}

/**
 * Refuses the sheet or a file of the run in place of its folder, the folder of all runs, and mistyped names. `given`: how `path` was named.
 *
 * Errors: `RunFolderError`, with likely names: similar ones, else the newest.
 */
export function refuseNoRun(path: string, given: string, { command, cwd, disk }: Naming): void {
  const refuse = (why: string, hint: string): never => {
    throw new RunFolderError(`Cannot ${command} "${given}": ${why}`, { hint });
  };
  const found = lookAt(path, disk);
  const parent = resolve(cwd, RUNS_FOLDER);
  if (found === 'file') refuse('it is a file, not a run folder', NAME_A_RUN);
  if (found === 'nothing') {
    const runs = listRuns(parent, disk);
    const near = nearestNames(basename(given), runs).map(toPath);
    refuse(`there is no such folder${askAbout(near)}`, near.length > 0 ? NAME_A_RUN : hintOf(runs));
  }
  if (path === parent && !disk.existsSync(join(path, RUN_FILES.plan)))
    refuse('it is the folder of all runs, not of one', hintOf(listRuns(parent, disk)));
}

/** What can't be inspected is reported where it is read. */
function lookAt(path: string, disk: Disk): 'nothing' | 'file' | 'other' {
  try {
    const stats = disk.statSync(path, { throwIfNoEntry: false });
    if (!stats) return 'nothing';
    return stats.isFile() ? 'file' : 'other';
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return 'other';
  }
}

/** More suggestions are no help. */
const MAX_NAMED = 3;

function hintOf(runs: readonly string[]): string {
  const named = runs.slice(0, MAX_NAMED).map((name) => `"${toPath(name)}"`);
  if (named.length === 0) return NAME_A_RUN;
  return `${NAME_A_RUN}; the newest in ${RUNS_FOLDER} ${named.length === 1 ? 'is' : 'are'} ${named.join(', ')}`;
}

/** As a command line takes it. */
function toPath(name: string): string {
  return join(RUNS_FOLDER, name);
}

/** The names of run folders with a plan, the newest first. */
function listRuns(parent: string, disk: Disk): readonly string[] {
  const runs = listFolders([parent], disk).filter(isNamedByTime);
  return runs.filter((path) => disk.existsSync(join(path, RUN_FILES.plan))).map((path) => basename(path));
}

interface GuardOptions {
  /** For messages. */
  readonly command: string;
  readonly disk: Disk;
}

/**
 * Refuses a run folder that another user could have changed: anyone can recompute a seal, so only file permissions
 * prove whose plan it is. Returns the disk to read it with, which checks each file again as it is opened, since a
 * folder can be replaced meanwhile.
 *
 * Errors: `RunFolderError`.
 */
export function guardFolder(path: string, options: GuardOptions): Disk {
  const trust = systemTrust();
  try {
    refuseOthers(path, trust, options);
  } catch (cause) {
    // Another user's folder may not even be readable.
    if (cause instanceof RunFolderError || systemCode(cause) === undefined) throw cause;
    throw new RunFolderError(`Cannot ${options.command} "${path}": ${describeSystemError(cause)}`, {
      cause,
      hint: 'Name a run folder that you may read',
    });
  }
  return readingOwn(options.disk, trust);
}

function refuseOthers(path: string, trust: Trust | undefined, { command, disk }: GuardOptions): void {
  const refuse = (what: string, rights: Rights | undefined): void => {
    const stranger = rights && trust && findOtherOwner(rights, trust);
    if (stranger)
      throw new RunFolderError(`Cannot ${command} "${path}": ${what} ${stranger.why}`, {
        hint: asSentence(stranger.wayOut(path, 'folder')),
      });
  };
  refuse('the link to it', linkAt(path, disk));
  refuse('it', disk.statSync(path, { throwIfNoEntry: false }));
  for (const file of DECIDING) {
    const found = disk.lstatSync(join(path, file), { throwIfNoEntry: false });
    if (found?.isSymbolicLink()) throw isLink(join(path, file));
    refuse(`its ${file}`, found);
  }
}

/** The review file decides nothing until it is named, and may belong to the person who approved. */
const DECIDING = Object.values(RUN_FILES).filter((file) => file !== RUN_FILES.review);

function linkAt(path: string, disk: Disk): Rights | undefined {
  const found = disk.lstatSync(path, { throwIfNoEntry: false });
  return found?.isSymbolicLink() ? found : undefined;
}

function isLink(path: string): RunFolderError {
  return new RunFolderError(`Cannot use "${path}": it is a symbolic link, which pricesheet never creates`, {
    hint: 'Put the file itself in its place, if you trust what is in it',
  });
}

function readingOwn(disk: Disk, trust: Trust | undefined): Disk {
  function openOwn(path: string): number {
    const named = disk.lstatSync(path, { throwIfNoEntry: false });
    if (named?.isSymbolicLink()) throw isLink(path);
    const file = disk.openSync(path, 'r');
    const opened = disk.fstatSync(file);
    const stranger = trust && findOtherOwner(opened, trust);
    if (named?.ino === opened.ino && !stranger) return file;
    disk.closeSync(file);
    throw new RunFolderError(
      `Cannot use "${path}": it ${stranger?.why ?? 'was replaced while it was checked'}`,
    );
  }
  function readOwn(path: string): Uint8Array {
    const file = openOwn(path);
    try {
      return disk.readFileSync(file);
    } finally {
      disk.closeSync(file);
    }
  }
  return {
    ...disk,
    openSync: (path, flags, mode) => (flags === 'r' ? openOwn(path) : disk.openSync(path, flags, mode)),
    readFileSync: (source) => (typeof source === 'string' ? readOwn(source) : disk.readFileSync(source)),
  };
}

function asSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
