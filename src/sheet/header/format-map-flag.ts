import { quoteWord, type Shell } from '../../domain/quote-word.ts';

/** A field, and the column that it is to be read from, or nothing for no column. */
export type MapPair = readonly [name: string, column: string];

/**
 * The flag that assigns columns. A suggested flag repeats the given ones, so that it may take their place.
 * PowerShell makes two words of what a bare comma separates.
 */
export function formatMapFlag(pairs: readonly MapPair[], shell: Shell): string {
  if (shell !== 'posix') return `--map ${quoteWord(pairs.map((pair) => pair.join('=')).join(','), shell)}`;
  const written = pairs.map(([name, column]) => `${name}=${column === '' ? '' : quoteWord(column, shell)}`);
  return `--map ${written.join(',')}`;
}
