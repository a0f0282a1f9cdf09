import { RunFolderError } from '../../domain/errors.ts';
import type { ShardRun } from './open-shard-run.ts';

/**
 * The run of each entry of the merged plan, in the order of the sheet. All entries of a row belong to one shard.
 *
 * Errors: `RunFolderError` if two runs have the same row.
 */
export function* mergeOrder(runs: readonly Pick<ShardRun, 'given' | 'lines'>[]): Generator<number> {
  const taken = runs.map(() => 0);
  for (;;) {
    const next = findLowest(runs, taken);
    if (next === undefined) return;
    taken[next] = (taken[next] ?? 0) + 1;
    yield next;
  }
}

function findLowest(
  runs: readonly Pick<ShardRun, 'given' | 'lines'>[],
  taken: readonly number[],
): number | undefined {
  let lowest: number | undefined;
  let line = Number.POSITIVE_INFINITY;
  for (const [position, { given, lines }] of runs.entries()) {
    const own = lines[taken[position] ?? 0] ?? Number.POSITIVE_INFINITY;
    if (own === line && lowest !== undefined) {
      throw new RunFolderError(
        `Cannot merge "${runs[lowest]?.given}" and "${given}": both have line ${line} of the sheet`,
        { hint: 'Run all shards of a sheet with the same version of pricesheet' },
      );
    }
    if (own < line) [lowest, line] = [position, own];
  }
  return lowest;
}
