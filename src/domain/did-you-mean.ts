import { nearestNames } from './nearest-names.ts';

/** `; did you mean "sync" or "diff"?`, to go behind a message about a word that nobody knows; nothing where none is near. */
export function didYouMean(word: string, known: Iterable<string>): string {
  return askAbout(nearestNames(word, known));
}

/** The same, where it is known already what may be meant. */
export function askAbout(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`);
  const last = quoted.at(-1);
  if (last === undefined) return '';
  const others = quoted.slice(0, -1);
  return `; did you mean ${others.length === 0 ? last : `${others.join(', ')} or ${last}`}?`;
}
