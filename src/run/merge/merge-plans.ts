import { resolve } from 'node:path';
import { toJsonText } from '../../domain/json-text.ts';
import type { Disk } from '../../domain/ports.ts';
import { toLineBlocks } from '../disk/line-block.ts';
import type { PlanHead } from '../folder/plan-schema.ts';
import { readSealedLines } from '../folder/read-sealed-lines.ts';
import { renderSealed } from '../folder/render-sealed.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import { mergeOrder } from './merge-order.ts';
import type { ShardRuns } from './open-shard-run.ts';
import { takeFrom } from './shard-files.ts';

/**
 * Renders `plan.ndjson` of all shards: their entries in the order of the sheet, numbered and sealed again. Returns the
 * seal.
 */
export function mergePlans(
  runs: ShardRuns,
  head: PlanHead,
  disk: Disk,
): Generator<string | Uint8Array, string> {
  return renderSealed(head, toLineBlocks(mergeEntries(runs, disk)));
}

function* mergeEntries(runs: ShardRuns, disk: Disk): Generator<string> {
  const sources = runs.map(({ path }) => readSealedLines(resolve(path, RUN_FILES.plan), disk));
  let n = 0;
  for (const position of mergeOrder(runs)) {
    const entry = JSON.parse(takeFrom(sources, position, { runs, file: RUN_FILES.plan }));
    yield toJsonText({ ...entry, n });
    n++;
  }
}
