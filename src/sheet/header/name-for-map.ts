import { isPlainWord } from '../../domain/quote-word.ts';
import { toLetters } from './column-letters.ts';

/** A longer header is named by its letter. */
const MAX_HEADER = 60;

/**
 * A column as `--map field=` names it, still to be quoted: by its header, or by its letter if the header has no letters, is too
 * long, is there twice, has a sign that separates pairs, or means something to a shell. Single quotes are no way out, since
 * the shell of Windows doesn't know them.
 */
export function nameForMap(header: readonly string[], index: number): string {
  const text = header[index]?.trim() ?? '';
  const isName = /\p{L}/u.test(text) && !/[,=]/.test(text) && text.length <= MAX_HEADER;
  const isOnly = header.filter((other) => other.trim() === text).length === 1;
  return isName && isOnly && isPlainWord(text) ? text : toLetters(index);
}
