/** Knows the physical line of a place in a text that comes in pieces. LF, CRLF and CR each end a line. */
export class LineCounter {
  #line = 1;
  #endedInCr = false;

  /** The line, from 1, of the character at `index` of the piece that comes next. */
  lineOf(text: string, index: number): number {
    return this.#line + this.#breaksIn(text.slice(0, index));
  }

  pass(text: string): void {
    this.#line += this.#breaksIn(text);
    if (text !== '') this.#endedInCr = text.endsWith('\r');
  }

  #breaksIn(text: string): number {
    const breaks = countLineBreaks(text);
    return this.#endedInCr && text.startsWith('\n') ? breaks - 1 : breaks;
  }
}

/** How many lines end in a text: CRLF is one line break. */
export function countLineBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) {
    if (text[at + 1] !== '\n') count++;
  }
  return count;
}
