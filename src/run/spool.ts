import type { Disk } from '../domain/ports.ts';
import { onDisk } from './on-disk.ts';
import { readLines } from './read-lines.ts';
import { writeAll } from './write-all.ts';

/** Lines that are put aside and read back, as often as need be, before the run has ended. */
export interface Spool {
  /** `line` holds no line break. */
  append(line: string): void;
  lines(): Iterable<string>;
  /** Lets the disk have its room back, as far as the disk lets anything be done. */
  remove(): void;
}

const BLOCK_CHARACTERS = 256 * 1024;
const OWNER_ONLY = 0o600;

/** Errors: `DiskError`, also of what is called later. */
export function openSpool(path: string, disk: Disk): Spool {
  const what = `write "${path}"`;
  const file = onDisk(what, () => disk.openSync(path, 'w', OWNER_ONLY));
  let block: string[] = [];
  let length = 0;
  /** Once something could not be written, what is there is not all. */
  let failure: unknown;

  function append(line: string): void {
    block.push(line);
    length += line.length + 1;
    if (length >= BLOCK_CHARACTERS) flush();
  }

  function flush(): void {
    if (failure !== undefined) throw failure;
    if (block.length === 0) return;
    const text = `${block.join('\n')}\n`;
    block = [];
    length = 0;
    try {
      onDisk(what, () => writeAll(file, text, disk));
    } catch (error) {
      failure = error;
      throw error;
    }
  }

  function* lines(): Generator<string> {
    flush();
    yield* readLines(path, disk);
  }

  function remove(): void {
    try {
      disk.closeSync(file);
      disk.rmSync(path, { force: true });
    } catch {
      // It is named like what a killed run leaves behind, and in nobody's way.
    }
  }

  return { append, lines, remove };
}
