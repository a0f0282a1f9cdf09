/** Decisions as a browser keeps them over a reload. */
export interface KeptApprovals {
  /** As `Approvals` writes them. */
  readonly text: string;
  /** They were downloaded like this. */
  readonly isSaved: boolean;
  /** Units: epoch milliseconds. */
  readonly at: number;
}

interface Keeper {
  /** From before; it may have been written by any other page. */
  readonly kept: KeptApprovals | undefined;
  /** Returns whether it could: some browsers keep nothing for files, and there may be no room. */
  keep(approvals: KeptApprovals): boolean;
}

/** Each plan has its own place, named by its checksum. */
const PREFIX = 'pricesheet approvals ';
/** Approvals are for the plan of a day; older ones only take room. Units: milliseconds. */
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

/** Opens the place where this browser keeps what was decided about a plan. `seal`: its checksum. */
export function openKeeper(seal: string, now: number): Keeper {
  const key = PREFIX + seal;
  const keep = (approvals: KeptApprovals): boolean => {
    try {
      localStorage.setItem(key, JSON.stringify(approvals));
      return true;
    } catch {
      return false;
    }
  };
  try {
    for (const other of Object.keys(localStorage))
      if (other.startsWith(PREFIX) && !read(other, now)) localStorage.removeItem(other);
    return { kept: read(key, now), keep };
  } catch {
    return { kept: undefined, keep };
  }
}

function read(key: string, now: number): KeptApprovals | undefined {
  try {
    const { text, isSaved, at } = Object(JSON.parse(localStorage.getItem(key) ?? 'null'));
    if (typeof text !== 'string' || !(Math.abs(now - at) <= MAX_AGE_MS)) return undefined;
    return { text, isSaved: isSaved === true, at };
  } catch {
    return undefined;
  }
}
