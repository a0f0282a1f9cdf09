/** Finds rows of a table by a hash of what they hold, at 4 bytes for each and some room between them. */
export interface RowFinder {
  /** The row that `isWanted`, among those with this hash. */
  find(hash: number): number | undefined;
  add(row: number): void;
}

interface Rows {
  /** From 0 to 2³² − 1. */
  hashOf(row: number): number;
  isWanted(row: number): boolean;
}

const FEWEST_SLOTS = 1024;
const FULLEST = 0.75;

/** Open addressing: a row is in the slot of its hash, or in the next free one after it. Rows are never taken out. */
export function createRowFinder({ hashOf, isWanted }: Rows): RowFinder {
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
    for (const slot of before) if (slot !== 0) place(slot - 1);
  }

  return {
    find: (hash) => {
      const last = slots.length - 1;
      for (let at = hash & last; ; at = (at + 1) & last) {
        const slot = slots[at] ?? 0;
        if (slot === 0) return undefined;
        if (isWanted(slot - 1)) return slot - 1;
      }
    },
    add: (row) => {
      if (++held > slots.length * FULLEST) grow();
      place(row);
    },
  };
}
