import { createHash } from 'node:crypto';
import { basename, dirname, join, parse, resolve } from 'node:path';
import { describeSystemError, systemCode } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import { type FileIdentity, isUntouched, type Source } from '../../sheet/open-source.ts';
import { makeFolders, renameFile, syncFolder, writeAll } from '../disk/write-whole.ts';

interface Place {
  readonly cwd: string;
  readonly disk: Disk;
  /** The folder to move it into. */
  readonly doneTo: string;
}

/**
 * Moves the file of a sheet that was read, if it still is what was read. An existing file is never replaced. What goes
 * wrong is only reported: the run is over.
 */
export function moveDone(
  { path, sha256, file }: Pick<Source, 'path' | 'sha256' | 'file'>,
  { cwd, disk, doneTo }: Place,
) {
  const from = resolve(cwd, path);
  /** The notice is for people, as a sentence. */
  const stay = (why: string) => ({
    isMoved: false,
    notice: `The sheet "${path}" was not moved to "${doneTo}": ${why}`,
  });
  if (!file) return stay('it is not a file');
  try {
    const why = whyOther(from, { ...file, sha256 }, disk);
    if (why !== undefined) return stay(why);
    const folder = resolve(cwd, doneTo);
    makeFolders(folder, disk);
    const to = moveTo(folder, from, { file, disk });
    const found = disk.lstatSync(to, { throwIfNoEntry: false });
    const notice = `The sheet "${path}" was moved to "${join(doneTo, basename(to))}"`;
    if (found && isSame(found, file)) return { isMoved: true, notice };
    return {
      isMoved: false,
      notice: `${notice}, and was replaced by another file at that moment: that one was not read`,
    };
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return stay(describeSystemError(error));
  }
}

/** Why a file is not the one that was read; `undefined` if it is. */
function whyOther(path: string, read: FileIdentity & Pick<Source, 'sha256'>, disk: Disk): string | undefined {
  const found = disk.lstatSync(path, { throwIfNoEntry: false });
  if (!found) return 'it is not there any more';
  if (found.isSymbolicLink()) return 'it is a link';
  const isRead = isUntouched(found, read) && hashFile(path, disk) === read.sha256;
  return isRead ? undefined : 'it has changed since it was read';
}

/** A copy has another number, and its time may be stored less finely. */
function isSame(one: FileIdentity, other: FileIdentity): boolean {
  return one.size === other.size && Math.abs(one.mtimeMs - other.mtimeMs) < STORED_MS;
}

/** Of FAT. */
const STORED_MS = 2000;

const BLOCK_BYTES = 1024 * 1024;

function* readBlocks(path: string, disk: Disk): Generator<Uint8Array> {
  const file = disk.openSync(path, 'r');
  try {
    const block = Buffer.allocUnsafe(BLOCK_BYTES);
    for (let length = disk.readSync(file, block); length > 0; length = disk.readSync(file, block))
      yield block.subarray(0, length);
  } finally {
    disk.closeSync(file);
  }
}

function hashFile(path: string, disk: Disk): string {
  const hash = createHash('sha256');
  for (const block of readBlocks(path, disk)) hash.update(block);
  return hash.digest('hex');
}

interface Moving {
  readonly file: FileIdentity;
  readonly disk: Disk;
}

/** Takes the name first, by an empty file where there was none, and then puts the sheet in its place. */
function moveTo(folder: string, from: string, { file, disk }: Moving): string {
  const mode = disk.statSync(from).mode & 0o777;
  const to = takeName(folder, basename(from), { mode, disk });
  try {
    renameOrCopy(from, to, { file, disk });
    return to;
  } catch (error) {
    disk.rmSync(to, { force: true });
    throw error;
  }
}

const MAX_NUMBER = 999;

/** `costs.csv`, or `costs (1).csv` as browsers number copies, which is no part of a job's name. */
function takeName(
  folder: string,
  name: string,
  { mode, disk }: { readonly mode: number; readonly disk: Disk },
): string {
  const { name: stem, ext } = parse(name);
  for (let number = 0; ; number++) {
    const path = join(folder, number === 0 ? name : `${stem} (${number})${ext}`);
    try {
      disk.closeSync(disk.openSync(path, 'ax', mode));
      return path;
    } catch (error) {
      if (systemCode(error) !== 'EEXIST' || number === MAX_NUMBER) throw error;
    }
  }
}

function renameOrCopy(from: string, to: string, { file, disk }: Moving): void {
  try {
    renameFile(from, to, { disk });
  } catch (error) {
    if (systemCode(error) !== 'EXDEV') throw error;
    copyAcross(from, to, { file, disk });
  }
}

/** To another device: the sheet is removed once its copy is safely on disk. */
function copyAcross(from: string, to: string, { file, disk }: Moving): void {
  const { mode } = disk.statSync(from);
  disk.rmSync(to, { force: true });
  const copy = disk.openSync(to, 'ax', mode & 0o777);
  try {
    for (const block of readBlocks(from, disk)) writeAll(copy, block, disk);
    disk.futimesSync(copy, file.mtimeMs / 1000, file.mtimeMs / 1000);
    disk.fsyncSync(copy);
  } finally {
    disk.closeSync(copy);
  }
  syncFolder(dirname(to), disk);
  if (!isUntouched(disk.lstatSync(from, { throwIfNoEntry: false }), file))
    throw Object.assign(new Error('ECHANGED: it changed while it was copied, copy'), { code: 'ECHANGED' });
  disk.rmSync(from, { force: true });
}
