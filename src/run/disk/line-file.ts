import { dirname } from 'node:path';
import type { Disk } from '../../domain/ports.ts';
import { OWNER_ONLY, syncFolder } from './folders.ts';
import { withDiskErrors } from './with-disk-errors.ts';

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
