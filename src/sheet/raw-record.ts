/** A record as it is in the file, before anything is known of its columns. */
export interface RawRecord {
  /** The physical line on which it starts, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** It was written on one line, so that no cell holds a line break; where not said, some may. */
  readonly isOneLine?: boolean;
}
