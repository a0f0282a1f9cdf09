import { nearestNames } from './nearest-names.ts';

/** `; did you mean "sync" or "diff"?`, to end a message about an unknown word; empty if no name is near. */
export function didYouMean(word: string, known: Iterable<string>): string {
  return askAbout(nearestNames(word, known));
}

/** The same, if it is known already what may be meant. */
export function askAbout(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`);
  const last = quoted.at(-1);
  if (last === undefined) return '';
  const others = quoted.slice(0, -1);
  return `; did you mean ${others.length === 0 ? last : `${others.join(', ')} or ${last}`}?`;
}
