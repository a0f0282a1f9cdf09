import { isAscii } from 'node:buffer';

/** Whole lines, each with its line feed. */
export interface LineBlock<T extends string | Buffer = string | Buffer> {
  readonly count: number;
  readonly text: T;
}

/** Units: characters per write. */
export const BLOCK_CHARACTERS = 256 * 1024;

/** Joins lines into blocks that are worth a write. `lines` contain no line breaks. */
export function* toLineBlocks(lines: Iterable<string>): Generator<LineBlock<string>> {
  let [text, count] = ['', 0];
  for (const line of lines) {
    text += `${line}\n`;
    count++;
    if (text.length < BLOCK_CHARACTERS) continue;
    yield { count, text };
    [text, count] = ['', 0];
  }
  if (count > 0) yield { count, text };
}

/** The lines of a block, without their line feeds. */
export function linesOf(bytes: Buffer): readonly string[] {
  const text = bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8', 0, bytes.length - 1);
  return text.split('\n');
}
