import { joinWith, type Tally } from './lists.ts';

/** More than a few to choose from is a list, and no help. */
const MOST = 3;
/** Even a long word is mistyped in few places. */
const FARTHEST = 3;
/** Nobody's names are longer, and the time to compare grows with the square. */
const LONGEST = 100;

/**
 * The names that a misspelt word most likely means: names that differ only in case or in what separates their parts, else the
 * names that are the fewest letters away, a swap of neighbours counting as one. At most one letter in three may be wrong, so
 * that nothing is suggested for being as short, nor beside a nearer name: `minimun` does not mean `maximum`. Suggestions are
 * for people: nothing is ever taken for what was meant.
 */
export function nearestNames(word: string, known: Iterable<string>): readonly string[] {
  const nearest = createNearestNames(word);
  for (const name of known) nearest.add(name);
  return nearest.result();
}

/** The same of names that come one by one, and of which more may come than can be held. */
export function createNearestNames(word: string): Tally<string, readonly string[]> {
  const folded = foldName(word);
  let nearest = new Set<string>();
  let least = FARTHEST;
  return {
    add: (name) => {
      const far = farFrom(folded, foldName(name));
      if (far === undefined || far > least) return;
      if (far < least) nearest = new Set();
      least = far;
      nearest.add(name);
      if (nearest.size > MOST) nearest = new Set([...nearest].sort().slice(0, MOST));
    },
    result: () => [...nearest].sort(),
  };
}

/** A name without what people get wrong without noticing: case, and what separates its parts. */
function foldName(name: string): string {
  return name
    .slice(0, LONGEST)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_.-]+/g, '');
}

/** How many mistakes lead from one to the other; `undefined` if they are too many to be mistakes. */
function farFrom(word: string, name: string): number | undefined {
  const shorter = Math.min(word.length, name.length);
  const most = Math.min(FARTHEST, Math.floor(shorter / 3));
  if (shorter === 0 || Math.abs(word.length - name.length) > most) return undefined;
  const far = countMistakes(word, name);
  return far <= most ? far : undefined;
}

/**
 * Letters added, left out or mistaken for others, and neighbours swapped.
 *
 * Source: optimal string alignment, Damerau–Levenshtein without edits of what was swapped.
 */
function countMistakes(one: string, other: string): number {
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      row.push(isSwapped ? Math.min(best, (before[j - 2] ?? 0) + 1) : best);
    }
    [before, last] = [last, row];
  }
  return last[other.length] ?? 0;
}

/** `; did you mean "sync" or "diff"?`, to end a message about an unknown word; empty if no name is near. */
export function didYouMean(word: string, known: Iterable<string>): string {
  return askAbout(nearestNames(word, known));
}

/** The same, if it is known already what may be meant. */
export function askAbout(names: readonly string[]): string {
  const quoted = names.map((name) => `"${name}"`);
  return quoted.length === 0 ? '' : `; did you mean ${joinWith('or', quoted)}?`;
}
