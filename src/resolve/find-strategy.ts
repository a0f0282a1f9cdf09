import { distance } from 'fastest-levenshtein';
import type { Strategy } from '../domain/listing.ts';

export type StrategyFinding =
  | { readonly kind: 'found'; readonly id: string }
  | {
      readonly kind: 'problem';
      readonly reason: 'strategy_unknown' | 'strategy_ambiguous';
      readonly message: string;
    };

const SUGGESTIONS = 3;

/**
 * Finds the strategy that a sheet's text means among those of the listing's platform: by id, else by its exact name,
 * else by its name whatever the case.
 */
export function findStrategy(
  text: string,
  platform: string,
  strategies: readonly Strategy[],
): StrategyFinding {
  const candidates = strategies.filter((strategy) => strategy.platform === platform);
  const folded = fold(text);
  const rules: readonly ((strategy: Strategy) => boolean)[] = [
    ({ id }) => id.toLowerCase() === folded,
    ({ name }) => name.trim() === text,
    ({ name }) => fold(name) === folded,
  ];
  for (const rule of rules) {
    const [found, ...others] = candidates.filter(rule);
    if (found && others.length === 0) return { kind: 'found', id: found.id };
    if (found) return ambiguous(text, platform, [found, ...others]);
  }
  return unknown(text, platform, candidates);
}

function ambiguous(text: string, platform: string, found: readonly Strategy[]): StrategyFinding {
  const ids = found.map(({ id }) => id).join(', ');
  return {
    kind: 'problem',
    reason: 'strategy_ambiguous',
    message: `${found.length} ${platform} strategies are named "${text}"; use the id of one of them: ${ids}`,
  };
}

function unknown(text: string, platform: string, candidates: readonly Strategy[]): StrategyFinding {
  const nearest = candidates
    .map(({ name }) => ({ name, far: distance(fold(name), fold(text)) }))
    .sort((a, b) => a.far - b.far)
    .slice(0, SUGGESTIONS)
    .map(({ name }) => `"${name}"`);
  const hint =
    nearest.length === 0 ? `there are no ${platform} strategies` : `nearest: ${nearest.join(', ')}`;
  return {
    kind: 'problem',
    reason: 'strategy_unknown',
    message: `No ${platform} strategy is named "${text}"; ${hint}`,
  };
}

function fold(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}
