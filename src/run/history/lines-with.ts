import type { Disk } from '../../domain/ports.ts';
import { lastLineOf, readLineBlocks } from '../disk/read-line-blocks.ts';
import { isSealed } from '../folder/check-seal.ts';
import { isEndLine } from '../folder/read-sealed-lines.ts';

const LINE_FEED = 0x0a;
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

  constructor(disk: Disk) {
    this.#disk = disk;
  }

  /** Finds the whole lines of a file that contain the needle. Errors: `DiskError`. */
  find(path: string, needle: Needle): FoundLines {
    const lines: string[] = [];
    let last = '';
    for (const block of readLineBlocks(path, this.#disk)) {
      if (block.at(-1) === LINE_FEED) lines.push(...linesIn(block, needle));
      last = lastLineOf(block);
    }
    return { lines, isWhole: isEndLine(last) && (lines.length === 0 || isSealed(path, this.#disk)) };
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
