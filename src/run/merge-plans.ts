import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { toJsonText } from '../domain/json-text.ts';
import type { Disk } from '../domain/ports.ts';
import { mergeOrder } from './merge-order.ts';
import type { ShardRuns } from './open-shard-run.ts';
import type { PlanHead } from './plan-file.ts';
import { endLine, readSealedLines } from './read-sealed-lines.ts';
import { RUN_FILES } from './run-folder.ts';
import { takeFrom } from './shard-files.ts';

/** `plan.ndjson` of all shards: their entries in the order of the sheet, numbered and sealed anew. */
export function* mergePlans(runs: ShardRuns, head: PlanHead, disk: Disk): Generator<string> {
  const hash = createHash('sha256');
  const sources = runs.map(({ path }) => readSealedLines(resolve(path, RUN_FILES.plan), disk));
  let [block, n] = [`${toJsonText(head)}\n`, 0];
  for (const position of mergeOrder(runs)) {
    const entry = JSON.parse(takeFrom(sources, position, { runs, file: RUN_FILES.plan }));
    block += `${toJsonText({ ...entry, n })}\n`;
    n++;
    if (block.length < BLOCK_CHARACTERS) continue;
    hash.update(block);
    yield block;
    block = '';
  }
  hash.update(block);
  yield `${block}${endLine(n, hash.digest('hex'))}\n`;
}

const BLOCK_CHARACTERS = 256 * 1024;
