type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/** Numbers by row. What was never set is 0. */
export interface NumberColumn {
  get(row: number): number;
  set(row: number, value: number): void;
}

const BITS = 14;
const BLOCK = 1 << BITS;
const WITHIN = BLOCK - 1;

/**
 * A column that grows block by block: an array that doubles would hold twice what is needed, and three times while it
 * is copied.
 */
export function createNumberColumn(make: new (length: number) => Numbers): NumberColumn {
  const blocks: Numbers[] = [];
  return {
    get: (row) => blocks[row >> BITS]?.[row & WITHIN] ?? 0,
    set: (row, value) => {
      const at = row >> BITS;
      while (blocks.length <= at) blocks.push(new make(BLOCK));
      const block = blocks[at];
      if (block) block[row & WITHIN] = value;
    },
  };
}

const FEWEST_SLOTS = 1024;
const FULLEST = 0.75;

/**
 * Finds rows of a table by a hash of what they hold, at 4 bytes for each and some room between them. `hashOf`: that of a row.
 *
 * Open addressing: a row is in the slot of its hash, or in the next free one after it. Rows are never taken out.
 */
export function createRowFinder(hashOf: (row: number) => number) {
  /** Rows from 1 up; 0 is a free slot. */
  let slots = new Uint32Array(FEWEST_SLOTS);
  let held = 0;

  function place(row: number): void {
    const last = slots.length - 1;
    let at = hashOf(row) & last;
    while (slots[at] !== 0) at = (at + 1) & last;
    slots[at] = row + 1;
  }

  function grow(): void {
    const before = slots;
    slots = new Uint32Array(before.length * 2);
    for (const row of before) if (row !== 0) place(row - 1);
  }

  return {
    /** The row that `isWanted`, which has this hash. */
    find: (hash: number, isWanted: (row: number) => boolean): number | undefined => {
      const last = slots.length - 1;
      for (let at = hash & last; ; at = (at + 1) & last) {
        const row = slots[at] ?? 0;
        if (row === 0) return undefined;
        if (isWanted(row - 1)) return row - 1;
      }
    },
    add: (row: number): void => {
      if (++held > slots.length * FULLEST) grow();
      place(row);
    },
  };
}
