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

/** A part is chosen by the top bits of a hash. They are this numerous so that they grow at different times. */
const PART_BITS = 10;
const FEWEST_SLOTS = 16;
const FULLEST = 0.75;

/**
 * Finds rows of a table by a hash of what they hold, 32 bits, at 4 bytes for each and some room between them. `hashOf`: that of a row.
 *
 * Open addressing: a row is in the slot of its hash, or in the next free one after it. Rows are never taken out. There are many small
 * tables and not one, since to double that of a million rows holds up whatever else the process does.
 */
export function createRowFinder(hashOf: (row: number) => number) {
  /** Rows from 1 up; 0 is a free slot. */
  const parts: Uint32Array[] = Array.from({ length: 1 << PART_BITS }, () => new Uint32Array(FEWEST_SLOTS));
  const held = new Uint32Array(parts.length);

  function place(slots: Uint32Array, row: number, hash: number): void {
    const last = slots.length - 1;
    let at = hash & last;
    while (slots[at] !== 0) at = (at + 1) & last;
    slots[at] = row + 1;
  }

  function enlarge(before: Uint32Array): Uint32Array {
    const slots = new Uint32Array(before.length * 2);
    for (const row of before) if (row !== 0) place(slots, row - 1, hashOf(row - 1));
    return slots;
  }

  return {
    /** The row that `isWanted`, which has this hash. */
    find: (hash: number, isWanted: (row: number) => boolean): number | undefined => {
      const slots = partOf(parts, hash);
      const last = slots.length - 1;
      for (let at = hash & last; ; at = (at + 1) & last) {
        const row = slots[at] ?? 0;
        if (row === 0) return undefined;
        if (isWanted(row - 1)) return row - 1;
      }
    },
    add: (row: number): void => {
      const hash = hashOf(row);
      const part = hash >>> (32 - PART_BITS);
      let slots = partOf(parts, hash);
      const count = (held[part] ?? 0) + 1;
      held[part] = count;
      if (count > slots.length * FULLEST) {
        slots = enlarge(slots);
        parts[part] = slots;
      }
      place(slots, row, hash);
    },
  };
}

function partOf(parts: readonly Uint32Array[], hash: number): Uint32Array {
  const slots = parts[hash >>> (32 - PART_BITS)];
  if (!slots) throw new RangeError(`Not a hash of 32 bits: ${hash}`);
  return slots;
}
