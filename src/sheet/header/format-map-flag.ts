import { quoteWord, type Shell } from '../../domain/quote-word.ts';

/** A field, and the column that it is to be read from, or nothing for no column. */
export type MapPair = readonly [name: string, column: string];

/**
 * The flag that assigns columns. A suggested flag repeats the given ones, so that it may take their place.
 * PowerShell makes two words of what a bare comma separates.
 */
export function formatMapFlag(pairs: readonly MapPair[], shell: Shell): string {
  // Of two columns for a field the latter.
  const columns = [...new Map(pairs)];
  if (shell !== 'posix') return `--map ${quoteWord(columns.map((pair) => pair.join('=')).join(','), shell)}`;
  const written = columns.map(([name, column]) => `${name}=${column === '' ? '' : quoteWord(column, shell)}`);
  return `--map ${written.join(',')}`;
}
