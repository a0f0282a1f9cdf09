import { resolve } from 'node:path';
import { toJsonText } from '../domain/json-text.ts';
import type { Disk } from '../domain/ports.ts';
import { mergeOrder } from './merge-order.ts';
import type { ShardRuns } from './open-shard-run.ts';
import { readLines } from './read-lines.ts';
import { RUN_FILES } from './run-folder.ts';

/**
 * `outcomes.ndjson` of all shards, that of one after that of the other. It says that nothing else was sent where each of them
 * says so, or sent nothing.
 */
export function* mergeJournals(runs: ShardRuns, disk: Disk): Generator<string> {
  const places = numberAnew(runs);
  let isEnded = true;
  for (const [position, { path, hasJournal }] of runs.entries()) {
    if (!hasJournal) continue;
    let hasEnd = false;
    // A last line without an end was being written when the disk took no more.
    for (const line of readLines(resolve(path, RUN_FILES.outcomes), disk)) {
      const json = JSON.parse(line);
      if (json.kind === 'end') hasEnd = true;
      else yield `${toJsonText({ ...json, n: places[position]?.[json.n] })}\n`;
    }
    isEnded &&= hasEnd;
  }
  if (isEnded) yield `${JSON.stringify({ kind: 'end' })}\n`;
}

/** Where in the merged plan each entry of each run stands. */
function numberAnew(runs: ShardRuns): readonly Uint32Array[] {
  const places = runs.map(({ lines }) => new Uint32Array(lines.length));
  const taken = runs.map(() => 0);
  let n = 0;
  for (const position of mergeOrder(runs)) {
    const at = taken[position] ?? 0;
    const own = places[position];
    if (own) own[at] = n;
    taken[position] = at + 1;
    n++;
  }
  return places;
}
