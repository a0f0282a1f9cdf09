import type { ColumnName } from '../column-names.ts';

/** Headings by the field that they name. */
export type Headings = Readonly<Partial<Record<ColumnName, readonly string[]>>>;

/** What one program calls the columns of its export. Headings are compared without case, blanks and punctuation. */
export interface ProgramNames {
  /** As people call it. */
  readonly program: string;
  /**
   * A file is this program's if its header holds every heading of one of these sets. Each set has two headings or more that
   * no other program writes side by side, and a bar between each two.
   */
  readonly marks: readonly string[];
  /** Headings that mean this in the program's own files only, the best first. */
  readonly names: Headings;
  /** Between a parent's name and its child's, if SKUs are paths such as `Parent:Child`. */
  readonly skuPath?: string;
  /** Headings that say plainly what they are: they mean this in every sheet. */
  readonly anywhere?: Headings;
  /** Headings that have a meaning elsewhere, and none in the program's files. */
  readonly others?: readonly string[];
}
