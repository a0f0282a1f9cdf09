import { holdsUnprintable, UNPRINTABLE } from '../../domain/unprintable.ts';

/**
 * A word of a command line, to be copied into a shell. At its beginning zsh takes `=` for the path of a program, and fish
 * takes `%` for a process. Characters that can't be shown are escaped
 * as bash and zsh do it, so that the command still names the right file.
 */
export function quoteWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word) && !/^[=%]/.test(word)) return word;
  if (holdsUnprintable(word)) return `$'${word.replace(ESCAPED, escapeCharacter)}'`;
  return /["$`\\!]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
}

const ESCAPED = new RegExp(`['\\\\]|${UNPRINTABLE.source}`, 'gu');

function escapeCharacter(character: string): string {
  if (character === "'" || character === '\\') return `\\${character}`;
  return `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`;
}
