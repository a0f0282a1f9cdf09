/** Finds rows of a table by a hash of what they hold, at 8 bytes for each and some room between them. */
export interface RowFinder {
  /** The row that `isWanted`, among those with this hash. */
  find(hash: number, isWanted: (row: number) => boolean): number | undefined;
  /** `hash`: from 0 to 2³² − 1. */
  add(row: number, hash: number): void;
}

const FEWEST_SLOTS = 1024;
const FULLEST = 0.75;

/** Open addressing: a row is in the slot of its hash, or in the next free one after it. Rows are never taken out. */
export function createRowFinder(): RowFinder {
  /** Rows from 1 up; 0 is a free slot. */
  let rows = new Uint32Array(FEWEST_SLOTS);
  let hashes = new Uint32Array(FEWEST_SLOTS);
  let held = 0;

  function place(row: number, hash: number): void {
    const last = rows.length - 1;
    let at = hash & last;
    while (rows[at] !== 0) at = (at + 1) & last;
    rows[at] = row;
    hashes[at] = hash;
  }

  function grow(): void {
    const before = { rows, hashes };
    rows = new Uint32Array(before.rows.length * 2);
    hashes = new Uint32Array(before.rows.length * 2);
    for (const [at, row] of before.rows.entries()) if (row !== 0) place(row, before.hashes[at] ?? 0);
  }

  return {
    find: (hash, isWanted) => {
      const last = rows.length - 1;
      for (let at = hash & last; ; at = (at + 1) & last) {
        const row = rows[at] ?? 0;
        if (row === 0) return undefined;
        if (hashes[at] === hash && isWanted(row - 1)) return row - 1;
      }
    },
    add: (row, hash) => {
      if (++held > rows.length * FULLEST) grow();
      place(row + 1, hash);
    },
  };
}
