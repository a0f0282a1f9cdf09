import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The names of the run folders under `runs` in `cwd`, the oldest first: the history beside them and its page are no runs. */
export function listRuns(cwd: string): readonly string[] {
  return readdirSync(join(cwd, 'runs'))
    .filter((name) => name !== '.history' && name !== 'index.html')
    .sort();
}
