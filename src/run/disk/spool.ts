import { crc32 } from 'node:zlib';
import { DiskError } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import type { Steps } from './in-slices.ts';
import { withDiskErrors } from './with-disk-errors.ts';
import { OWNER_ONLY, openDraft, writeAll } from './write-whole.ts';

/** Whole lines, each with its line feed. */
export interface LineBlock {
  readonly count: number;
  readonly bytes: Buffer;
}

/** Worth a write, and so short that the text of a block is no large object: the collector takes those last. Units: characters. */
const BLOCK_LENGTH = 64 * 1024;

/** Puts lines together to blocks. */
class WaitingLines {
  #text = '';
  #count = 0;

  /** `line` contains no line break. */
  append(line: string): void {
    this.#text += `${line}\n`;
    this.#count++;
  }

  get isFull(): boolean {
    return this.#text.length >= BLOCK_LENGTH;
  }

  /** The lines since the last block; `undefined` if there are none. */
  take(): LineBlock | undefined {
    if (this.#count === 0) return undefined;
    const block = { count: this.#count, bytes: Buffer.from(this.#text) };
    this.#text = '';
    this.#count = 0;
    return block;
  }
}

/** `lines` contain no line breaks. */
export function* toLineBlocks(lines: Iterable<string>): Generator<LineBlock> {
  const writer = new WaitingLines();
  for (const line of lines) {
    writer.append(line);
    const block = writer.isFull ? writer.take() : undefined;
    if (block) yield block;
  }
  const last = writer.take();
  if (last) yield last;
}

/** Lines that are written to disk and read back, as often as needed, during a run. */
export interface Spool {
  /** `line` contains no line break. */
  append(line: string): void;
  /** All lines, or those with the given numbers, in order; the first line is 0. */
  lines(numbers?: Float64Array): Iterable<string>;
  /** All lines, in the blocks that they were written in. */
  blocks(): Iterable<LineBlock>;
  /** Frees the disk space piece by piece, if the disk allows it. */
  remove(): Steps;
}

interface Written {
  readonly count: number;
  /** In bytes. */
  readonly size: number;
  readonly checksum: number;
}

/** Freed at a time: the disk takes long over a large file. */
const PIECE_BYTES = 64 * 1024 * 1024;

/** Errors: `DiskError`, also in later calls. */
export function openSpool(path: string, disk: Disk): Spool {
  const what = `write "${path}"`;
  const file = withDiskErrors(what, () => openDraft(path, OWNER_ONLY.file, disk));
  const written: Written[] = [];
  const waiting = new WaitingLines();
  /** After a failed write the file is incomplete. */
  let failure: unknown;

  function append(line: string): void {
    waiting.append(line);
    if (waiting.isFull) flush();
  }

  function flush(): void {
    if (failure !== undefined) throw failure;
    const block = waiting.take();
    if (!block) return;
    const { count, bytes } = block;
    try {
      withDiskErrors(what, () => writeAll(file, bytes, disk));
    } catch (error) {
      failure = error;
      throw error;
    }
    written.push({ count, size: bytes.length, checksum: crc32(bytes) });
  }

  function* blocks(): Generator<LineBlock> {
    flush();
    if (!disk.existsSync(path)) throw lost(path, 'it is gone');
    const reading = `read "${path}"`;
    const source = withDiskErrors(reading, () => disk.openSync(path, 'r'));
    try {
      for (const block of written) {
        const bytes = withDiskErrors(reading, () => readBytes(source, block.size, disk));
        if (bytes === undefined || crc32(bytes) !== block.checksum)
          throw lost(path, 'it is not what was written to it');
        yield { count: block.count, bytes };
      }
    } finally {
      withDiskErrors(reading, () => disk.closeSync(source));
    }
  }

  function* lines(numbers?: Float64Array): Generator<string> {
    let [first, next] = [0, 0];
    if (numbers?.length === 0) return;
    for (const { count, bytes } of blocks()) {
      const end = first + count;
      if (!numbers) yield* linesOf(bytes);
      else if ((numbers[next] ?? end) < end) {
        const texts = linesOf(bytes);
        for (; (numbers[next] ?? end) < end; next++) yield texts[(numbers[next] ?? 0) - first] ?? '';
        if (next === numbers.length) return;
      }
      first = end;
    }
  }

  function* remove(): Steps {
    try {
      const size = written.reduce((sum, block) => sum + block.size, 0);
      for (let left = size - PIECE_BYTES; left > 0; left -= PIECE_BYTES) yield disk.ftruncateSync(file, left);
      disk.closeSync(file);
      disk.rmSync(path, { force: true });
    } catch {
      // It is named like a killed run's leftover, which does no harm.
    }
  }

  return { append, lines, blocks, remove };
}

/** Without their line feeds. */
function linesOf(bytes: Buffer): readonly string[] {
  return bytes.toString('utf8', 0, bytes.length - 1).split('\n');
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
