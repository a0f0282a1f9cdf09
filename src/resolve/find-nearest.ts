import { distance } from 'fastest-levenshtein';

const FARTHEST = 3;

/** The word that a misspelt one most likely means, where one is close. */
export function findNearest(word: string, known: readonly string[]): string | undefined {
  const [nearest] = known
    .map((candidate) => ({ candidate, far: distance(candidate, word) }))
    .sort((a, b) => a.far - b.far);
  return nearest && nearest.far <= FARTHEST ? nearest.candidate : undefined;
}
