import { quoteWord } from './quote-word.ts';

/** A command of this program, to be copied into a shell: what to do, with what, and flags. The subject may be empty. */
export function formatCommand([command = '', subject = '', ...flags]: readonly string[]): string {
  const named = subject === '' ? [] : [quoteWord(asSubject(subject))];
  return ['pricesheet', command, ...named, ...flags.map(quoteWord)].join(' ');
}

/** A name that begins like a flag would be taken for one. */
function asSubject(name: string): string {
  return name.startsWith('-') && name !== '-' ? `./${name}` : name;
}
