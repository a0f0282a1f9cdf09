import { isAscii } from 'node:buffer';

/** Whole lines, each with its line feed. */
export interface LineBlock {
  readonly count: number;
  readonly bytes: Buffer;
}

/** Worth a write. */
const BLOCK_BYTES = 256 * 1024;
/** Room for a line at the end of a block, in most cases. */
const ROOM_BYTES = 8 * 1024;
/** Bytes that UTF-8 takes for a unit of a text, at most. */
const MAX_BYTES = 3;
const LINE_FEED = 0x0a;

/** Puts lines together to blocks. Each is written to its place as bytes: to join texts first takes three times as long. */
export class BlockWriter {
  #bytes = newBlock();
  #size = 0;
  #count = 0;

  /** `line` contains no line break. */
  append(line: string): void {
    this.#makeRoom(line.length * MAX_BYTES + 1);
    this.#size += this.#bytes.write(line, this.#size);
    this.#bytes[this.#size++] = LINE_FEED;
    this.#count++;
  }

  get isFull(): boolean {
    return this.#size >= BLOCK_BYTES;
  }

  /** The lines since the last block; `undefined` if there are none. */
  take(): LineBlock | undefined {
    if (this.#count === 0) return undefined;
    const block = { count: this.#count, bytes: this.#bytes.subarray(0, this.#size) };
    this.#bytes = newBlock();
    this.#size = 0;
    this.#count = 0;
    return block;
  }

  #makeRoom(needed: number): void {
    if (this.#size + needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(this.#size + needed);
    this.#bytes.copy(larger, 0, 0, this.#size);
    this.#bytes = larger;
  }
}

function newBlock(): Buffer {
  return Buffer.allocUnsafe(BLOCK_BYTES + ROOM_BYTES);
}

/** `lines` contain no line breaks. */
export function* toLineBlocks(lines: Iterable<string>): Generator<LineBlock> {
  const writer = new BlockWriter();
  for (const line of lines) {
    writer.append(line);
    const block = writer.isFull ? writer.take() : undefined;
    if (block) yield block;
  }
  const last = writer.take();
  if (last) yield last;
}

/**
 * The lines of a block, without their line feeds. They are decoded one by one: the text of a whole block is a large object, and
 * the collector takes those last.
 */
export function* linesOf({ bytes }: LineBlock): Generator<string> {
  const encoding = isAscii(bytes) ? 'latin1' : 'utf8';
  let from = 0;
  for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
    yield bytes.toString(encoding, from, end);
    from = end + 1;
  }
}
