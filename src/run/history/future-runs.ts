import { count } from '../../domain/count.ts';
import { CLOCK_TOLERANCE_MS, isFuture } from '../../domain/is-future.ts';
import type { Disk } from '../../domain/ports.ts';
import { idOfFile, isAfter, listRecords } from './history-files.ts';

/**
 * The runs that did not begin in the future: the clock of their machine was ahead, and when they really were is not known. If all of
 * them are, today's clock is wrong, and they stay. `now`: epoch milliseconds.
 */
export function withoutFuture<
  T extends { readonly record: { readonly id: string; readonly started_at: string } },
>(runs: readonly T[], now: number): { readonly runs: readonly T[]; readonly notice: string | undefined } {
  const past = pastOf(runs, ({ record }) => record.started_at, now);
  const first = runs.find(({ record }) => isFuture(record.started_at, now));
  if (!first || past.length === runs.length) return { runs, notice: undefined };
  const notice = `${count(runs.length - past.length, 'run')} with a time in the future left out, first "${first.record.id}": the clock was ahead; take such a run back by its folder`;
  return { runs: past, notice };
}

/** What did not begin in the future; all of it, if everything did. `timeOf`: in ISO 8601; `now`: epoch milliseconds. */
export function pastOf<T>(items: readonly T[], timeOf: (item: T) => string, now: number): readonly T[] {
  const past = items.filter((item) => !isFuture(timeOf(item), now));
  return past.length > 0 ? past : items;
}

export interface FutureRuns {
  /** Later runs are not compared with. Units: epoch milliseconds; `undefined`: no run is too late. */
  readonly until: number | undefined;
  readonly notice: string | undefined;
}

export const NO_FUTURE: FutureRuns = { until: undefined, notice: undefined };

/**
 * Runs that begin in the future, seen from a run that begins now: the clock was ahead once. Left in, they would be the last run of
 * every night to come. If all runs are in the future it is today's clock that is wrong, and they are compared with as they are.
 *
 * `startedAt`: epoch milliseconds. Errors: those of the system.
 */
export function findFutureRuns(part: string, startedAt: number, disk: Disk): FutureRuns {
  const until = startedAt + CLOCK_TOLERANCE_MS;
  let future = 0;
  let last: string | undefined;
  for (const path of listRecords(part, disk)) {
    const id = idOfFile(path);
    if (!isAfter(id, until))
      return { until, notice: last === undefined ? undefined : describe(future, last) };
    future++;
    last ??= id;
  }
  if (last === undefined) return NO_FUTURE;
  const notice = `Every run in the history began later than this one, the last is "${last}": check the clock of this machine`;
  return { until: undefined, notice };
}

function describe(future: number, last: string): string {
  return `${count(future, 'run')} in the history ${future === 1 ? 'begins' : 'begin'} in the future, the last is "${last}": the clock was ahead, or is behind now; this run is compared with earlier ones`;
}
