import type { Tally } from '../../domain/lists.ts';
import { NumberList } from '../../domain/lists.ts';
import { listingOf, type Outcome, rowOf } from '../../domain/stages.ts';

/** Finds the rows of a sheet that led to several listings, from outcomes in the order of the sheet, at 8 bytes for each. */
export class RowsOfSeveral implements Tally<Outcome, (line: number) => boolean> {
  readonly #lines = new NumberList();
  #last: number | undefined;
  #isNoted = false;

  add({ entry }: Outcome): void {
    const line = listingOf(entry) ? rowOf(entry).line : undefined;
    if (line !== this.#last || line === undefined) this.#isNoted = false;
    else if (!this.#isNoted) {
      this.#lines.push(line);
      this.#isNoted = true;
    }
    this.#last = line;
  }

  result(): (line: number) => boolean {
    const lines = new Set(this.#lines.values());
    return (line) => lines.has(line);
  }
}
