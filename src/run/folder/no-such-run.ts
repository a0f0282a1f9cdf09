import { basename, join, resolve } from 'node:path';
import { askAbout } from '../../domain/did-you-mean.ts';
import { RunFolderError } from '../../domain/errors.ts';
import { nearestNames } from '../../domain/nearest-names.ts';
import type { Disk } from '../../domain/ports.ts';
import { NAME_A_RUN } from './read-json-lines.ts';
import { DELETING, nameWithoutTime, RUN_FILES, RUNS_FOLDER } from './run-folder.ts';

interface Place {
  /** For messages. */
  readonly command: string;
  readonly cwd: string;
  readonly disk: Disk;
}

/** Builds the error for a name that is not a run folder, with likely ones: similar names, else the newest. */
export function noSuchRun(given: string, { command, cwd, disk }: Place): RunFolderError {
  const runs = listRuns(resolve(cwd, RUNS_FOLDER), disk);
  const near = nearestNames(basename(given), runs).map(toPath);
  const message = `Cannot ${command} "${given}": there is no such folder${askAbout(near)}`;
  return new RunFolderError(message, { hint: near.length > 0 ? NAME_A_RUN : hintOf(runs) });
}

/** Builds the error for the folder that holds all runs, with the newest of them. */
export function notOneRun(given: string, { command, cwd, disk }: Place): RunFolderError {
  return new RunFolderError(`Cannot ${command} "${given}": it is the folder of all runs, not of one`, {
    hint: hintOf(listRuns(resolve(cwd, RUNS_FOLDER), disk)),
  });
}

/** Whether the name is that of the folder that holds the runs. */
export function isRunsFolder(path: string, { cwd, disk }: Pick<Place, 'cwd' | 'disk'>): boolean {
  return path === resolve(cwd, RUNS_FOLDER) && !disk.existsSync(join(path, RUN_FILES.plan));
}

/** More suggestions are no help. */
const MAX_NAMED = 3;

function hintOf(runs: readonly string[]): string {
  const named = runs.slice(0, MAX_NAMED).map((name) => `"${toPath(name)}"`);
  if (named.length === 0) return NAME_A_RUN;
  return `${NAME_A_RUN}; the newest in ${RUNS_FOLDER} ${named.length === 1 ? 'is' : 'are'} ${named.join(', ')}`;
}

/** As a command line takes it. */
function toPath(name: string): string {
  return join(RUNS_FOLDER, name);
}

/** Run folders with a plan, the newest first: their names begin with their time. */
function listRuns(folder: string, disk: Disk): readonly string[] {
  try {
    return disk
      .readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && nameWithoutTime(entry.name) !== entry.name)
      .filter(({ name }) => !name.endsWith(DELETING))
      .map(({ name }) => name)
      .sort()
      .reverse()
      .filter((name) => disk.existsSync(join(folder, name, RUN_FILES.plan)));
  } catch {
    // Suggestions are optional: the error itself doesn't depend on them.
    return [];
  }
}
