import { Stringifier } from 'csv-stringify';
import { defuseCell, startsPlainly } from '../../domain/formula-cell.ts';

type Cells = readonly string[];

const BLOCK_ROWS = 1000;

/**
 * Records as CSV text, a thousand at a time: much faster than one by one, and never the whole file in memory. Cells
 * that a spreadsheet would run as a formula are defused.
 *
 * csv-stringify writes every cell that may need quotes. All others stand in the file as they are, so that most records are
 * their cells with delimiters in between.
 */
export function* csvBlocks(
  records: Iterable<Cells>,
  { delimiter = ',' }: { readonly delimiter?: string } = {},
): Generator<string> {
  const writer = new CellWriter(delimiter);
  let lines: string[] = [];
  for (const record of records) {
    lines.push(writer.toLine(record));
    if (lines.length < BLOCK_ROWS) continue;
    yield `${lines.join('\n')}\n`;
    lines = [];
  }
  if (lines.length > 0) yield `${lines.join('\n')}\n`;
}

/** A quote, and what a spreadsheet may begin a field behind: `;`, `,`, a tab and line breaks. */
const MAY_SPLIT = Uint8Array.from({ length: 128 }, (_, code) =>
  '";,\t\r\n'.includes(String.fromCharCode(code)) ? 1 : 0,
);

/** csv-stringify's stream, with its text taken where it would queue it. */
class CellWriter extends Stringifier {
  readonly #delimiter: string;
  /** Its code, where a look at single characters finds it. */
  readonly #delimiterCode: number | undefined;
  #text = '';

  constructor(delimiter: string) {
    super({ delimiter });
    this.#delimiter = delimiter;
    this.#delimiterCode = /^[^"\r\n]$/.test(delimiter) ? delimiter.charCodeAt(0) : undefined;
  }

  override push(text: string): boolean {
    this.#text = text;
    return true;
  }

  toLine(cells: Cells): string {
    const line = cells.join(this.#delimiter);
    return this.#isPlain(line, cells.length)
      ? line
      : cells.map((cell) => this.#toText(cell)).join(this.#delimiter);
  }

  /** Whether a line reads as so many cells, none of which needs quotes or may be a formula, also where a spreadsheet splits it. */
  #isPlain(line: string, cells: number): boolean {
    const delimiter = this.#delimiterCode;
    if (delimiter === undefined) return false;
    let count = 1;
    let isStart = true;
    for (let index = 0; index < line.length; index++) {
      const code = line.charCodeAt(index);
      if (code === delimiter) {
        count++;
        isStart = true;
        continue;
      }
      if (MAY_SPLIT[code] === 1 || (isStart && !startsPlainly(code))) return false;
      isStart = false;
    }
    return count === cells;
  }

  #toText(cell: string): string {
    if (this.#isPlain(cell, 1)) return cell;
    this._transform([defuseCell(cell)], 'utf8', (error) => {
      if (error) throw error;
    });
    return this.#text.slice(0, -1);
  }
}
