import { createHash } from 'node:crypto';
import { RunFolderError } from '../../domain/errors.ts';
import type { Disk } from '../../domain/ports.ts';
import { readLines } from '../disk/read-lines.ts';
import { PLANS_ARE_SEALED } from './read-json-lines.ts';

/**
 * Yields the lines of a plan between its head and its end, unchanged, one at a time. Returns the seal.
 *
 * Errors: `RunFolderError`, after the last line at the latest, if the plan is not exactly what was written.
 */
export function* readSealedLines(path: string, disk: Disk): Generator<string, string> {
  const lines = readSealedFile(path, disk, (why) => damaged(path, why));
  lines.next();
  return yield* lines;
}

/**
 * Likewise, of any sealed file, the head first.
 *
 * Errors: the one that `damaged` builds from the reason; `DiskError`.
 */
export function* readSealedFile(
  path: string,
  disk: Disk,
  damaged: (why: string) => Error,
): Generator<string, string> {
  const hash = createHash('sha256');
  const lines = readLines(path, disk);
  let entries = -1;
  let held: string | undefined;
  let next = lines.next();
  for (; !next.done; next = lines.next()) {
    if (held !== undefined) {
      hash.update(`${held}\n`);
      yield held;
      entries++;
    }
    held = next.value;
  }
  if (next.value !== '' || held === undefined || entries < 0) throw damaged('it is incomplete');
  const seal = hash.digest('hex');
  if (held !== endLine(entries, seal)) throw damaged('it was changed after it was written');
  return seal;
}

/** The last line of a sealed file: how many lines there are between, and the checksum of every byte before it. */
export function endLine(entries: number, sha256: string): string {
  return JSON.stringify({ kind: 'end', entries, sha256 });
}

function damaged(path: string, why: string): RunFolderError {
  return new RunFolderError(`Cannot use the plan "${path}": ${why}`, { hint: PLANS_ARE_SEALED });
}
