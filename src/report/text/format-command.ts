import { quoteWord, type Shell } from '../../domain/quote-word.ts';

/** A command of this program, to be copied into this shell: what to do, with what, and flags. The subject may be empty. */
export function formatCommand(
  [command = '', subject = '', ...flags]: readonly string[],
  shell: Shell,
): string {
  const words = [...(subject === '' ? [] : [asSubject(subject)]), ...flags];
  return ['pricesheet', command, ...words.map((word) => quoteWord(word, shell))].join(' ');
}

/** Those flags, with their values, that are wanted. `isWanted`: asked for each flag as it was given, with its dashes. */
export function filterFlags(
  words: readonly string[],
  isWanted: (flag: string) => boolean,
): readonly string[] {
  let isKept = true;
  return words.filter((word) => {
    if (word.startsWith('--')) isKept = isWanted(word);
    return isKept;
  });
}

/** A name that begins like a flag would be taken for one. */
function asSubject(name: string): string {
  return name.startsWith('-') && name !== '-' ? `./${name}` : name;
}
