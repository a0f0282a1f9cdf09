import type { Disk } from '../../domain/ports.ts';

/** Where the run folders of shards are found. */
export interface RunPlace {
  readonly cwd: string;
  readonly disk: Disk;
}
