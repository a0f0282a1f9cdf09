import { groupBy } from '../../domain/group-by.ts';
import type { RunRecord } from '../../domain/run-record.ts';
import type { PartRuns } from './arrange-nights.ts';

/**
 * Joins the parts of a history that are one job: a new key begins a new part, and so does a run that failed before it had a key.
 * Parts of the same name that run beside each other are jobs on different accounts, and stay apart.
 */
export function joinParts(parts: readonly PartRuns[]): readonly PartRuns[] {
  const named = [...groupBy(parts.filter(hasRuns), keyOf).values()].flatMap(joinJob);
  const [job, ...others] = named.filter(isJob);
  // A run whose settings can't be read does not know its job: if there is only one, it is that.
  if (job && others.length === 0) return [named.reduce(join)];
  return job ? named.filter((part) => !isMistyped(part)) : named;
}

/** A sheet that is tried again on another day is a job, whether or not it could ever be read. */
function isJob({ records, unfinished }: PartRuns): boolean {
  if (!records.some(({ job }) => job !== null)) return false;
  const days = new Set(records.map(({ started_at }) => started_at.slice(0, 'YYYY-MM-DD'.length)));
  return days.size > 1 || unfinished !== undefined || records.some(({ folder }) => folder !== null);
}

/** A sheet whose name was mistyped, or `apply` and `undo` of a run that is not there. */
function isMistyped(part: PartRuns): boolean {
  const { records } = part;
  const isOfNoJob = records.every(
    ({ job, command, folder }) => job === null && folder === null && command !== 'sync',
  );
  return isOfNoJob || (records.some(({ job }) => job !== null) && !isJob(part));
}

function hasRuns({ records, unfinished }: PartRuns): boolean {
  return records.length > 0 || unfinished !== undefined;
}

function keyOf({ records: [record] }: PartRuns): string {
  return JSON.stringify(record?.job ?? null);
}

function joinJob(parts: readonly PartRuns[]): readonly PartRuns[] {
  const withoutAccount = parts.filter((part) => !accountOf(part));
  const joined: PartRuns[] = [];
  for (const part of parts
    .filter(accountOf)
    .toSorted((one, other) => (firstOf(one) < firstOf(other) ? -1 : 1))) {
    const before = joined.findIndex((earlier) => lastOf(earlier) < firstOf(part));
    const earlier = joined[before];
    if (earlier) joined[before] = join(earlier, part);
    else joined.push(part);
  }
  const [only, ...others] = joined;
  return only && others.length === 0 ? [withoutAccount.reduce(join, only)] : [...joined, ...withoutAccount];
}

function accountOf({ records }: PartRuns): RunRecord['account'] {
  return records.find(({ account }) => account !== null)?.account ?? null;
}

function join(one: PartRuns, other: PartRuns): PartRuns {
  const records = [...one.records, ...other.records].sort((a, b) => (a.started_at < b.started_at ? 1 : -1));
  const unfinished = [one.unfinished, other.unfinished].flatMap((run) => run ?? []);
  return { records, unfinished: unfinished.sort((a, b) => (a.started_at < b.started_at ? 1 : -1))[0] };
}

function firstOf({ records }: PartRuns): string {
  return records.at(-1)?.started_at ?? '';
}

function lastOf({ records }: PartRuns): string {
  return records[0]?.started_at ?? '';
}
