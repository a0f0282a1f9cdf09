import { randomUUID } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { systemCode } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import { tryTo } from '../../domain/try-to.ts';
import { atOnce, type Steps } from './in-slices.ts';

type Blocks = Iterable<string | Uint8Array>;

/**
 * Writes a file that appears under its name only when it is complete, and survives a power cut. It takes the place of another one, or of a
 * link.
 *
 * Errors: the system's own; those of `blocks`.
 */
export function writeWhole(path: string, blocks: Blocks, disk: Disk): void {
  atOnce(writingWhole(path, blocks, disk));
}

/** Likewise, block by block. */
export function writingWhole(path: string, blocks: Blocks, disk: Disk): Steps {
  return writing(`${path}.unfinished`, path, { blocks, disk });
}

/** Likewise, of processes beside each other: each draft has another name, so that one of them leaves its whole file. */
export function replaceWhole(path: string, blocks: Blocks, disk: Disk): void {
  atOnce(replacing(path, blocks, disk));
}

/** Likewise, block by block. */
export function replacing(path: string, blocks: Blocks, disk: Disk): Steps {
  return writing(draftOf(path), path, { blocks, disk });
}

function* writing(
  draft: string,
  path: string,
  { blocks, disk }: { readonly blocks: Blocks; readonly disk: Disk },
): Steps {
  try {
    yield* writingSynced(draft, blocks, disk);
    renameFile(draft, path, { disk });
  } catch (error) {
    removeDraft(draft, disk);
    throw error;
  }
  syncFolder(dirname(path), disk);
}

/**
 * Likewise, in a folder that may be missing, and only if nothing has that name by then. Returns whether it does. Processes beside each
 * other need no lock.
 */
export function writeNew(path: string, blocks: Blocks, disk: Disk): boolean {
  makeSyncedFolders(dirname(path), disk);
  const draft = draftOf(path);
  let isPlaced: boolean;
  try {
    atOnce(writingSynced(draft, blocks, disk));
    isPlaced = place(draft, path, disk);
  } finally {
    removeDraft(draft, disk);
  }
  syncFolder(dirname(path), disk);
  return isPlaced;
}

/** Disks that know no second name for a file. */
const WITHOUT_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

function place(draft: string, path: string, disk: Disk): boolean {
  try {
    disk.linkSync(draft, path);
    return true;
  } catch (error) {
    const code = systemCode(error) ?? '';
    if (code === 'EEXIST') return false;
    if (!WITHOUT_LINKS.has(code)) throw error;
  }
  if (disk.lstatSync(path, { throwIfNoEntry: false })) return false;
  renameFile(draft, path, { disk });
  return true;
}

function draftOf(path: string): string {
  return `${path}.${randomUUID()}.unfinished`;
}

const DRAFT = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.unfinished$/;

/** No process takes that long to write a file. Units: milliseconds. */
const OLD_MS = 3_600_000;

/**
 * Removes what processes that were killed while they wrote this file with `replaceWhole` have left. `now`: epoch milliseconds. Errors:
 * those of the system.
 */
export function removeOldDrafts(path: string, now: number, disk: Disk): void {
  const folder = dirname(path);
  for (const { name } of disk.readdirSync(folder, { withFileTypes: true })) {
    if (!name.startsWith(`${basename(path)}.`) || !DRAFT.test(name)) continue;
    const draft = join(folder, name);
    const stats = disk.lstatSync(draft, { throwIfNoEntry: false });
    if (stats?.isFile() && stats.mtimeMs < now - OLD_MS) disk.rmSync(draft, { force: true });
  }
}

/** The disk is waited for that often, so that no wait takes long: a few milliseconds on most, a tenth of a second on slow ones. */
const SYNC_EVERY_BYTES = 4 * 1024 * 1024;

/** Writes a draft that is safely on disk before it gets its name. */
function* writingSynced(path: string, blocks: Blocks, disk: Disk): Steps {
  const file = openDraft(path, OWNER_ONLY.file, disk);
  try {
    let unsynced = 0;
    for (const block of blocks) {
      unsynced += writeAll(file, block, disk);
      if (unsynced >= SYNC_EVERY_BYTES) {
        disk.fsyncSync(file);
        unsynced = 0;
      }
      yield;
    }
    disk.fsyncSync(file);
  } finally {
    disk.closeSync(file);
  }
}

/** On a full disk the draft would take the room that later files need. The first error is the one to report: the disk may refuse this too. */
function removeDraft(path: string, disk: Disk): void {
  tryTo(() => disk.rmSync(path, { force: true }));
}

