import type { Row } from '../domain/row.ts';

interface Bounds {
  readonly rows: number;
  /** Of all their cells. */
  readonly characters: number;
}

/** Some 30 MB. */
const BOUNDS: Bounds = { rows: 50_000, characters: 8 * 1024 * 1024 };

/**
 * Keeps the rows of a sheet, in batches, as long as they are few. A sheet whose size alone says that they won't be is not
 * begun with: V8 would put all its later rows where it keeps what lives long, and take them away late.
 */
export class KeptRows {
  readonly #bounds: Bounds;
  #batches: (readonly Row[])[] | undefined = [];
  #rows = 0;
  #characters = 0;

  /** `size`: of the sheet. Units: bytes. */
  constructor(size: number, bounds: Bounds = BOUNDS) {
    this.#bounds = bounds;
    if (size > bounds.characters) this.#batches = undefined;
  }

  add(batch: readonly Row[]): void {
    if (!this.#batches) return;
    this.#batches.push(batch);
    this.#rows += batch.length;
    for (const { cells } of batch) for (const cell of cells) this.#characters += cell.length;
    if (this.#rows > this.#bounds.rows || this.#characters > this.#bounds.characters)
      this.#batches = undefined;
  }

  /** All batches; `undefined` if they were too many to keep. */
  batches(): readonly (readonly Row[])[] | undefined {
    return this.#batches;
  }
}
