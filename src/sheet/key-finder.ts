import { SheetError } from '../domain/errors.ts';
import type { Row } from '../domain/row.ts';
import type { Redact } from '../domain/secret.ts';

/** The longest way to write a key that may lie across two pieces of a text. Units: characters. */
const MAX_ACROSS = 4096;

/**
 * Keeps an API key that is in a sheet by mistake out of the files of a run: such a row is invalid, with the key masked.
 *
 * Whole pieces of text are searched, which costs next to nothing; single cells only once a piece has held the key.
 */
export class KeyFinder {
  readonly #redact: Redact;
  readonly #header: readonly string[];
  #tail = '';
  #isThere = false;

  constructor(redact: Redact, header: readonly string[]) {
    this.#redact = redact;
    this.#header = header;
  }

  /** Takes the next piece of the sheet, before the rows in it are made. */
  search(piece: string): void {
    if (this.#isThere) return;
    const text = this.#tail + piece;
    this.#isThere = this.#isIn(text) || (text.includes('""') && this.#isIn(text.replaceAll('""', '"')));
    this.#tail = text.slice(-MAX_ACROSS);
  }

  #isIn(text: string): boolean {
    return this.#redact(text) !== text;
  }

  /** The row as it may be written into files. */
  check(row: Row): Row {
    if (!this.#isThere) return row;
    const cells = row.cells.map(this.#redact);
    const at = cells.findIndex((cell, index) => cell !== row.cells[index]);
    if (at === -1) return row;
    const { line } = row;
    if (row.kind === 'ignored') return { ...row, cells, message: this.#redact(row.message) };
    const message = `Cell "${this.#header[at] ?? at + 1}" holds the API key: remove it, and create a new key if anyone else has this sheet`;
    const target = row.target && this.#redact(row.target.sku) === row.target.sku ? row.target : undefined;
    return { kind: 'invalid', line, cells, target, problems: [{ reason: 'key_in_cell', message }] };
  }
}

/** Errors: `SheetError` if the path of a sheet holds the key: a run folder is named after it, and commands that repeat a masked path lead nowhere. */
export function refuseKeyInName(path: string, redact: Redact): void {
  const shown = redact(path);
  if (shown === path) return;
  throw new SheetError(`Cannot use the sheet "${shown}": its path holds the API key`, {
    hint: 'Rename it, and create a new key if anyone else has seen it',
  });
}

/** Errors: `SheetError` if a header holds the key, which would go into every file that repeats the header. */
export function refuseKeyInHeader(
  header: readonly string[],
  { name, redact }: { readonly name: string; readonly redact: Redact },
): void {
  const at = header.findIndex((text) => redact(text) !== text);
  if (at === -1) return;
  throw new SheetError(`Cannot use the sheet "${name}": the header of column ${at + 1} holds the API key`, {
    hint: 'Remove it, and create a new key if anyone else has this sheet',
  });
}
