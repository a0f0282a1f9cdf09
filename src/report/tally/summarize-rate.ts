import type { RateSummary } from '../../domain/documents/summary.ts';
import type { LearnedPace } from '../../domain/ports.ts';

/** `rate` in `summary.json`: what was set, and what came of it. Units: requests per second, to a thousandth. */
export function summarizeRate({
  setting,
  ratePerSecond,
  refused,
  concurrencyWanted,
}: LearnedPace): RateSummary {
  return {
    setting,
    learned_per_second: ratePerSecond === undefined ? null : Math.round(ratePerSecond * 1000) / 1000,
    refused,
    held_by_concurrency: concurrencyWanted !== undefined,
  };
}
