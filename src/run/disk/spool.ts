import { crc32 } from 'node:zlib';
import { DiskError } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import { BLOCK_CHARACTERS, type LineBlock, linesOf } from './line-block.ts';
import { openDraft } from './open-draft.ts';
import { OWNER_ONLY } from './owner-only.ts';
import { withDiskErrors } from './with-disk-errors.ts';
import { writeAll } from './write-all.ts';

/** Lines that are written to disk and read back, as often as needed, during a run. */
export interface Spool {
  /** `line` contains no line break. */
  append(line: string): void;
  /** All lines, or those with the given numbers, in order; the first line is 0. */
  lines(numbers?: Float64Array): Iterable<string>;
  /** All lines, in the blocks that they were written in. */
  blocks(): Iterable<LineBlock<Buffer>>;
  /** Frees the disk space, if the disk allows it. */
  remove(): void;
}

interface Written {
  readonly count: number;
  /** In bytes. */
  readonly size: number;
  readonly checksum: number;
}

/** Errors: `DiskError`, also in later calls. */
export function openSpool(path: string, disk: Disk): Spool {
  const what = `write "${path}"`;
  const file = withDiskErrors(what, () => openDraft(path, OWNER_ONLY.file, disk));
  const written: Written[] = [];
  let waiting: string[] = [];
  let length = 0;
  /** After a failed write the file is incomplete. */
  let failure: unknown;

  function append(line: string): void {
    waiting.push(line);
    length += line.length + 1;
    if (length >= BLOCK_CHARACTERS) flush();
  }

  function flush(): void {
    if (failure !== undefined) throw failure;
    if (waiting.length === 0) return;
    const bytes = Buffer.from(`${waiting.join('\n')}\n`);
    const block = { count: waiting.length, size: bytes.length, checksum: crc32(bytes) };
    waiting = [];
    length = 0;
    try {
      withDiskErrors(what, () => writeAll(file, bytes, disk));
    } catch (error) {
      failure = error;
      throw error;
    }
    written.push(block);
  }

  function* blocks(): Generator<LineBlock<Buffer>> {
    flush();
    if (!disk.existsSync(path)) throw lost(path, 'it is gone');
    const reading = `read "${path}"`;
    const source = withDiskErrors(reading, () => disk.openSync(path, 'r'));
    try {
      for (const block of written) {
        const text = withDiskErrors(reading, () => readBytes(source, block.size, disk));
        if (text === undefined || crc32(text) !== block.checksum)
          throw lost(path, 'it is not what was written to it');
        yield { count: block.count, text };
      }
    } finally {
      withDiskErrors(reading, () => disk.closeSync(source));
    }
  }

  function* lines(numbers?: Float64Array): Generator<string> {
    if (!numbers) for (const { text } of blocks()) yield* linesOf(text);
    else if (numbers.length > 0) yield* pick(blocks(), numbers);
  }

  function remove(): void {
    try {
      disk.closeSync(file);
      disk.rmSync(path, { force: true });
    } catch {
      // It is named like a killed run's leftover, which does no harm.
    }
  }

  return { append, lines, blocks, remove };
}

/** Stops after the last wanted line, and doesn't split blocks without one. */
function* pick(blocks: Iterable<LineBlock<Buffer>>, numbers: Float64Array): Generator<string> {
  let [next, first] = [0, 0];
  for (const { count, text } of blocks) {
    let lines: readonly string[] | undefined;
    for (let number = numbers[next]; number !== undefined && number < first + count; number = numbers[next]) {
      lines ??= linesOf(text);
      yield lines[number - first] ?? '';
      next++;
    }
    if (next === numbers.length) return;
    first += count;
  }
}

/** `undefined` if fewer are left. Errors: the system's own. */
function readBytes(file: number, size: number, disk: Disk): Buffer | undefined {
  const bytes = Buffer.allocUnsafe(size);
  for (let at = 0; at < size; ) {
    const read = disk.readSync(file, bytes.subarray(at));
    if (read === 0) return undefined;
    at += read;
  }
  return bytes;
}

function lost(path: string, why: string): DiskError {
  return new DiskError(`Cannot read "${path}": ${why}`, {
    hint: 'Leave the files of a run alone while it runs, and run it again',
  });
}
