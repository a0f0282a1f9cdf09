import process from 'node:process';

/** One case in this many is tried in a tier. They are primes, so that a table made of several lists is not met in step with one of them. */
const ONE_IN: Readonly<Record<string, number>> = { fast: 19, test: 11, gate: 11 };

const oneIn = ONE_IN[process.env['TEST_TIER'] ?? ''] ?? 1;

/** Whether this tier tries a part of the cases only. */
export const isSampled = oneIn > 1;

/** At least this often, so that every property still meets its common cases. */
const MIN_RUNS = 20;

/** How often a property is tried in this tier, of its full number of runs; at least `min` times, if it has that many. */
export function runs(full: number, min = MIN_RUNS): number {
  return Math.min(full, Math.max(min, Math.ceil(full / oneIn)));
}

/** How far apart the places are at which whole runs are disturbed: three times as far unless every case is tried. */
export function stride(full: number): number {
  return oneIn === 1 ? full : full * 3;
}

/** What is tried in this tier of a long table. */
export function* sampled<T>(table: Iterable<T>): Generator<T> {
  let at = 0;
  for (const row of table) if (at++ % oneIn === 0) yield row;
}
