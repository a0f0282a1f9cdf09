import { holdsUnprintable } from '../domain/unprintable.ts';

const SPECIAL = /["$`\\!%]/;

/** A header or a name as it is written in a shell. */
export function quoteForShell(text: string): string {
  if (/^[\p{L}\p{N}_./-]+$/u.test(text) && isPlainInShell(text)) return text;
  return isPlainInShell(text) ? `"${text}"` : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Whether a shell leaves a text in double quotes as it is. */
export function isPlainInShell(text: string): boolean {
  return !SPECIAL.test(text) && !holdsUnprintable(text);
}
