import { createHash } from 'node:crypto';
import type { Disk } from '../../domain/ports.ts';
import { openRegularFile } from '../disk/open-regular-file.ts';
import { withDiskErrors } from '../disk/with-disk-errors.ts';
import { endsWithSeal, isEndLine } from '../folder/read-sealed-lines.ts';

const LINE_FEED = 0x0a;
/** Small enough to stay in the processor's cache between being read and being searched, which takes a fifth of the time. */
const CHUNK_BYTES = 64 * 1024;
/** For a text of fewer bytes there would be too many places to look at. */
const LEAST_BYTES = 7;

/** What is looked for. */
export interface Needle {
  /** The rare part: what comes before it is on every line, and slows the search down. */
  readonly bytes: Buffer;
  /** What has to come directly before it. */
  readonly before: Buffer;
}

/** A text and what comes before it on every line where it counts: `"sku":"` and `MUG-01"`. */
export function toNeedle(before: string, text: string): Needle {
  const bytes = Buffer.from(text);
  if (bytes.length >= LEAST_BYTES) return { bytes, before: Buffer.from(before) };
  return { bytes: Buffer.from(before + text), before: Buffer.alloc(0) };
}

export interface FoundLines {
  /** Without their line feeds. */
  readonly lines: readonly string[];
  /** Whether the file has its last line and, if lines were found, whether its checksum is right. */
  readonly isWhole: boolean;
}

/**
 * Finds lines of sealed files by a text in them. Only these lines are decoded: a year of a large job has hundreds of megabytes.
 * For the same reason checksums are verified only of files that have such lines.
 */
export class LineFinder {
  readonly #disk: Disk;
  #buffer = Buffer.allocUnsafe(CHUNK_BYTES);

  constructor(disk: Disk) {
    this.#disk = disk;
  }

  /** Finds the whole lines of a file that contain the needle. Errors: `DiskError`. */
  find(path: string, needle: Needle): FoundLines {
    const lines: string[] = [];
    let last = '';
    for (const block of this.#blocksOf(path)) {
      if (block.at(-1) === LINE_FEED) lines.push(...linesIn(block, needle));
      last = lastLineOf(block);
    }
    return { lines, isWhole: isEndLine(last) && (lines.length === 0 || this.#isSealed(path)) };
  }

  #isSealed(path: string): boolean {
    const hash = createHash('sha256');
    let last = '';
    for (const block of this.#blocksOf(path)) {
      // Of each block the last line waits until it is known whether it is that of the file.
      hash.update(last);
      last = lastLineOf(block);
      hash.update(block.subarray(0, block.lastIndexOf(LINE_FEED, block.length - 2) + 1));
    }
    return endsWithSeal(last, hash.digest('hex'));
  }

  /** Yields the lines of a file, many at a time, and what follows the last line feed. The memory is used again for the next. */
  *#blocksOf(path: string): Generator<Buffer> {
    const what = `read "${path}"`;
    const file = withDiskErrors(what, () => openRegularFile(path, this.#disk));
    try {
      let held = 0;
      for (;;) {
        const size = withDiskErrors(what, () => this.#disk.readSync(file, this.#buffer.subarray(held)));
        if (size === 0) {
          if (held > 0) yield this.#buffer.subarray(0, held);
          return;
        }
        const filled = this.#buffer.subarray(0, held + size);
        const end = filled.lastIndexOf(LINE_FEED) + 1;
        if (end > 0) yield filled.subarray(0, end);
        held = filled.length - end;
        this.#buffer.copyWithin(0, end, filled.length);
        if (held === this.#buffer.length) this.#buffer = Buffer.concat([this.#buffer, this.#buffer]);
      }
    } finally {
      withDiskErrors(what, () => this.#disk.closeSync(file));
    }
  }
}

function linesIn(lines: Buffer, { bytes, before }: Needle): readonly string[] {
  const found: string[] = [];
  for (let at = lines.indexOf(bytes); at >= 0; ) {
    const start = at - before.length;
    if (start < 0 || !lines.subarray(start, at).equals(before)) at = lines.indexOf(bytes, at + 1);
    else {
      const end = lines.indexOf(LINE_FEED, at);
      found.push(lines.toString('utf8', lines.lastIndexOf(LINE_FEED, at) + 1, end));
      at = lines.indexOf(bytes, end);
    }
  }
  return found;
}

/** With its line feed, if it has one. */
function lastLineOf(lines: Buffer): string {
  return lines.toString('utf8', lines.lastIndexOf(LINE_FEED, lines.length - 2) + 1);
}
