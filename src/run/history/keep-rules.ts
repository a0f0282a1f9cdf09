/** Which runs of a job are kept, in the words and with the meaning of restic's forget. */
export interface KeepRules {
  /** The last runs, as many. */
  readonly last?: number | undefined;
  /** The last run of each day, for the last days with runs, as many. */
  readonly daily?: number | undefined;
  /** Likewise, of each month. */
  readonly monthly?: number | undefined;
  /** All runs that began at most this long before the last one. Units: milliseconds. */
  readonly withinMs?: number | undefined;
}

export type KeepReason = 'last' | 'daily' | 'monthly' | 'within';

/** Whether a set of rules keeps anything at all. */
export function hasRules(rules: KeepRules): boolean {
  return Object.values(rules).some((rule) => rule !== undefined);
}

/**
 * Why each run is kept; a run without a reason is not. A run is kept if any rule keeps it. As long as a rule has not kept as many
 * as it may, it keeps the oldest run too, so that the history of folders reaches back as far as possible.
 *
 * `times`: when the runs began, the newest first. Units: epoch milliseconds; days and months are those of UTC.
 */
export function keepByRules(times: readonly number[], rules: KeepRules): readonly (readonly KeepReason[])[] {
  const buckets = [
    new Bucket('last', rules.last, (_time, index) => String(index)),
    new Bucket('daily', rules.daily, (time) => toIso(time).slice(0, 'YYYY-MM-DD'.length)),
    new Bucket('monthly', rules.monthly, (time) => toIso(time).slice(0, 'YYYY-MM'.length)),
  ];
  const [latest = 0] = times;
  return times.map((time, index) => {
    const isOldest = index === times.length - 1;
    const isWithin = rules.withinMs !== undefined && latest - time <= rules.withinMs;
    const taking = buckets.filter((bucket) => bucket.take(time, { index, isOldest }));
    return [...taking.map(({ reason }) => reason), ...(isWithin ? (['within'] as const) : [])];
  });
}

class Bucket {
  readonly reason: KeepReason;
  readonly #keyOf: (time: number, index: number) => string;
  #left: number;
  #lastKey: string | undefined;

  constructor(reason: KeepReason, count: number | undefined, keyOf: (time: number, index: number) => string) {
    this.reason = reason;
    this.#left = count ?? 0;
    this.#keyOf = keyOf;
  }

  /** Whether it keeps a run. The first run of a day that it is given is the last one of that day. */
  take(time: number, { index, isOldest }: { readonly index: number; readonly isOldest: boolean }): boolean {
    if (this.#left === 0) return false;
    const key = this.#keyOf(time, index);
    if (key === this.#lastKey && !isOldest) return false;
    this.#lastKey = key;
    this.#left--;
    return true;
  }
}

function toIso(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
