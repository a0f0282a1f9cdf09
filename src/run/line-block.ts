/** Whole lines, each with its line feed. */
export interface LineBlock<T extends string | Buffer = string | Buffer> {
  readonly count: number;
  readonly text: T;
}

const BLOCK_CHARACTERS = 256 * 1024;

/** Lines as blocks that are worth being handed to the system. `lines` hold no line breaks. */
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