/** A disk that sets the rights of a file, too. */
export type RightsDisk = Disk & { fchmodSync(file: number, mode: number): void };

/** Nothing in it is secret: readable for all, and for nobody else to write, whatever the umask. */
const FOR_ALL_TO_READ = 0o644;

/** Likewise, of a file that others read, too: with these rights. */
export function replaceForAll(path: string, text: string, disk: RightsDisk, mode = FOR_ALL_TO_READ): void {
  const draft = draftOf(path);
  try {
    const file = openDraft(draft, mode, disk);
    try {
      writeAll(file, text, disk);
      disk.fchmodSync(file, mode);
      disk.fsyncSync(file);
    } finally {
      disk.closeSync(file);
    }
    renameFile(draft, path, { disk });
  } catch (error) {
    removeDraft(draft, disk);
    throw error;
  }
}

/**
 * Opens a file that is written before it gets its name. Replaces a draft that a killed run left, and a link in its
 * place, whose target stays as it is.
 *
 * Errors: those of the system.
 */
export function openDraft(path: string, mode: number, disk: Pick<Disk, 'openSync' | 'rmSync'>): number {
  try {
    return disk.openSync(path, 'ax', mode);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
  }
  disk.rmSync(path, { force: true });
  return disk.openSync(path, 'ax', mode);
}

/** Writes a text or bytes to the end, and returns the number of bytes: one call may write less than it was given. Errors: the system's own. */
export function writeAll(file: number, text: string | Uint8Array, disk: Disk): number {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  for (let written = 0; written < bytes.length; ) written += disk.writeSync(file, bytes, written);
  return bytes.length;
}
interface Renaming {
  readonly disk: Pick<Disk, 'renameSync'>;
  readonly platform?: NodeJS.Platform;
  /** Units: milliseconds. */
  readonly pause?: (delayMs: number) => void;
}

/** What Windows says while a virus scanner, an indexer or a backup has one of the two files open. */
const BUSY: ReadonlySet<string> = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** About a second and a quarter in all. */
const PAUSES_MS = [10, 20, 40, 80, 160, 320, 640] as const;

/**
 * Gives a file another name, and on Windows waits a little for others to close it. Elsewhere an open file is in nobody's way.
 *
 * Errors: those of the system; `EINUSE` if Windows still refuses it then, since it calls an open file one without permission.
 */
export function renameFile(
  from: string,
  to: string,
  { disk, platform = process.platform, pause = sleep }: Renaming,
): void {
  if (platform !== 'win32') {
    disk.renameSync(from, to);
    return;
  }
  for (const delayMs of PAUSES_MS) {
    if (!tryToRename(from, to, disk)) return;
    pause(delayMs);
  }
  const cause = tryToRename(from, to, disk);
  if (cause) throw Object.assign(new Error(cause.message, { cause }), { code: 'EINUSE' });
}

/** The refusal, if others may have the file open. */
function tryToRename(from: string, to: string, disk: Renaming['disk']): Error | undefined {
  try {
    disk.renameSync(from, to);
    return undefined;
  } catch (error) {
    if (error instanceof Error && BUSY.has(systemCode(error) ?? '')) return error;
    throw error;
  }
}

function sleep(delayMs: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, delayMs);
}

/**
 * Makes a folder and its missing parents, for their owner only. Node's recursive mkdir never returns below a folder
 * that can't have others and reports ENOENT, as /proc does.
 *
 * Errors: the system's own; `EEXIST` if one of them is a file.
 */
export function makeFolders(path: string, disk: Disk): void {
  const parent = dirname(path);
  if (parent !== path && !disk.existsSync(parent)) makeFolders(parent, disk);
  try {
    disk.mkdirSync(path, { mode: OWNER_ONLY.folder });
  } catch (error) {
    if (systemCode(error) !== 'EEXIST' || !disk.statSync(path).isDirectory()) throw error;
  }
}

/** Makes a folder and its missing parents, each of which survives a power cut. Errors: as `makeFolders`. */
export function makeSyncedFolders(path: string, disk: Disk): void {
  if (disk.existsSync(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeSyncedFolders(parent, disk);
  makeFolders(path, disk);
  syncFolder(parent, disk);
}

/** Makes a rename survive a power cut. Windows can't open a folder, and keeps its own order. */
export function syncFolder(path: string, disk: Disk): void {
  if (process.platform === 'win32') return;
  const folder = disk.openSync(path, 'r');
  try {
    disk.fsyncSync(folder);
  } finally {
    disk.closeSync(folder);
  }
}

/** Permissions of everything that a run makes: for its owner alone. */
export const OWNER_ONLY = { file: 0o600, folder: 0o700 } as const;
