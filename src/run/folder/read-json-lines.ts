import { describeSystemError } from '../../domain/describe-system-error.ts';
import { DiskError, RunFolderError } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import { readLines } from '../disk/read-lines.ts';

export interface JsonLine {
  readonly text: string;
  readonly json: unknown;
}

interface ReadOptions {
  /** The hint for a last line without a line feed: it was being written when the run was killed. */
  readonly tornTail: 'leave_out' | 'refuse';
  /** The hint for a damaged line. */
  readonly hint: string;
  readonly disk: Disk;
}

/**
 * Reads a file with one JSON value per line.
 *
 * Errors: `RunFolderError` if there is no such file, or a line is not JSON.
 */
export function* readJsonLines(
  path: string,
  { tornTail, hint, disk }: ReadOptions,
): Generator<JsonLine, void> {
  const lines = readLines(path, disk);
  for (let number = 1; ; number++) {
    const next = read(lines, path);
    if (next.done) {
      if (next.value === '' || tornTail === 'leave_out') return;
      throw new RunFolderError(`Cannot use "${path}": its last line is incomplete`, { hint });
    }
    yield { text: next.value, json: parseJson(next.value, `line ${number} of "${path}"`, hint) };
  }
}

/** The hint for a path that is not a run. */
export const NAME_A_RUN = 'Name a run folder that a sync, a diff, an apply or an undo left behind';

/** The hint for a damaged plan, which is useless unless it is whole. */
export const PLANS_ARE_SEALED =
  "A plan can't be edited: make a new one from the sheet with diff, or of an undo with undo --dry-run; to undo a run without its plan, give its undo.csv to sync";

function read(lines: Generator<string, string>, path: string): IteratorResult<string, string> {
  try {
    return lines.next();
  } catch (error) {
    const cause = error instanceof DiskError ? error.cause : error;
    throw new RunFolderError(`Cannot read "${path}": ${describeSystemError(cause)}`, {
      cause,
      hint: NAME_A_RUN,
    });
  }
}

function parseJson(text: string, where: string, hint: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new RunFolderError(`Cannot use ${where}: it is not JSON`, { hint, cause });
  }
}
