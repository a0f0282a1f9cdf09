import { resolve } from 'node:path';
import type { Shard } from '../../domain/shard.ts';
import { readPlanHead } from '../folder/plan-file.ts';
import { RUN_FILES } from '../folder/run-folder.ts';
import type { RunPorts } from './run.ts';

/**
 * The shard that a run was over: what is made of its plan is that shard's too, so that it goes beside the others. Where
 * nothing can be read there is none, and whoever reads the whole plan says why.
 */
export function readShard(run: string, { cwd, disk }: Pick<RunPorts, 'cwd' | 'disk'>): Shard | undefined {
  return readPlanHead(resolve(cwd, run, RUN_FILES.plan), disk)?.shard;
}
