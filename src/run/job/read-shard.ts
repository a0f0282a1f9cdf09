import { resolve } from 'node:path';
import type { Shard } from '../../domain/shard.ts';
import { readPlanHead } from '../folder/read-plan.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import type { RunPorts } from './run.ts';

/**
 * The shard of an earlier run: a run made from its plan is over that shard too, and may go beside the others. Without a
 * readable plan there is none, and reading the whole plan reports why.
 */
export function readShard(run: string, { cwd, disk }: Pick<RunPorts, 'cwd' | 'disk'>): Shard | undefined {
  return readPlanHead(resolve(cwd, run, RUN_FILES.plan), disk)?.shard;
}
