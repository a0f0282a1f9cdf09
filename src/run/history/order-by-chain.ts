import { CLOCK_TOLERANCE_MS } from '../../domain/is-future.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import { isBefore } from './history-files.ts';

interface Chained {
  readonly record: Pick<RunRecord, 'id' | 'started_at' | 'previous' | 'job'>;
}

/** The oldest first: by the time at which they began, but each behind the run that it names as the one before it. A clock may have been wrong. */
export function orderByChain<T extends Chained>(runs: readonly T[]): readonly T[] {
  const byName = new Map(runs.map((run) => [nameOf(run, run.record.id), run]));
  const ordered = new Set<T>();
  for (const run of runs.toSorted(byTime)) {
    const behind: T[] = [];
    const seen = new Set<T>();
    for (let next: T | undefined = run; next && !ordered.has(next) && !seen.has(next); ) {
      behind.push(next);
      seen.add(next);
      next = byName.get(nameOf(next, next.record.previous?.id));
    }
    for (const each of behind.reverse()) ordered.add(each);
  }
  return [...ordered];
}

/** Each job has a chain, and names of its runs. */
function nameOf({ record: { job } }: Chained, id: string | undefined): string {
  return JSON.stringify([job, id]);
}

function byTime({ record: one }: Chained, { record: other }: Chained): number {
  if (one.started_at === other.started_at) return 0;
  return one.started_at < other.started_at ? -1 : 1;
}

/** Two runs of which the chain does not say which one came first. */
export interface Fork<T> {
  readonly earlier: T;
  /** By its time more than clocks that differ explain; it did not know the other one. */
  readonly later: T;
}

/**
 * Runs of a job that name the same run as the one before them, though the later one, by its time, should have known the earlier one:
 * its clock was ahead, or they ran on two machines.
 */
export function findForks<T extends Chained>(runs: readonly T[]): readonly Fork<T>[] {
  const firsts = new Map<string, T>();
  const forks: Fork<T>[] = [];
  for (const run of runs.toSorted(byTime)) {
    const { previous, started_at } = run.record;
    if (!previous) continue;
    const name = nameOf(run, previous.id);
    const earlier = firsts.get(name);
    const isKnowable = earlier !== undefined && isBefore(previous.id, earlier.record.id);
    const apart = earlier ? Date.parse(started_at) - Date.parse(earlier.record.started_at) : 0;
    if (earlier && isKnowable && apart > CLOCK_TOLERANCE_MS) forks.push({ earlier, later: run });
    if (!earlier || !isKnowable) firsts.set(name, run);
  }
  return forks;
}
