import { dirname } from 'node:path';
import type { Disk } from '../../domain/ports.ts';
import { tryTo } from '../../domain/try-to.ts';
import { withDiskErrors } from './with-disk-errors.ts';
import { OWNER_ONLY, syncFolder } from './write-whole.ts';

/** A file that grows line by line; each is written before `append` returns. */
export interface LineFile {
  append(line: string): void;
  /** Errors: also if an earlier line could not be written. */
  close(): void;
}

/** A file that takes several lines at once, and counts the written ones. */
export interface CountedLineFile extends LineFile {
  appendAll(lines: readonly string[]): void;
  /** How many lines were written whole. */
  taken(): number;
}

/**
 * Once a line could not be written, no more are: the next one would run into its remains, and the file would look
 * complete.
 */
export function openLines(path: string, disk: Disk): CountedLineFile {
  const what = `write "${path}"`;
  const file = withDiskErrors(what, () => disk.openSync(path, 'ax', OWNER_ONLY.file));
  withDiskErrors(what, () => syncFolder(dirname(path), disk));
  let failure: unknown;
  let taken = 0;

  function appendAll(lines: readonly string[]): void {
    if (failure !== undefined) throw failure;
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    let written = 0;
    try {
      withDiskErrors(what, () => {
        while (written < bytes.length) written += disk.writeSync(file, bytes, written);
      });
      taken += lines.length;
    } catch (error) {
      taken += bytes.toString('latin1', 0, written).split('\n').length - 1;
      failure = error;
      throw error;
    }
  }

  function close(): void {
    try {
      withDiskErrors(what, () => disk.fsyncSync(file));
    } finally {
      withDiskErrors(what, () => disk.closeSync(file));
    }
    if (failure !== undefined) throw failure;
  }

  return { append: (line) => appendAll([line]), appendAll, taken: () => taken, close };
}

/**
 * Reads a text file line by line. Returns what follows the last line feed: nothing, if the file was written to its end.
 *
 * Errors: `DiskError`.
 */
export function* readLines(path: string, disk: Disk): Generator<string, string> {
  let rest = '';
  for (const block of readLineBlocks(path, disk)) {
    const lines = block.toString('utf8').split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  return rest;
}

const LINE_FEED = 0x0a;
/** Small enough to stay in the processor's cache between being read and being searched, which takes a fifth of the time. */
const CHUNK_BYTES = 64 * 1024;

/**
 * Yields the lines of a file as bytes, many at a time, and what follows the last line feed. The memory is used again for the next.
 *
 * Errors: `DiskError`.
 */
export function* readLineBlocks(path: string, disk: Disk): Generator<Buffer> {
  const what = `read "${path}"`;
  const file = withDiskErrors(what, () => openRegularFile(path, disk));
  try {
    let buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    let held = 0;
    for (;;) {
      const size = withDiskErrors(what, () => disk.readSync(file, buffer.subarray(held)));
      if (size === 0) {
        if (held > 0) yield buffer.subarray(0, held);
        return;
      }
      const filled = buffer.subarray(0, held + size);
      const end = filled.lastIndexOf(LINE_FEED) + 1;
      if (end > 0) yield filled.subarray(0, end);
      held = filled.length - end;
      buffer.copyWithin(0, end, filled.length);
      if (held === buffer.length) buffer = Buffer.concat([buffer, buffer]);
    }
  } finally {
    withDiskErrors(what, () => disk.closeSync(file));
  }
}

/** The JSON value in the first line of a file; `undefined` if it can't be read. */
export function readFirstJson(path: string, disk: Disk): unknown {
  return tryTo(() => {
    const [block] = readLineBlocks(path, disk);
    return block && JSON.parse(block.toString('utf8', 0, block.indexOf(LINE_FEED)));
  });
}

/**
 * Opens a run's file for reading. Opening a pipe without a writer would block the whole process, even against signals.
 *
 * Errors: the system's own; `ENOTFILE` if a pipe or a device has the name of the file.
 */
export function openRegularFile(path: string, disk: Disk): number {
  refuseOthers(path, disk);
  return disk.openSync(path, 'r');
}

/** Reads a run's file as a whole. Errors: as `openRegularFile`. */
export function readRegularFile(path: string, disk: Disk): Uint8Array {
  refuseOthers(path, disk);
  return disk.readFileSync(path);
}

/** For a folder the system's own error follows. */
function refuseOthers(path: string, disk: Disk): void {
  const found = disk.statSync(path);
  if (found.isFile() || found.isDirectory()) return;
  throw Object.assign(new Error('ENOTFILE: it is a pipe or a device, open'), { code: 'ENOTFILE' });
}
