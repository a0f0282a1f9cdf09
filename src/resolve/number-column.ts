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
