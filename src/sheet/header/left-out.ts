import { toLetters } from './column-letters.ts';

export const KEPT_KINDS = ['any', 'amounts', 'dates', 'past-dates', 'words'] as const;

/** What a column that is left out on purpose may hold: anything, one kind of cells, or nothing but these values. */
export type Kept = (typeof KEPT_KINDS)[number] | string[];

/** By header; by letter and header (`C:Ref`) where several columns are called so. */
export type LeftOut = Readonly<Record<string, Kept>>;

/** How a column that is left out is named. */
export function nameLeftOut(header: readonly string[], index: number): string {
  const own = header[index]?.trim() ?? '';
  if (own === '') return toLetters(index);
  const isOnly = header.filter((text) => text.trim() === own).length === 1;
  return isOnly ? own : `${toLetters(index)}:${own}`;
}

/** What a column may hold; `undefined` if it is not left out. Case matters only where two columns differ in nothing else. */
export function keptAt(
  leftOut: LeftOut | undefined,
  header: readonly string[],
  index: number,
): Kept | undefined {
  if (!leftOut) return undefined;
  const own = header[index]?.trim() ?? '';
  const isHere = (name: string): boolean => Object.hasOwn(leftOut, name);
  const exact = [nameLeftOut(header, index), own].find(isHere);
  if (exact !== undefined) return leftOut[exact];
  const isOnly = header.filter((text) => isSameHeader(text, own)).length === 1;
  const name = isOnly ? Object.keys(leftOut).find((text) => isSameHeader(text, own)) : undefined;
  return name === undefined ? undefined : leftOut[name];
}

/** A heading may be any word, and be written in another case some other night. */
export function isSameHeader(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
