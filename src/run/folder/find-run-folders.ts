import { basename, join } from 'node:path';
import { describeSystemError, systemCode } from '../../domain/describe-system-error.ts';
import { PricesheetError, RunFolderError } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import { guardFolder } from './guard-folder.ts';
import type { PlanHead } from './plan-schema.ts';
import { readPlanHead } from './read-plan.ts';
import { DELETING, RUN_FILES } from './run-folder.ts';
import { readSummary, type Summary } from './summary-file.ts';

/** A run folder that nobody else could have changed, as far as its first lines describe it. */
export interface FoundFolder {
  /** Absolute. */
  readonly path: string;
  readonly head: PlanHead;
  /** A run that was killed has none. */
  readonly summary: Summary | undefined;
  /** To read its files with: each is checked as it is opened. */
  readonly disk: Disk;
}

/** A folder that is no run folder, or can't be used. */
export interface RefusedFolder {
  readonly path: string;
  /** A sentence. */
  readonly why: string;
}

/**
 * The folders in `parents`, or these themselves if they are run folders. What is half deleted is no run folder any more, and
 * names that begin with a dot are not those of runs.
 */
export function listRunFolders(parents: readonly string[], disk: Disk): readonly string[] {
  const found = parents.flatMap((parent) =>
    disk.existsSync(join(parent, RUN_FILES.plan)) ? [parent] : listBelow(parent, disk),
  );
  return [...new Set(found)].filter((path) => !basename(path).endsWith(DELETING));
}

/** The folders in one, but for links and hidden ones. */
export function listBelow(parent: string, disk: Disk): readonly string[] {
  if (!disk.existsSync(parent)) return [];
  return disk
    .readdirSync(parent, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => join(parent, name))
    .sort();
}

/** Reads the first lines of a run folder. `command`: for messages. */
export function openRunFolder(
  path: string,
  { command, disk: system }: { readonly command: string; readonly disk: Disk },
): FoundFolder | RefusedFolder {
  try {
    const disk = guardFolder(path, { command, disk: system });
    const head = readPlanHead(join(path, RUN_FILES.plan), disk);
    if (!head) return { path, why: "The first line of its plan can't be read" };
    return { path, head, summary: readSummary(path, disk), disk };
  } catch (error) {
    return { path, why: describeRefusal(error) };
  }
}

/** Errors: the given one, if it is a bug. */
export function describeRefusal(error: unknown): string {
  if (error instanceof RunFolderError && error.hint) return `${error.message}; ${error.hint}`;
  if (error instanceof PricesheetError) return error.message;
  if (systemCode(error) === undefined) throw error;
  return describeSystemError(error);
}
