import process from 'node:process';

/** One case in this many is tried in a tier. They are primes, so that a table made of several lists is not met in step with one of them. */
const ONE_IN: Readonly<Record<string, number>> = { fast: 19, test: 11 };

const oneIn = ONE_IN[process.env['TEST_TIER'] ?? ''] ?? 1;

/** At least this often, so that every property still meets its common cases. */
const MIN_RUNS = 20;

/** How often a property is tried in this tier, of its full number of runs. */
export function runs(full: number): number {
  return Math.min(full, Math.max(MIN_RUNS, Math.ceil(full / oneIn)));
}

/** What is tried in this tier of a long table. */
export function* sampled<T>(table: Iterable<T>): Generator<T> {
  let at = 0;
  for (const row of table) if (at++ % oneIn === 0) yield row;
}
