import process from 'node:process';

/** Of the full number of runs, so large a share is tried: see `vitest.config.ts`. */
const SHARES: Readonly<Record<string, number>> = { fast: 1 / 20, test: 1 / 4, full: 1 };

/** At least this often, so that every property still meets its common cases. */
const MIN_RUNS = 20;

/** How often a property is tried in this tier, of its full number of runs. */
export function runs(full: number): number {
  const share = SHARES[process.env['TEST_TIER'] ?? 'full'] ?? 1;
  return Math.min(full, Math.max(MIN_RUNS, Math.ceil(full * share)));
}
