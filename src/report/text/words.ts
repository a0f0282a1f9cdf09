import { count } from '../../domain/count.ts';

export { count } from '../../domain/count.ts';

/** A noun in singular and plural. */
export type Nouns = readonly [one: string, many: string];

export interface Entries {
  /** Lines of results.csv. */
  readonly outcomes: number;
  /** Of the sheet. */
  readonly rows: number;
}

/** What a line of results.csv is called: a row, or an entry where some row matched several listings and has several lines. */
export function nounsOf({ outcomes, rows }: Entries): Nouns {
  return outcomes > rows ? ['entry', 'entries'] : ['row', 'rows'];
}

/** Explains why there are more entries than rows; `undefined` where there are not. */
export function describeEntries({ outcomes, rows }: Entries): string | undefined {
  if (outcomes <= rows) return undefined;
  return `${outcomes} entries of ${count(rows, 'row')}: a row has one for each listing that it matches`;
}

/** A sheet's path for people. */
export function nameOfSheet(path: string): string {
  return path === '-' ? 'standard input' : path;
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The beginning of a sentence, for the middle of one; a name in capitals stays as it is. */
export function uncapitalize(text: string): string {
  return /^\p{Lu}(?!\p{Lu})/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}
