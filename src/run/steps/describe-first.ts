import { count } from '../../domain/count.ts';
import type { PartOf } from '../history/history-files.ts';

/** More names are no help. */
const MAX_NAMED = 5;

/**
 * Says of the first run of a job, or of a shard, that its sheet is compared with none, though others on the account have a history: a job
 * that was renamed, or divided in another way, begins a new one. `beside`: these others.
 */
export function describeFirst(
  { job, shard }: Pick<PartOf, 'job' | 'shard'>,
  beside: readonly Pick<PartOf, 'job' | 'shard'>[],
): readonly string[] {
  const names = [...new Set(beside.map(nameOf))].sort();
  if (names.length === 0) return [];
  const isDivided = beside.some((other) => other.job === job);
  const name = job === null ? 'a sheet without a name' : `the job "${job}"`;
  const first = shard === null ? `${name}${isDivided ? ' without shards' : ''}` : `shard ${shard} of ${name}`;
  const shown = names.slice(0, MAX_NAMED).join(', ');
  const more = names.length > MAX_NAMED ? ` and ${count(names.length - MAX_NAMED, 'other')}` : '';
  const advice = isDivided ? '' : '; if it is one of these under a new name, pass the old one as --job';
  return [
    `This is the first run of ${first} in this history, so its sheet is compared with none; there are runs of ${shown}${more}${advice}`,
  ];
}

/** All shards of a sheet have one name. */
function nameOf({ job, shard }: Pick<PartOf, 'job' | 'shard'>): string {
  const name = job === null ? 'sheets without a name' : `"${job}"`;
  return shard === null ? name : `${name} in ${count(Number(shard.split('/')[1]), 'shard')}`;
}
