import type { Strategy } from '../domain/listing.ts';
import { findStrategy, type StrategyFinding } from './find-strategy.ts';

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

/** Finds the strategy that a text means on a platform. */
export type FindStrategy = (text: string, platform: string) => StrategyFinding;
