import type { Strategy } from '../domain/listing.ts';
import { listSome } from '../domain/lists.ts';
import { didYouMean } from '../domain/nearest-names.ts';
import type { Reason } from '../domain/reasons.ts';

export type StrategyFinding =
  | { readonly kind: 'found'; readonly id: string }
  | {
      readonly kind: 'problem';
      readonly reason: Extract<Reason, 'strategy_unknown' | 'strategy_ambiguous'>;
      readonly message: string;
    };

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

/** Finds the strategy that a text means on a platform. */
export type FindStrategy = (text: string, platform: string) => StrategyFinding;

/**
 * `findStrategy` among the same strategies again and again, each question answered once: a sheet says one name on
 * thousands of rows, and comparing it with every strategy for each of them takes minutes.
 */
export function createStrategyFinder(strategies: readonly Strategy[]): FindStrategy {
  const byPlatform = new Map<string, Map<string, StrategyFinding>>();
  return (text, platform) => {
    const findings = byPlatform.get(platform) ?? new Map<string, StrategyFinding>();
    byPlatform.set(platform, findings);
    const finding = findings.get(text) ?? findStrategy(text, platform, strategies);
    findings.set(text, finding);
    return finding;
  };
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
  const names = [...new Set(candidates.map(({ name }) => name.trim()))];
  return {
    kind: 'problem',
    reason: 'strategy_unknown',
    message: `No ${platform} strategy ${UUID.test(text) ? 'has the id' : 'is named'} "${text}"${didYouMean(text, names) || listNames(names, platform)}`,
  };
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** How many show what names there look like if none is near. */
const MAX_LISTED = 3;

function listNames(names: readonly string[], platform: string): string {
  if (names.length === 0) return `; there are no ${platform} strategies`;
  const quoted = [...names].sort().map((name) => `"${name}"`);
  return `; there ${names.length === 1 ? 'is' : 'are'} ${listSome(quoted, MAX_LISTED)}`;
}

function fold(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}
